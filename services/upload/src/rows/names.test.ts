// Names of files.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Problem } from '@lyceum/kit/calls/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanName, extensionOf } from './names.ts'

const problemOf = (name: string) => {
  try {
    cleanName(name)
    return undefined
  } catch (error) {
    return (error as Problem).fields
  }
}

test.each([
  ['Lecture 1.mp4', 'Lecture 1.mp4'],
  ['  spaces  .pdf ', 'spaces  .pdf'],
  ['海洋生物学.docx', '海洋生物学.docx'],
  ['บทที่ ๑.pdf', 'บทที่ ๑.pdf'],
  ['Cafe\u0301.pdf', 'Café.pdf'],
  ['.DS_Store', '.DS_Store'],
  ['a&b <c>: "d"?.txt', 'a&b <c>: "d"?.txt'],
  ['con1.txt', 'con1.txt'],
  [`${'é'.repeat(125)}.pdf`, `${'é'.repeat(125)}.pdf`],
])('%j is a name', (given, name) => expect(cleanName(given)).toBe(name))

test.each([
  '',
  ' ',
  '.',
  '..',
  '...',
  'a/b.pdf',
  '..\\b.pdf',
  'a\nb.pdf',
  'a\0.pdf',
  'photo\u202egpj.exe',
  'CON',
  'nul.txt',
  'lpt1.pdf',
  'aux .pdf',
  'COM¹.pdf',
  'CONIN$',
  'a.pdf.',
  '\ud800.pdf',
])('%j is not a name', (given) => expect(problemOf(given)).toEqual({ name: [{ code: 'fileUpload.nameError' }] }))

test('a name that is too long is refused with its length and the limit', () =>
  expect(problemOf(`${'é'.repeat(126)}.pdf`)).toEqual({ name: [{ code: 'fileUpload.nameTooLong', params: { bytes: 256, most: 255 } }] }))

test('cleaning a clean name changes nothing', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
      const name = problemOf(given) ? undefined : cleanName(given)
      return name === undefined || (cleanName(name) === name && Buffer.byteLength(name) <= 255)
    }),
  ))

test.each([
  ['a.MP4', 'mp4'],
  ['a.tar.gz', 'gz'],
  ['.profile', ''],
  ['none', ''],
  ['a.', ''],
])('extension of %j is %j', (name, extension) => expect(extensionOf(name)).toBe(extension))

const corpus = resolve(process.env.LYCEUM_CORPUS ?? '../shared/fixtures', 'zip-names')
const zipFiles = (() => {
  try {
    return readdirSync(corpus)
  } catch {
    return []
  }
})()
describe.skipIf(zipFiles.length === 0)(`names in other programs' zip files (${corpus})`, () => {
  test.each(zipFiles)('%s', (file) => {
    for (const name of zipNames(readFileSync(resolve(corpus, file)))) {
      const clean = cleanName(name)
      expect(clean === undefined || clean === clean.normalize('NFC')).toBe(true)
    }
  })
})

/** The last parts of the names in a zip's central directory. */
function zipNames(zip: Buffer): string[] {
  const names: string[] = []
  for (let offset = zip.indexOf('PK\x01\x02'); offset >= 0; offset = zip.indexOf('PK\x01\x02', offset + 46)) {
    const name = zip.subarray(offset + 46, offset + 46 + zip.readUInt16LE(offset + 28)).toString('utf8')
    if (!name.endsWith('/')) names.push(name.split('/').at(-1)!)
  }
  return names
}
