// gzip streams made of parts: one stream for gunzip, readable part by part.
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { constantPart, gzipParts, takesGzip } from './gzip-parts.ts'

test('parts are one gzip stream, with a checksum that gunzip accepts', () => {
  const head = constantPart('ทะเลสวย '.repeat(5000))
  for (const [open, rest] of [
    ['<html lang="th">', '{"a":1}'.repeat(9000)],
    ['', ''],
  ] as const) {
    const parts = gzipParts()
    expect(gunzipSync(Buffer.concat([parts.first(open, head), parts.next(rest), parts.last(rest)])).toString()).toBe(
      open + head.bytes.toString() + rest + rest,
    )
  }
})

test('a part can be read before the next one is there', () => {
  const parts = gzipParts()
  const first = parts.first('<html>', constantPart('<head>'))
  const flush = { finishFlush: 2 }
  expect(gunzipSync(first, flush).toString()).toBe('<html><head>')
  expect(gunzipSync(Buffer.concat([first, parts.next('<body>')]), flush).toString()).toBe('<html><head><body>')
})

test.each([
  ['gzip', true],
  ['br, gzip;q=0.8, *;q=0', true],
  ['deflate, GZIP', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000, br', false],
  ['br', false],
  ['', false],
  [undefined, false],
])('%s', (header, expected) => expect(takesGzip(header)).toBe(expected))
