// The part of a text in which words were found.
import { expect, test } from 'vitest'
import { excerptOf, textOfHtml } from './excerpt.ts'

const marked = (html: string, ...words: string[]) =>
  excerptOf(html, words.join(' '))
    ?.map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join('')

test('tags and entities are no text', () => {
  expect(textOfHtml('<p>Salt &amp; <b>water</b>&nbsp;&lt;3</p>')).toBe('Salt & water <3')
})
test('every word is marked, whatever its case; in any script', () => {
  expect(marked('<p>Tides turn. The TIDE is a wave.</p>', 'tide')).toBe('[Tide]s turn. The [TIDE] is a wave.')
  expect(marked('<p>海洋潮汐与波浪</p>', '潮汐')).toBe('海洋[潮汐]与波浪')
  expect(marked('<p>คลื่นและกระแสน้ำ</p>', 'กระแส')).toBe('คลื่นและ[กระแส]น้ำ')
  expect(marked('<p>a+b (c)</p>', 'a+b', '(c)')).toBe('[a+b] [(c)]')
})
test('a word is marked as it is written where it was typed without accents, signs or blanks', () => {
  expect(marked('<p>María García-Núñez</p>', 'garcia', 'nunez')).toBe('María [García]-[Núñez]')
  expect(marked('<p>Room of PHY - PHY-101 and PHY 101</p>', 'phy101')).toBe('Room of PHY - [PHY-101] and [PHY 101]')
  expect(marked('<p>Die Straße</p>', 'strasse')).toBe('Die [Straße]')
  expect(marked('<p>ในนำ้ทะเล 王 芳</p>', 'น้ำ', '王芳')).toBe('ใน[นำ้]ทะเล [王 芳]')
})
test('of a long text the part around the first hit, without halves of characters', () => {
  const long = `${'before '.repeat(40)}needle ${'😀'.repeat(200)}`
  const excerpt = marked(`<p>${long}</p>`, 'needle')!
  expect(excerpt).toMatch(/^…before .*\[needle\] 😀+…$/u)
  expect(excerpt.length).toBeLessThan(170)
})
test('none where no word stands', () => expect([excerptOf('<p>Tides</p>', 'moon'), excerptOf('', 'a')]).toEqual([null, null]))
