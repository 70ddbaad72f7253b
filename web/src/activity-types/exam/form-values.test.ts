// Tests of the form of an exam: it shows again the values that it sends.
import { expect, test } from 'vitest'
import type { Activity } from '../../parts/learning/course/content.ts'
import { bodyOf, faultsOf, fresh, graceOf, valuesOf } from './form-values.ts'

const again = (values: typeof fresh) => {
  const { body, anonymous, settings } = bodyOf(values, 'submitted')
  return valuesOf({ body, anonymous, settings, completion_criterion: { kind: 'submitted' } } as unknown as Activity)
}

test('the values that are sent are shown again', () => {
  const values = {
    ...fresh,
    limit_minutes: 60,
    tries: 'times' as const,
    attempts: 3,
    one_at_a_time: true,
    no_way_back: true,
    play_limit: 2,
  }
  expect(again(values)).toEqual(values)
  expect(again({ ...fresh, tries: 'open' })).toEqual({ ...fresh, tries: 'open' })
})
test('without names results wait for the teacher; no way back needs one question at a time', () => {
  expect(bodyOf({ ...fresh, anonymous: true, results_when: 'at_once' }, 'submitted').settings.results_when).toBe('by_hand')
  expect(bodyOf({ ...fresh, no_way_back: true }, 'submitted').settings.no_way_back).toBe(false)
})
test('minutes of grace are none where none are set, also as the server stores it', () => {
  expect(graceOf(valuesOf({ body: '', settings: { grace_minutes: 0 }, completion_criterion: {} } as unknown as Activity))).toBeUndefined()
  expect(graceOf({ grace_minutes: null })).toBeUndefined()
  expect(graceOf({ grace_minutes: 10 })).toBe(10)
})
test('faults name the server’s fields', () => {
  expect(
    Object.keys(
      faultsOf({ ...fresh, limit_minutes: 0, play_limit: 101, tries: 'times', attempts: 1, grace_minutes: null, needed: '0' }, 'scored'),
    ),
  ).toEqual(['settings.limit_minutes', 'settings.grace_minutes', 'settings.attempts', 'settings.play_limit', 'completion_criterion_key'])
  expect(faultsOf(fresh, 'submitted')).toEqual({})
})
