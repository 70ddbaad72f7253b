// Chapters as they are shown and written. Pure.
import { clock } from '../ui/format.ts'
import { covered, type Interval } from './intervals.ts'

type Chapter = { title: string; second: number }

/** Each with its end, and the seconds of it that are missing; less than a second is nothing. */
export function partsOf(chapters: readonly Chapter[], duration: number, watched: readonly Interval[]) {
  return chapters.map(({ title, second }, nth) => {
    const to = chapters[nth + 1]?.second ?? Math.max(duration, second)
    const seen = covered(watched.map(([a, b]) => [Math.max(a, second), Math.min(b, to)] as Interval).filter(([a, b]) => b > a))
    const missing = to - second - seen
    return { title, from: second, to, missing: missing < 1 ? 0 : missing }
  })
}

export const chapterLines = (chapters: readonly Chapter[]): string =>
  chapters.map(({ title, second }) => `${clock(second)} ${title}`).join('\n')

/** A line each: a time (08:12, 1:02:03) and a title. `wrong` is the first line that is neither, from 1. */
export function readChapters(text: string): { chapters: Chapter[] } | { wrong: number } {
  const chapters: Chapter[] = []
  for (const [nth, line] of text.split('\n').entries()) {
    if (!line.trim()) continue
    const [, hours, minutes, seconds, title] = /^\s*(?:(\d{1,3}):)?(\d{1,3})[:：](\d{2})[\s.–—-]+(\S.*)$/.exec(line) ?? []
    if (!title || Number(seconds) > 59 || title.trim().length > 120) return { wrong: nth + 1 }
    chapters.push({ title: title.trim(), second: Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) })
  }
  return { chapters }
}
