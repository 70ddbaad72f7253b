// Chapters of a recording: their watched parts, and their form as text in the editor. Pure.
import { clock } from '../ui/format.ts'
import { covered, type Interval } from './intervals.ts'

/** `second`: where it begins in the recording. */
export type Chapter = { title: string; second: number }

/** The chapters with their end and their unwatched seconds (`missing`); less than one second counts as none. */
export function chapterParts(chapters: readonly Chapter[], duration: number, watched: readonly Interval[]) {
  return chapters.map(({ title, second }, index) => {
    const to = chapters[index + 1]?.second ?? Math.max(duration, second)
    const watchedSeconds = covered(watched.map(([a, b]) => [Math.max(a, second), Math.min(b, to)] as Interval).filter(([a, b]) => b > a))
    const missing = to - second - watchedSeconds
    return { title, from: second, to, missing: missing < 1 ? 0 : missing }
  })
}

export const chapterLines = (chapters: readonly Chapter[]): string =>
  chapters.map(({ title, second }) => `${clock(second)} ${title}`).join('\n')

/** Reads one chapter per line: a time (08:12, 1:02:03) and a title. `wrongLine` is the number, from 1, of the first line that is not one. */
export function readChapters(text: string): { chapters: Chapter[] } | { wrongLine: number } {
  const chapters: Chapter[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (!line.trim()) continue
    const [, hours, minutes, seconds, title] = /^\s*(?:(\d{1,3}):)?(\d{1,3})[:：](\d{2})[\s.–—-]+(\S.*)$/.exec(line) ?? []
    if (!title || Number(seconds) > 59 || title.trim().length > 120) return { wrongLine: index + 1 }
    chapters.push({ title: title.trim(), second: Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) })
  }
  return { chapters }
}
