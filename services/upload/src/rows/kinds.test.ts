// Kinds and formats of files.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { extensions, matchesExtension, kindOf, detectFormat, typeOf, typesOf } from './kinds.ts'
import { extensionOf } from './names.ts'

const head = (text: string) => Buffer.from(text, 'latin1')
const looks: [string, string][] = [
  ['\0\0\0\x20ftypisom', 'av'],
  ['\x1aE\xdf\xa3\x01', 'av'],
  ['OggS\0', 'av'],
  ['RIFF....AVI ', 'av'],
  ['RIFF....WAVE', 'av'],
  ['RIFF....WEBP', 'webp'],
  ['ID3\x03', 'av'],
  ['\xff\xfb\x90\x44', 'av'],
  ['%PDF-1.4', 'pdf'],
  ['\n\n%PDF-1.4', 'pdf'],
  ['PK\x03\x04', 'zip'],
  ['PK\x05\x06', 'zip'],
  ['\xd0\xcf\x11\xe0\xa1\xb1', 'ole'],
  ['{\\rtf1', 'rtf'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['\xff\xd8\xff\xe0', 'jpeg'],
  ['GIF89a', 'gif'],
  ['hello\nworld', 'text'],
  ['\xff\xfeh\0i\0', 'text'],
  ['<?xml version="1.0"?><svg >', 'svg'],
  ['MZ\x90\0', 'program'],
  ['\x7fELF\x02', 'program'],
  ['\0\x01\x02\x03', 'unknown'],
  // texts that begin with the letters of other formats
  ['BMW and other words', 'text'],
  ['MZ is a code', 'text'],
  ['ID3 tags, a guide', 'text'],
  ['FLV and MP4', 'text'],
  ['CWS, a list', 'text'],
]
test.each(looks)('%j looks like %s', (text, look) => expect(detectFormat(head(text))).toBe(look))

test.each([
  ['mp4', 'text', false],
  ['mp4', 'av', true],
  ['mp3', 'av', true],
  ['pdf', 'zip', false],
  ['docx', 'zip', true],
  // with a password
  ['xlsx', 'ole', true],
  ['odt', 'ole', false],
  ['doc', 'rtf', true],
  ['png', 'jpeg', true],
  ['png', 'av', false],
  ['txt', 'program', false],
  ['own', 'program', false],
  ['own', 'unknown', true],
] as const)('a .%s that looks like %s: %s', (extension, look, ok) => expect(matchesExtension(extension, look)).toBe(ok))

/** Packets of a transport stream: each begins with its sync and a header, behind `before` bytes of a time. */
const stream = ({ size = 188, before = 0, first = 0 }) =>
  Buffer.concat([
    Buffer.alloc(first, 0x11),
    ...Array.from({ length: 12 }, (_, nth) => {
      const packet = Buffer.alloc(size, nth)
      packet.set([0x47, 0x40, 0x11, 0x10 | nth], before)
      return packet
    }),
  ])
test.each([
  ['packets of 188 bytes', stream({}), 'av'],
  ['packets with a time', stream({ size: 192, before: 4 }), 'av'],
  ['packets with a checksum', stream({ size: 204 }), 'av'],
  ['a first packet that is cut', stream({ first: 77 }), 'av'],
  ['three packets', stream({}).subarray(0, 3 * 188), 'av'],
  ['two packets', stream({}).subarray(0, 2 * 188), 'unknown'],
  ['a grey picture', Buffer.concat([Buffer.from('BM\0\0\0\0'), Buffer.alloc(4000, 0x47)]), 'bmp'],
  ['a program with a G in each line', Buffer.from(`G${'x'.repeat(186)}\n`.repeat(20)), 'text'],
])('a transport stream is known by its packets: %s', (_, bytes, format) => expect(detectFormat(bytes)).toBe(format))

test('a .ts is a film or a program, by its bytes', () => {
  expect(['av', 'text'].map((format) => matchesExtension('ts', format as 'av'))).toEqual([true, true])
  expect([typeOf('ts', 'av'), typeOf('ts', 'text'), typeOf('py', 'text'), typeOf('mp3', 'av')]).toEqual([
    'video',
    'document',
    'document',
    'audio',
  ])
  expect(typesOf('ts')).toEqual(['video', 'document'])
  expect(typesOf('py')).toEqual(['document'])
})

test('every extension has a type and a media type', () => {
  for (const extension of extensions)
    expect(kindOf(extension)).toMatchObject({ type: expect.any(String), media: expect.stringContaining('/') })
})

const corpus = resolve(process.env.LYCEUM_CORPUS ?? '../shared/fixtures')
const files = ['media', 'docs', 'scorm', 'mbz'].flatMap((folder) => {
  try {
    return readdirSync(resolve(corpus, folder))
      .filter((name) => kindOf(extensionOf(name)))
      .map((name) => resolve(corpus, folder, name))
  } catch {
    return []
  }
})
describe.skipIf(files.length === 0)(`real files are what they say (${corpus})`, () => {
  test.each(files)('%s', (file) =>
    expect(matchesExtension(extensionOf(file), detectFormat(readFileSync(file).subarray(0, 8192)))).toBe(!file.includes('broken')),
  ) // one is no PDF at all
})
