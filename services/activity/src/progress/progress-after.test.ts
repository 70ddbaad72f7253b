// Progress after events: completion by every criterion, what stays, what is emitted.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { progressAfter, type ProgressEvent, type ProgressState } from './progress-after.ts'

const begun: ProgressState = {
  percent: 0,
  pagesRead: 0,
  watched: [],
  watchedSeconds: 0,
  position: 0,
  emittedPercent: 0,
  creditedUntil: null,
  readAt: null,
  state: '',
  stateAt: null,
  details: {},
  completedAt: null,
}
const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 8, minute))
const play = (criterionKey: string, events: ProgressEvent[], watching = false) =>
  events.reduce<ProgressState>((state, event, nth) => progressAfter(state, event, { criterionKey, watching }, at(nth)).after, begun)
const watchedTo = (percent: number): ProgressEvent => ({
  kind: 'watched',
  watched: [[0, percent]],
  seconds: percent,
  percent,
  position: percent,
  creditedUntil: at(0),
})

const kinds: ProgressEvent['kind'][] = ['read', 'submitted', 'attended', 'answered', 'passed', 'measured']
const earning = fc.oneof(
  fc.constantFrom(...kinds).map((kind) => ({ kind }) as ProgressEvent),
  fc.integer({ min: 0, max: 100 }).map(watchedTo),
  fc.integer({ min: 0, max: 100 }).map((percent) => ({ kind: 'scored', percent }) as const),
  fc.integer({ min: 0, max: 5 }).map((posts) => ({ kind: 'posted', posts }) as const),
  fc.constant({ kind: 'byHand', done: true } as const),
)
const criterion = fc.constantFrom(
  ...['none', 'read', 'watched_60', 'submitted', 'scored_50', 'posted_3', 'attended', 'answered', 'passed', 'by_hand'],
)

test.each<[string, ProgressEvent[], boolean]>([
  ['none', [{ kind: 'read' }, { kind: 'submitted' }, { kind: 'byHand', done: true }], false],
  ['read', [{ kind: 'read' }], true],
  ['watched_60', [watchedTo(59)], false],
  ['watched_60', [watchedTo(60)], true],
  ['submitted', [{ kind: 'read' }], false],
  ['submitted', [{ kind: 'submitted' }], true],
  ['scored_50', [{ kind: 'scored', percent: 49 }], false],
  ['scored_50', [{ kind: 'scored', percent: 50 }], true],
  ['posted_3', [{ kind: 'posted', posts: 2 }], false],
  ['posted_3', [{ kind: 'posted', posts: 3 }], true],
  ['attended', [{ kind: 'attended' }], true],
  ['answered', [{ kind: 'answered' }], true],
  ['passed', [{ kind: 'answered' }], false],
  ['passed', [{ kind: 'passed' }], true],
  ['by_hand', [{ kind: 'read' }, { kind: 'submitted' }], false],
  ['by_hand', [{ kind: 'byHand', done: true }], true],
])('%s after %j', (criterionKey, events, completed) => {
  const { completedAt, percent } = play(criterionKey, events, criterionKey.startsWith('watched'))
  expect(completedAt !== null).toBe(completed)
  if (completed && !criterionKey.startsWith('watched')) expect(percent).toBe(100)
})

describe('completed', () => {
  test('stays, since then and whatever comes later, also by another criterion', () => {
    fc.assert(
      fc.property(criterion, criterion, fc.array(earning), fc.array(earning), fc.boolean(), (first, second, before, after, watching) => {
        const earned = play(first, before, watching)
        fc.pre(earned.completedAt !== null)
        const later = after.reduce((state, event) => progressAfter(state, event, { criterionKey: second, watching }, at(59)).after, earned)
        expect(later.completedAt).toEqual(earned.completedAt)
        expect(later.percent).toBeGreaterThanOrEqual(earned.percent)
      }),
    )
  })
  test('does not depend on the order of what was done, nor on when the criterion was chosen', () => {
    fc.assert(
      fc.property(criterion, fc.array(earning, { maxLength: 8 }), fc.boolean(), (key, events, watching) => {
        const completes = (list: ProgressEvent[], first = key) =>
          progressAfter(play(first, list, watching), { kind: 'measured' }, { criterionKey: key, watching }, at(59)).after.completedAt !==
          null
        expect(completes(events.toReversed())).toBe(completes(events))
        // what another criterion had completed stays so
        if (play('none', events, watching).completedAt === null) expect(completes(events, 'none')).toBe(completes(events))
      }),
    )
  })
  test('is taken back by the mark that made it alone', () => {
    expect(play('submitted', [{ kind: 'submitted' }, { kind: 'withdrawn' }])).toMatchObject({ completedAt: null, state: '', percent: 0 })
    expect(
      play('by_hand', [
        { kind: 'byHand', done: true },
        { kind: 'byHand', done: false },
      ]),
    ).toMatchObject({ completedAt: null, percent: 0 })
    expect(play('read', [{ kind: 'submitted' }, { kind: 'read' }, { kind: 'withdrawn' }]).completedAt).not.toBeNull()
  })
  test('a return for rework takes back what handing in completed, also once it is scored, and nothing else', () => {
    const scored: ProgressEvent[] = [{ kind: 'submitted' }, { kind: 'scored', percent: 80 }]
    expect(play('submitted', [...scored, { kind: 'rework' }])).toMatchObject({ completedAt: null, state: 'rework', percent: 0 })
    expect(play('scored_60', [...scored, { kind: 'rework' }])).toMatchObject({ state: 'rework', percent: 100 })
    expect(play('scored_60', [...scored, { kind: 'rework' }]).completedAt).not.toBeNull()
    // a score that is released meanwhile leaves it to do
    expect(play('submitted', [{ kind: 'submitted' }, { kind: 'rework' }, { kind: 'scored', percent: 10 }])).toMatchObject({
      state: 'rework',
      completedAt: null,
    })
    const again = play('submitted', [...scored, { kind: 'rework' }, { kind: 'submitted' }])
    expect(again).toMatchObject({ state: 'submitted', percent: 100, details: { submitted: true, scored: 80 } })
    expect(again.details.rework).toBeUndefined()
  })
  test('a return for rework that is taken back leaves everything as it was', () => {
    const scored: ProgressEvent[] = [{ kind: 'submitted' }, { kind: 'scored', percent: 80 }]
    const before = play('submitted', scored)
    expect(play('submitted', [...scored, { kind: 'rework' }, { kind: 'rework' }, { kind: 'reworkTakenBack' }])).toEqual({
      ...before,
      emittedPercent: expect.any(Number),
    })
    expect(play('submitted', [{ kind: 'reworkTakenBack' }]).completedAt).toBeNull()
    // a release that knows no such state writes another and keeps the rest: the state decides
    const handedIn = { ...play('submitted', [...scored, { kind: 'rework' }]), state: 'submitted' }
    expect(progressAfter(handedIn, { kind: 'rework' }, { criterionKey: 'submitted', watching: false }, at(9)).after).toMatchObject({
      state: 'rework',
    })
    expect(play('by_hand', [{ kind: 'byHand', done: true }, { kind: 'submitted' }, { kind: 'withdrawn' }]).completedAt).not.toBeNull()
  })
})

test('told are completion, a new state and each 5 %; the same again is not', () => {
  const emits = (criterionKey: string, events: ProgressEvent[], watching = false) => {
    let state = begun
    return events.map((event, nth) => {
      const { after, emits } = progressAfter(state, event, { criterionKey, watching }, at(nth))
      state = after
      return emits
    })
  }
  expect(emits('watched_80', [watchedTo(3), watchedTo(5), watchedTo(9), watchedTo(80)], true)).toEqual([false, true, false, true])
  expect(emits('read', [{ kind: 'read' }, { kind: 'read' }])).toEqual([true, false])
  expect(emits('none', [{ kind: 'read' }])).toEqual([false])
  expect(emits('read', [{ kind: 'submitted' }, { kind: 'submitted' }, { kind: 'withdrawn' }])).toEqual([true, false, true])
})
