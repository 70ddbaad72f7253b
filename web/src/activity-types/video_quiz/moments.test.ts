// Tests of the moments of a film: which one playback reaches, which one a seek may not pass, times as they are typed.
import { expect, test } from 'vitest'
import { barrierOf, reached, secondsOf } from './moments.ts'

const subject = (at: number, answered = false, must = false) => ({ id: `m${at}-0`, at, must, answer: answered ? {} : null })
test('playback reaches the first moment that it passes and that is open', () => {
  const subjects = [subject(5, true), subject(10), subject(12)]
  expect(reached(subjects, 4.8, 5.2, new Set())).toBeUndefined()
  expect(reached(subjects, 9.8, 12.1, new Set())?.at).toBe(10)
  expect(reached(subjects, 9.8, 10.1, new Set(['m10-0']))).toBeUndefined()
  expect(reached([subject(0)], -1, 0.1, new Set())?.at).toBe(0)
})
test('a seek stops at the first question that must be answered', () => {
  expect(barrierOf([subject(5), subject(10, false, true), subject(20, false, true)])?.at).toBe(10)
  expect(barrierOf([subject(5), subject(10, true, true)])).toBeUndefined()
})
test('times are read as minutes and seconds', () => {
  expect(['1:30', '90', '1:02:03', ' 0:05 '].map(secondsOf)).toEqual([90, 90, 3723, 5])
  expect(['', 'x', '1:75', '-1'].map(secondsOf)).toEqual([undefined, undefined, undefined, undefined])
})
