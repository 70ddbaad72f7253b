// Detection of encodings.
import { expect, test } from 'vitest'
import type { Encoding } from './api.ts'
import { decode, detectEncoding } from './encodings.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex'))
const read = (given: Uint8Array) => {
  const encoding = detectEncoding(given)
  return [encoding, decode(given, encoding)]
}

test.each<[Encoding, string, string]>([
  ['utf-8', Buffer.from('海水的密度 — “salt”').toString('hex'), '海水的密度 — “salt”'],
  // 海洋生物学是研究生物的科学。 and 海洋生物學是研究生物的科學。 as Windows in mainland China and in Taiwan write them
  ['gb18030', 'baa3d1f3c9faceefd1a7cac7d1d0bebfc9faceefb5c4bfc6d1a7a1a3', '海洋生物学是研究生物的科学。'],
  ['big5', 'aefcac76a5cdaaabbec7ac4face3a873a5cdaaabaabaacecbec7a143', '海洋生物學是研究生物的科學。'],
  ['utf-16le', 'fffe776d0a4e', '海上'],
  ['windows-1252', Buffer.from('Température élevée', 'latin1').toString('hex'), 'Température élevée'],
])('%s is found out', (encoding, hex, text) => {
  const [found, words] = read(bytes(hex))
  expect([found, String(words).replace(/^\ufeff/, '')]).toEqual([encoding, text])
})

test('a truncated last character does not change the encoding', () => {
  const complete = Buffer.from('海水'.repeat(100))
  expect(detectEncoding(complete.subarray(0, complete.length - 1))).toBe('utf-8')
})
test('Thai of old Windows', () => {
  const text = 'น้ำทะเลมีความหนาแน่นสูง'
  const old = Uint8Array.from([...text], (one) => one.charCodeAt(0) - 0x0e00 + 0xa0)
  expect(read(old)).toEqual(['windows-874', text])
})
