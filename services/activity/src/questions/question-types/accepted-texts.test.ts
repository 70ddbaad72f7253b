// Tests of texts of answers.
import { expect, test } from 'vitest'
import { exactText } from '../../points/fractions.ts'
import { textMark, type TextKey } from './accepted-texts.ts'

type Rules = Pick<TextKey, 'case_sensitive' | 'accent_sensitive'>
const loose = { accent_sensitive: false }

test.each<[key: string, typed: string, isRight: boolean, rules?: Rules]>([
  ["it's", 'it´s', true],
  ["it's", 'it`s', true],
  ["it's", 'it’s', true],
  ['it’s', 'it´s', true],
  ['น้ำ', 'น้ํา', true],
  ['น้ำ', 'นํ้า', true],
  ['ที่', 'ท่ี', true],
  ['แม่', 'เเม่', true],
  ['ที่', 'ที', false, loose],
  ['Straße', 'STRASSE', true],
  ['STRASSE', 'Straße', true],
  ['STRAẞE', 'strasse', true],
  ['Straße', 'Strasse', false, { case_sensitive: true }],
  ['ΟΔΟΣ', 'οδοσ', true],
  ['où', 'ou', false],
  ['où', 'ou', true, loose],
  ['où', 'ou\u0300', true],
  ['мой', 'мои', false],
  ['мой', 'мои', false, loose],
  ['МОЙ', 'мои\u0306', true, loose],
  ['їжа', 'іжа', false, loose],
  ['ёлка', 'елка', true, loose],
  ['10⁶', '106', false],
  ['10⁶', '10⁶', true],
  ['H₂O', 'H2O', false],
  ['ＡＢＣ', 'abc', true],
])('%s and the answer %s are the same: %s (%o)', (text, typed, isRight, rules = {}) =>
  expect(exactText(textMark({ accepted: [{ text, percent: '100' }], ...rules }, typed).share)).toBe(isRight ? '1/1' : '0/1'),
)

test('a key that has both forms tells them apart', () => {
  const accepted = [
    { text: 'année', percent: '100' },
    { text: 'annee', percent: '0' },
  ]
  expect(['année', 'annee'].map((text) => exactText(textMark({ accepted }, text).share))).toEqual(['1/1', '0/1'])
})
