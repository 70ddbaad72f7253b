// Personal times: the allowance that counts, and what is never taken from anybody.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ActivityTimes, exceptions, type Granted, narrows, timesOf } from './rules.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20) + hour * 3_600_000)
const none: Granted = { scope: 'activity', extra_minutes: null, extra_percent: null, attempts: null, opens: null, due: null, closes: null }
const activity: ActivityTimes = { opens: at(0), due: at(10), closes: at(20), limit_minutes: null }

describe('a person’s times', () => {
  test('are the activity’s without an allowance', () => {
    expect(timesOf(activity, [])).toEqual({ ...activity, attempts: null })
  })
  test('move by minutes; by per cent of the time from the opening, or of the limit', () => {
    expect(timesOf(activity, [{ ...none, extra_minutes: 60 }])).toMatchObject({ opens: at(0), due: at(11), closes: at(21) })
    expect(timesOf(activity, [{ ...none, extra_percent: 25 }])).toMatchObject({ due: at(12.5), closes: at(25) })
    expect(timesOf({ ...activity, limit_minutes: 60 }, [{ ...none, extra_percent: 25 }])).toMatchObject({
      closes: at(20.25),
      limit_minutes: 75,
    })
    expect(timesOf({ ...activity, opens: null }, [{ ...none, extra_percent: 25 }])).toMatchObject({ due: at(10), closes: at(20) })
  })
  test('of several allowances the greatest extra time counts, and the dates of the nearest place', () => {
    const of = timesOf(activity, [
      { ...none, scope: 'organisation', extra_minutes: 60, attempts: 5 },
      { ...none, scope: 'course', extra_minutes: 30, attempts: 2 },
      { ...none, scope: 'course', attempts: 3 },
      { ...none, due: at(12) },
      { ...none, due: at(14) },
    ])
    expect(of).toMatchObject({ due: at(14), closes: at(21), attempts: 3 })
  })
  test('whoever is in time is not shut out, and nobody is due after closing', () => {
    expect(timesOf(activity, [{ ...none, due: at(30) }])).toMatchObject({ due: at(30), closes: at(30) })
    expect(timesOf(activity, [{ ...none, closes: at(5) }])).toMatchObject({ due: at(5), closes: at(5) })
  })
  test('are stored where they differ', () => {
    expect(exceptions(activity, timesOf(activity, [{ ...none, due: at(10), closes: at(22) }]))).toEqual({
      opens: null,
      due: null,
      closes: at(22),
      limit_minutes: null,
      attempts: null,
    })
  })
  test('narrow when they open later or close earlier', () => {
    expect(narrows(activity, { ...activity, opens: at(-1) })).toBe(false)
    expect(narrows(activity, { ...activity, closes: at(19) })).toBe(true)
    expect(narrows({ opens: null, closes: null }, activity)).toBe(true)
    expect(narrows(activity, { opens: null, closes: null })).toBe(false)
  })
})

const date = fc.option(fc.integer({ min: -100, max: 100 }).map(at))
const anActivity = fc.record({ opens: date, due: date, closes: date, limit_minutes: fc.option(fc.integer({ min: 1, max: 300 })) })
const granted = fc
  .record({
    scope: fc.constantFrom('organisation' as const, 'course' as const, 'activity' as const),
    extra_minutes: fc.option(fc.integer({ min: 1, max: 5000 })),
    extra_percent: fc.option(fc.integer({ min: 1, max: 400 })),
    attempts: fc.option(fc.integer({ min: 1, max: 9 })),
  })
  .map((one) => ({ ...none, ...one, ...(one.extra_minutes && { extra_percent: null }) }))

test('extra time alone never takes anything away, and more of it never gives less', () => {
  fc.assert(
    fc.property(anActivity, fc.array(granted, { maxLength: 5 }), granted, (one, some, another) => {
      const [few, more] = [timesOf(one, some), timesOf(one, [...some, another])]
      expect(narrows(one, few) || narrows(few, more)).toBe(false)
      expect((more.due?.getTime() ?? 0) >= (few.due?.getTime() ?? 0)).toBe(true)
      expect((more.limit_minutes ?? 0) >= (few.limit_minutes ?? 0)).toBe(true)
    }),
  )
})
