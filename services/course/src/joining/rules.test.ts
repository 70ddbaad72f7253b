// Tests of the rules of joining.
import { expect, test } from 'vitest'
import { type JoinSettings, joinState, openToAll, type Relation } from './rules.ts'

const day = (n: number) => new Date(Date.UTC(2026, 8, n))
const at = (settings: Partial<JoinSettings>, more: { relation?: Relation; students?: number; ended?: boolean } = {}) =>
  joinState({ ...openToAll, ...settings }, { relation: 'stranger', students: 10, ended: false, now: day(10), ...more })

test.each([
  [{}, {}, 'open'],
  [{ seats: 11 }, {}, 'open'],
  [{ seats: 10 }, {}, 'full'],
  [{ seats: 10, approval: true }, {}, 'approval'],
  [{ opens_at: day(11) }, {}, 'notYet'],
  [{ opens_at: day(10), closes_at: day(11) }, {}, 'open'],
  [{ closes_at: day(10) }, {}, 'over'],
  [{ closes_at: day(9), approval: true }, {}, 'over'],
  [{}, { ended: true }, 'ended'],
  [{ closes_at: day(9) }, { relation: 'waiting' }, 'waiting'],
  [{}, { relation: 'declined' }, 'declined'],
  [{}, { relation: 'waiting', ended: true }, 'ended'],
  [{ seats: 1 }, { relation: 'member', ended: true }, 'member'],
] as const)('%j %j: %s', (settings, more, state) => expect(at(settings, more)).toBe(state))

test('nobody is let in beyond the seats, outside the window, without a needed approval or after the end', () => {
  for (let nth = 0; nth < 5000; nth++) {
    const one = <T>(...of: T[]) => of[Math.floor(Math.random() * of.length)] as T
    const settings = {
      seats: one(null, 1, 5, 10, 11),
      opens_at: one(null, day(9), day(10), day(11)),
      closes_at: one(null, day(9), day(10), day(11)),
      approval: one(true, false),
    }
    const more = { relation: one<Relation>('stranger', 'waiting', 'declined'), students: one(0, 5, 10, 11), ended: one(true, false) }
    if (at(settings, more) !== 'open') continue
    const { seats, opens_at, closes_at, approval } = settings
    expect([more.relation, more.ended, approval]).toEqual(['stranger', false, false])
    expect(seats === null || more.students < seats).toBe(true)
    expect((opens_at === null || opens_at <= day(10)) && (closes_at === null || closes_at > day(10))).toBe(true)
  }
})
