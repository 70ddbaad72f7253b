// Codes of roll calls: their slots to the second, and those of other roll calls.
import { randomBytes } from 'node:crypto'
import { newId } from '@lyceum/kit/ids'
import { expect, test } from 'vitest'
import { beginOfQr, isNumber, numberAt, qrAt } from './codes.ts'

const opened = new Date('2026-11-26T11:00:00.000Z')
const at = (seconds: number) => new Date(opened.getTime() + seconds * 1000)
const codes = () => ({ id: newId(), secret: randomBytes(32), openedAt: opened })

test('a number holds for its minute and five seconds', () => {
  // a secret whose first three numbers differ
  let of = codes()
  while (new Set([1, 61, 121].map((second) => numberAt(of, at(second)).number)).size < 3) of = codes()
  const { number, until } = numberAt(of, at(61))
  expect(number).toMatch(/^\d{4}$/)
  expect(until).toEqual(at(120))
  const taken = (second: number) => isNumber(of, number, at(second))
  expect([59.9, 60, 119.9, 124.9, 125].map(taken)).toEqual([false, true, true, true, false])
})

test('a QR code holds for ten seconds, and in its own roll call alone', () => {
  const [one, other] = [codes(), codes()]
  const { qr, until } = qrAt(one, at(7))
  expect(until).toEqual(at(10))
  const taken = (second: number) => beginOfQr(one, qr, at(second))
  expect([4.9, 5, 9, 14.9].map(taken)).toEqual([undefined, at(5), at(5), at(5)])
  expect([15, 16, 3600].map(taken)).toEqual([undefined, undefined, undefined])
  expect(beginOfQr(other, qr, at(7))).toBeUndefined()
  expect(beginOfQr({ ...other, id: one.id }, qr, at(7))).toBeUndefined()
  for (const text of ['', '...', `${one.id}.1`, qr.replace('.1.', '.2.'), `${qr}A`, qr.replace(/.$/, qr.endsWith('A') ? 'Q' : 'A')])
    expect(beginOfQr(one, text, at(7))).toBeUndefined()
})
