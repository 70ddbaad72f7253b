// Decisions on what reaches a person, where and when.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterQuiet, asItComes, isQuiet, mailDue, minutesIn, nextClock, type Preferences, waysOf } from './rules.ts'

const minute = 60_000
const at = (iso: string) => Date.parse(iso)
const prefers = (changed: Partial<Preferences>): Preferences => ({ ...asItComes, ...changed })

describe('ways', () => {
  const type = { channels: ['page', 'mail'] as const }
  const ways = (changed: Partial<Preferences>, forced = {}) => {
    const { page, mail, push } = waysOf('x', type, { preferences: prefers(changed), course: 'c', forced })
    return [page.wanted, mail.wanted, push.wanted]
  }
  test('the type’s own, then the choice for the type, then that for the course, then the muted course', () => {
    expect(ways({})).toEqual([true, true, false])
    expect(ways({ types: { x: { mail: false, push: true } } })).toEqual([true, false, true])
    expect(ways({ types: { x: { mail: false } }, courses: { c: { types: { x: { mail: true } } } } })).toEqual([true, true, false])
    expect(ways({ courses: { d: { muted: true } } })).toEqual([true, true, false])
    expect(ways({ courses: { c: { muted: true, types: { x: { push: true } } } } })).toEqual([false, false, false])
    expect(ways({ mailOff: true })).toEqual([true, false, false])
  })
  test('the organisation’s demand comes before all of that', () => {
    expect(ways({ mailOff: true, courses: { c: { muted: true } } }, { x: ['mail'] })).toEqual([false, true, false])
    const { mail } = waysOf('x', { ...type, forced: ['mail'] }, { preferences: prefers({ mailOff: true }), course: null, forced: {} })
    expect(mail).toEqual({ wanted: true, forced: true })
  })
})

describe('clocks', () => {
  test('an hour that a change of the clocks leaves out ends with the gap; one that there is twice comes first', () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00; 25 October 2026: 03:00 becomes 02:00
    expect(new Date(nextClock('Europe/Berlin', 150, at('2026-03-28T23:00:00Z'))).toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(new Date(nextClock('Europe/Berlin', 150, at('2026-10-24T22:00:00Z'))).toISOString()).toBe('2026-10-25T00:30:00.000Z')
    expect(new Date(nextClock('Europe/Berlin', 150, at('2026-10-25T00:45:00Z'))).toISOString()).toBe('2026-10-25T01:30:00.000Z')
  })
  const zones = ['Asia/Bangkok', 'Europe/Berlin', 'America/New_York', 'Asia/Shanghai', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']
  const moments = fc.record({
    zone: fc.constantFrom(...zones),
    minutes: fc.integer({ min: 0, max: 1439 }),
    time: fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') }),
  })
  test('the next time is later, within 25 hours, and shows the minutes but in a gap', () => {
    fc.assert(
      fc.property(moments, ({ zone, minutes, time }) => {
        const next = nextClock(zone, minutes, time)
        expect(next).toBeGreaterThan(time)
        expect(next - time).toBeLessThanOrEqual(25 * 60 * minute)
        const shown = minutesIn(zone, next)
        expect(shown === minutes || (shown > minutes && shown - minutes <= 60)).toBe(true)
      }),
    )
  })
  test('nothing goes out in quiet hours, and what is held goes out when they end', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 1439 }), ({ zone, time }, from, to) => {
        const preferences = prefers({ timeZone: zone, quiet: { from, to } })
        const due = afterQuiet(preferences, time)
        expect(isQuiet(preferences, due)).toBe(false)
        expect(due === time || minutesIn(zone, due) >= to).toBe(true)
      }),
    )
  })
})

describe('mails', () => {
  const now = at('2026-11-25T03:20:00Z') // 10:20 in Bangkok
  const due = (changed: Partial<Preferences>, more: { last?: number; urgent?: boolean } = {}) =>
    new Date(mailDue(prefers({ timeZone: 'Asia/Bangkok', ...changed }), { now, urgent: false, last: undefined, ...more })).toISOString()
  test('at once gathers for a minute, and is ten minutes after the last', () => {
    expect(due({})).toBe('2026-11-25T03:21:00.000Z')
    expect(due({}, { last: now - 3 * minute })).toBe('2026-11-25T03:27:00.000Z')
  })
  test('hourly at the full hour, daily at the hour chosen, by the person’s clock', () => {
    expect(due({ digest: 'hourly' })).toBe('2026-11-25T04:00:00.000Z')
    expect(due({ digest: 'hourly', timeZone: 'Asia/Kathmandu' })).toBe('2026-11-25T04:15:00.000Z')
    expect(due({ digest: 'daily', digestHour: 18 })).toBe('2026-11-25T11:00:00.000Z')
    expect(due({ digest: 'daily', digestHour: 9 })).toBe('2026-11-26T02:00:00.000Z')
  })
  test('held to the end of quiet hours, but what is urgent', () => {
    const quiet = { from: 22 * 60, to: 7 * 60 }
    expect(due({ quiet })).toBe('2026-11-25T03:21:00.000Z')
    expect(due({ quiet: { from: 10 * 60, to: 12 * 60 } })).toBe('2026-11-25T05:00:00.000Z')
    expect(due({ quiet: { from: 10 * 60, to: 12 * 60 }, digest: 'daily' }, { urgent: true })).toBe('2026-11-25T03:20:00.000Z')
  })
})
