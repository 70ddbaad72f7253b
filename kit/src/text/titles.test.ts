// Tests of titles.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanTitle, hasUnfit } from './titles.ts'

test.each([
  ['Marine Biology II', 'Marine Biology II'],
  ['  Tides\tand\ncurrents ', 'Tides and currents'],
  ['annexe\u202efdp.exe', 'annexefdp.exe'],
  ['\u2067שלום\u2069', 'שלום'],
  ['a\u0000b\u001b[31mc', 'ab[31mc'],
  ['Cafe\u0301', 'Café'],
  ['\ufeffชีววิทยา\u200b', 'ชีววิทยา'],
  ['می\u200cخواهم 👩\u200d🔬', 'می\u200cخواهم 👩\u200d🔬'],
  ['\u200f\u202e\u0007', ''],
])('%j is kept as %j', (given, kept) => expect(cleanTitle(given)).toBe(kept))

test('a clean title is clean, whatever was given', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
      const title = cleanTitle(given)
      expect(hasUnfit(title)).toBe(false)
      expect(cleanTitle(title)).toBe(title)
    }),
  ))
