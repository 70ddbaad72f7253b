// Names that are too long.
import { expect, test } from 'vitest'
import { bytesOf, shortName } from './short-names.ts'

test('a name that fits stays as it is', () => expect(shortName('Essay.pdf')).toBe('Essay.pdf'))

test.each([
  ['Latin letters', `${'a'.repeat(300)}.pdf`, /^a+…\.pdf$/],
  ['Thai letters', `${'รายงานวิทยาศาสตร์'.repeat(9)}.docx`, /^รายงาน.*…\.docx$/],
  ['emoji of several signs', `${'👩‍👩‍👧'.repeat(40)}.HEIC`, /^(👩‍👩‍👧)+…\.HEIC$/u],
  ['an ending that is none', `Chapter 1. ${'word '.repeat(80)}`, /…$/],
  ['no ending', 'x'.repeat(256), /^x+…$/],
])('a name that is too long keeps its beginning and its ending: %s', (_, name, expected) => {
  const short = shortName(name)
  expect(short).toMatch(expected)
  expect(bytesOf(short)).toBeLessThanOrEqual(255)
  expect(bytesOf(short)).toBeGreaterThan(215)
})
