// The two ends of hints: what facts and their audiences send (proto/hint-audiences.ts), and what the features of the page make of it.
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type HintAudience, hintAudiences } from '@lyceum/proto/hint-audiences'
import { expect, it } from 'vitest'
import type { HintLine } from '../../web/src/hint-lines.ts'

const src = fileURLToPath(new URL('../../web/src/', import.meta.url))
const files = globSync('{features,parts/*}/*/hints.ts', { cwd: src })
const hintLines = (await Promise.all(files.map(async (file) => (await import(src + file)).default as HintLine[]))).flat()

/** Changes without a fact, sent by the services themselves. */
const withoutFact = ['attemptChanged', 'editorsChanged', 'notificationsChanged', 'renditionsChanged', 'taskChanged']
/** Hints that make nothing stale, and why. */
const unread: Record<string, string> = {
  orgChanged: "the organisation's settings are read with the next session or address",
  personErased: 'their sessions end, and with them their pages',
  personReminded: 'their notification tells them',
}

const audiences = Object.entries(hintAudiences) as [string, HintAudience][]
const sent = [...audiences.flatMap(([subject, { to }]) => (to === 'nobody' ? [] : [subject])), ...withoutFact]
const awaited = new Set(hintLines.flatMap(({ on }): readonly string[] => on))

it('each line of a feature has a producer', () => expect([...awaited].filter((subject) => !sent.includes(subject))).toEqual([]))
it('each hint has a line, or a reason why no page needs one', () => {
  expect(sent.filter((subject) => !awaited.has(subject)).toSorted()).toEqual(Object.keys(unread).toSorted())
})
it('a fact of one person’s doing makes no page read the content of a course again but their own', () => {
  const ofOne = audiences.flatMap(([subject, { to }]) => (to === 'people' && subject.startsWith('progress') ? [subject] : []))
  const shared = hintLines
    .filter(({ on }) => on.some((subject) => ofOne.includes(subject)))
    .flatMap(({ reads }) => reads.filter(({ mine }) => !mine).map(({ call, every = 0 }) => [call, every >= 3000]))
  expect(shared).not.toContainEqual(expect.arrayContaining(['GET /api/courses/:id/content']))
  expect(shared.every(([, seldom]) => seldom)).toBe(true)
})
