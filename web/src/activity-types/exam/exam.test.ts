// The minutes of an attempt that begins late are those until the exam ends.
import { expect, test } from 'vitest'
import { minutesFrom } from './exam.ts'

const at = (minutes: number) => Date.UTC(2030, 0, 1) + minutes * 60_000
const exam = (limit_minutes: number | null, opens: number | null, ends: number | null) => ({
  limit_minutes,
  opens: opens === null ? null : new Date(at(opens)).toISOString(),
  ends_at: ends === null ? null : new Date(at(ends)).toISOString(),
})

test('the limit, unless the exam ends before', () => {
  expect(minutesFrom(exam(60, 0, 90), at(10))).toEqual({ minutes: 60, cut: false })
  expect(minutesFrom(exam(60, 0, 90), at(70))).toEqual({ minutes: 20, cut: true })
  expect(minutesFrom(exam(60, 0, 90), at(100))).toEqual({ minutes: 0, cut: true })
  expect(minutesFrom(exam(60, null, null), at(0))).toEqual({ minutes: 60, cut: false })
  // before it opens nobody begins
  expect(minutesFrom(exam(60, 30, 75), at(0))).toEqual({ minutes: 45, cut: true })
  expect(minutesFrom(exam(null, 0, 90), at(70))).toBeUndefined()
})
