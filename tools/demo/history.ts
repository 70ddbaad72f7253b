// History of a demo course's students since its term began: some are ahead, most are on their way, some are late, a few have not begun.
// The same in every demo school. Pure.
import type { PastVisit } from '@lyceum/activity/demo'
import type { DemoCourse, Item } from './content/types.ts'

export const weeksOfTerm = { before: 8, after: 6 }
const day = 86_400_000

/** Numbers from 0 to 1, the same for the same name (mulberry32 over a hash of it). */
export function numbersOf(name: string): () => number {
  let state = [...name].reduce((hash, sign) => Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193), 0x811c9dc5)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The share of open content that a student has completed. */
function shareOf(student: string, course: DemoCourse): number {
  const own = numbersOf(student)()
  const here = numbersOf(`${student} ${course.code}`)
  if (own > 0.93 || here() > 0.97) return 0
  const between = (low: number, high: number) => low + (high - low) * here()
  if (own < 0.14) return between(0.92, 1)
  if (own < 0.62) return between(0.6, 0.92)
  return own < 0.84 ? between(0.3, 0.6) : between(0.08, 0.3)
}

const isOpen = ({ published, opens = 0 }: Item) => published !== false && opens <= 0

/** The stretches of a film that was seen to the end; now and then with a gap. */
function seen(number: () => number): [number, number][] {
  if (number() < 0.6) return [[0, 1]]
  const gap = 0.3 + 0.4 * number()
  return [
    [0, gap],
    [gap + 0.04 + 0.08 * number(), 1],
  ]
}

/** Of each activity, by its title: who was there, when, and what they saw of it. */
export function pastOf(course: DemoCourse, students: { no: string; id: string }[], now: Date): Map<string, PastVisit[]> {
  const items = course.modules.flatMap((module) => module.items).filter(isOpen)
  const began = now.getTime() - weeksOfTerm.before * 7 * day
  const visits = new Map<string, PastVisit[]>(items.map(({ title }) => [title, []]))
  for (const [nth, { no, id }] of students.entries()) {
    const number = numbersOf(`${course.code} ${no}`)
    const share = nth === 0 ? course.first : shareOf(no, course)
    const doneCount = Math.round(share * items.length)
    const done = new Set<string>()
    /** Time goes on from one visit to the next, and ends an hour ago. */
    let last = began + 2 * day * number()
    for (const [place, item] of items.entries()) {
      const locked = item.after?.some((title) => !done.has(title)) ?? false
      const skips = nth > 0 && share < 0.9 && number() < 0.12
      const isNext = place === doneCount && share > 0
      if (locked || skips || place > doneCount || (place === doneCount && !(isNext && item.type === 'online_video'))) continue
      const asked = began + (place / items.length) * (now.getTime() - began)
      last = Math.min(Math.max(last + 3_600_000 * number(), asked + 5 * day * number()), now.getTime() - 3_600_000 * (1 + 20 * number()))
      const partly = place === doneCount || (nth > 0 && share < 0.92 && 'film' in item && number() < 0.25)
      if (!partly) done.add(item.title)
      const watched = 'film' in item && (partly ? (nth === 0 ? firstBegun : begun(number)) : seen(number))
      visits.get(item.title)!.push({ person: id, at: new Date(last), ...(watched && { watched }) })
    }
  }
  return visits
}

/** The first student's share of the film that waits for them: 62 %. */
const firstBegun: [number, number][] = [
  [0, 0.38],
  [0.43, 0.67],
]

/** The stretches of a film that was left before its end. */
function begun(number: () => number): [number, number][] {
  const left = 0.15 + 0.5 * number()
  return number() < 0.5
    ? [[0, left]]
    : [
        [0, left * 0.6],
        [left * 0.75, left],
      ]
}
