// Tests of CSV that is read as its bytes arrive.
import { describe, expect, test } from 'vitest'
import { CsvReader, type CsvRow, UnclosedQuote } from './csv-reader.ts'
import { csvRows } from './csv.ts'
import { csvStream } from './csv-stream.ts'
import type { Encoding } from './encodings.ts'

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function read(
  bytes: Uint8Array | string,
  { size = 7, encoding, language }: { size?: number; encoding?: Encoding; language?: string } = {},
) {
  const stream = csvStream(pieces(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes, size), { encoding, language })
  const rows: CsvRow[] = []
  for await (const some of stream.rows) rows.push(...some)
  return { rows, cells: rows.map(({ cells }) => cells), encoding: stream.encoding(), replaced: stream.replaced() }
}
const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

describe('rows come out the same, however the file is cut', () => {
  const files = [
    'a,b\r\n1,2\r\n',
    'a;b\r"x;""y""";2\r\r"l1\r\nl2" ;"3"',
    'sep=|\na|b\n"1|2"|\'=3\n',
    '\uFEFFid,name\n"005 O""Neil","a\nb"\n12" pipe,3\n\n , \n"","x"\n',
    'only',
    '',
  ]
  test('letter by letter', () => {
    for (const file of files) {
      const reader = new CsvReader()
      const rows = [...file].flatMap((letter) => reader.read(letter, false))
      expect([...rows, ...reader.read('', true)]).toEqual(csvRows(file))
    }
  })
  test('byte by byte, over a head that is longer than the one that is waited for', async () => {
    const long = `id,name\n${Array.from({ length: 9000 }, (_, n) => `"p${n}","张 ""${n}"" 伟"`).join('\r\n')}\n`
    expect((await read(long, { size: 1013 })).rows).toEqual(csvRows(long))
  })
})

describe('encodings', () => {
  test('GBK, Big5 and TIS-620 are found where their first letter comes', async () => {
    const ascii = `id,name\n${'1,plain\n'.repeat(20_000)}`
    const cases: [string, string, Encoding, string?][] = [
      ['d0a1d7e92cb3b1cfab0a', '小组', 'gb18030'],
      ['b1cdaabeaaa9a4e52ca4a4a4e50a', '張', 'big5', 'zh-TW'],
      ['cac1aad2c22cc3d1a1a4d50a', 'สมชาย', 'windows-874'],
    ]
    for (const [bytes, letters, encoding, language] of cases) {
      const file = Buffer.concat([Buffer.from(ascii), encoding === 'big5' ? hex('b169a4ebb3c72ca4a4a4e5a8f3a9772ca5bfc5e90a') : hex(bytes)])
      const found = await read(new Uint8Array(file), { size: 4096, ...(language && { language }) })
      expect(found.encoding).toBe(encoding)
      expect(found.cells.at(-1)!.join()).toContain(letters)
      expect(found.replaced).toBeNull()
    }
  })
  test('UTF-16 with and without a mark; a chosen one wins', async () => {
    for (const mark of ['\uFEFF', ''])
      expect((await read(new Uint8Array(Buffer.from(`${mark}id,name\n1,Ann\n`, 'utf16le')))).cells).toEqual([
        ['id', 'name'],
        ['1', 'Ann'],
      ])
    expect((await read(hex('612c620ac4e3'), { encoding: 'gb18030' })).cells).toEqual([['a', 'b'], ['你']])
  })
  test('one bad byte replaces one letter, and its line is named', async () => {
    const file = new Uint8Array(Buffer.concat([Buffer.from('id,name\n1,张伟\n2,李'), Buffer.from([0xff]), Buffer.from('娜\n3,王芳\n')]))
    expect(await read(file)).toMatchObject({ encoding: 'utf-8', replaced: { count: 1, line: 3 } })
  })
})

describe('hostile files', () => {
  test('a quotation mark that is never closed ends the reading within the bound', async () => {
    await expect(read(`id,name\n1,"Ann\n${'2,Bob\n'.repeat(100_000)}`, { size: 65_536 })).rejects.toEqual(new UnclosedQuote(2))
    await expect(read(`id,name\n1,"Ann" ${' '.repeat(1_000_000)}`, { size: 65_536 })).rejects.toEqual(new UnclosedQuote(2))
  })
  test('a long cell and a wide row are cut, and the rows behind them are whole', async () => {
    const { rows } = await read(`id,name\n1,${'x'.repeat(200_000)}\n${'c,'.repeat(2000)}\n3,Ann\n`, { size: 4096 })
    expect(rows.map(({ line, cut }) => [line, cut])).toEqual([
      [1, undefined],
      [2, true],
      [3, true],
      [4, undefined],
    ])
    expect(rows[1]!.cells[1]).toHaveLength(10_000)
    expect(rows[2]!.cells).toHaveLength(500)
    expect(rows[3]!.cells).toEqual(['3', 'Ann'])
  })
  test('NULs go', async () => {
    expect((await read('id,name\n1,A\0nn\n')).cells).toEqual([
      ['id', 'name'],
      ['1', 'Ann'],
    ])
  })
})
