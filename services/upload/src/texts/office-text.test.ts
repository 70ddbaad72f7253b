// The text of office files.
import { expect, test } from 'vitest'
import { docxOf, odtOf, zipOf } from '../test/office.ts'
import { officeText } from './office-text.ts'
import { Encrypted } from '../processes/archive.ts'

const slide = (text: string) => `<p:sld><a:p><a:r><a:rPr/><a:t>${text}</a:t></a:r></a:p></p:sld>`

test('is that of its paragraphs in their order, without what was deleted', () => {
  expect(officeText(docxOf('Salt & water', '海水 <a>'), 'docx').trim()).toBe('Salt & water\n海水 <a>')
  expect(officeText(odtOf('Salt < water', 'ความเค็ม'), 'odt').trim()).toBe('Salt < water\nความเค็ม')
  const slides = { 'ppt/slides/slide10.xml': slide('tenth'), 'ppt/slides/slide2.xml': slide('second'), 'ppt/notes.xml': slide('no') }
  expect(officeText(zipOf(slides), 'pptx').trim()).toBe('second\n\ntenth')
})

test('of one with a password is refused as that', () => {
  const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
  const manifest = { 'content.xml': 'x', 'META-INF/manifest.xml': '<manifest:encryption-data/>' }
  expect(() => officeText(compound, 'docx')).toThrow(Encrypted)
  expect(() => officeText(zipOf({ 'word/document.xml': '' }, { encrypted: true }), 'docx')).toThrow(Encrypted)
  expect(() => officeText(zipOf(manifest), 'odt')).toThrow(Encrypted)
})

test('of a broken one, or one that unpacks to too much, is none', () => {
  const whole = docxOf('Salt water')
  for (const broken of [Buffer.alloc(0), Buffer.from('hello'), zipOf({ 'a.xml': '' }), whole.subarray(40)])
    expect(() => officeText(broken, 'docx')).toThrow()
  expect(() => officeText(zipOf({ 'content.xml': Buffer.alloc(60 * 1024 ** 2) }), 'odt')).toThrow(
    expect.objectContaining({ code: 'ERR_BUFFER_TOO_LARGE' }),
  )
})
