// Chapters of a recording: their watched parts, and their form as text in the editor. Pure.
import { clock } from '../ui/format.ts'
import { covered, type Interval, shortestGap } from './intervals.ts'

/** `second`: where it begins in the recording. */
export type Chapter = { title: string; second: number }

/** The chapters with their end and their unwatched seconds (`missing`); none where all of the recording counts as watched. */
export function chapterParts(chapters: readonly Chapter[], duration: number, watched: readonly Interval[], whole: boolean) {
  return chapters.map(({ title, second }, index) => {
    const to = chapters[index + 1]?.second ?? Math.max(duration, second)
    const watchedSeconds = covered(watched.map(([a, b]) => [Math.max(a, second), Math.min(b, to)] as Interval).filter(([a, b]) => b > a))
    const missing = to - second - watchedSeconds
    return { title, from: second, to, missing: whole || missing < shortestGap ? 0 : missing }
  })
}

/** The chapter that a second belongs to; the first may begin later. */
export const chapterAt = (chapters: readonly Chapter[], second: number): Chapter | undefined =>
  chapters.findLast((chapter) => chapter.second <= second + 0.05)

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
