// Tests of CSV that is read and written.
import { describe, expect, test } from 'vitest'
import { csvOf, decodeText, csvRows, parseCsv, UnclosedQuote } from './csv.ts'

const bytes = (...list: number[]) => new Uint8Array(list)
const utf16 = (text: string, little: boolean, mark: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), little)
  return new Uint8Array([...(mark ? (little ? [0xff, 0xfe] : [0xfe, 0xff]) : []), ...new Uint8Array(view.buffer)])
}
const line = '学号,小组\r\n261001,潮汐\r\n'

describe('a file is read', () => {
  test('in UTF-8 and UTF-16, with a byte order mark or without', () => {
    const utf8 = new TextEncoder().encode(line)
    for (const file of [utf8, bytes(0xef, 0xbb, 0xbf, ...utf8), utf16(line, true, true), utf16(line, false, true)])
      expect(parseCsv(decodeText(file))).toEqual([
        ['学号', '小组'],
        ['261001', '潮汐'],
      ])
    const latin = '261001,Tides\n261002,Reefs\n'
    for (const little of [true, false]) expect(decodeText(utf16(latin, little, false))).toBe(latin)
  })
  test('in GBK and Big5', () => {
    expect(decodeText(bytes(0xd0, 0xa1, 0xd7, 0xe9, 0x2c, 0xb3, 0xb1, 0xcf, 0xab))).toBe('小组,潮汐')
    expect(decodeText(bytes(0xa4, 0xa3, 0x2c, 0xc5, 0xa9, 0xf9, 0xfe))).not.toContain('\ufffd')
  })
  test('separated by commas, semicolons or tabs, with quotes, doubled quotes and lines inside', () => {
    expect(parseCsv('a;b,c;"d;e"\n1;2;3')).toEqual([
      ['a', 'b,c', 'd;e'],
      ['1', '2', '3'],
    ])
    expect(parseCsv('a\tb\r\n\r\n"x ""y""\nz"\t 1 ')).toEqual([
      ['a', 'b'],
      ['x "y"\nz', '1'],
    ])
    expect(parseCsv('')).toEqual([])
  })
  test('by the separator of its first line, as Excel writes it', () => {
    expect(parseCsv('sep=;\r\nuser_no;HW1,HW2\r\n261001;80\r\n')).toEqual([
      ['user_no', 'HW1,HW2'],
      ['261001', '80'],
    ])
    expect(parseCsv('\uFEFFsep=,\na;b,c')).toEqual([['a;b', 'c']])
    expect(parseCsv('sep;x\n1;2')).toEqual([
      ['sep', 'x'],
      ['1', '2'],
    ])
  })
  test('each row with the line in which it begins', () => {
    const rows = csvRows('a,b\n\n"two\nlines",1\r\nlast,2\n')
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['two\nlines', '1'] },
      { line: 5, cells: ['last', '2'] },
    ])
    expect(csvRows('sep=;\na;b\n1;2').map(({ line }) => line)).toEqual([2, 3])
  })
  test('a mark that ends a line within a cell is not taken for its end, where the next line closes it', () => {
    expect(() => parseCsv('said,n\n"he said "no"\nand left",2\n')).toThrow(expect.objectContaining({ line: 2 }))
    expect(parseCsv('said,n\n1,"he said "no" twice"\n2,x"\n')).toEqual([
      ['said', 'n'],
      ['1', 'he said "no" twice'],
      ['2', 'x"'],
    ])
  })
  test('a mark within a cell is a letter of it', () => {
    expect(parseCsv('5" disk,"5"" disk","a "b" c",d')).toEqual([['5" disk', '5" disk', 'a "b" c', 'd']])
    expect(parseCsv('"x" ,y\n z ,"w"')).toEqual([
      ['x', 'y'],
      ['z', 'w'],
    ])
  })
  test.each([
    ['user_no,Note,HW1\n261001,ok,80\n261002,"good,70\n261003,fine,60\n261004,,50\n', 3],
    ['a,b\n1,"Hall A,\n2,B,\n3,"C",\n', 2],
    ['a\r\n"x\r\n\r\n', 2],
    ['"Tan,1\n"Lim",2\n', 1],
    ['sep=;\na;"b', 2],
  ])('a mark that is never closed is named by its line: %j', (text, line) => {
    expect(() => parseCsv(text)).toThrow(expect.objectContaining({ line }))
    expect(() => parseCsv(text)).toThrow(UnclosedQuote)
  })
})

test('commas, quotes and lines are kept, formulas are not, numbers are', () => {
  expect(
    csvOf([
      ['Name', 'Note'],
      ['Mori, Aiko', 'said "no"\nand left'],
      ['=HYPERLINK("x")', '-3.5'],
    ]),
  ).toBe('\uFEFFName,Note\r\n"Mori, Aiko","said ""no""\nand left"\r\n"\'=HYPERLINK(""x"")",-3.5\r\n')
})

test('an exported table is read again as it was, formulas too', () => {
  const lines = [
    ['Number', 'Group'],
    ['261001', '=cmd|calc!A1'],
    ['-3', '@group, "b"'],
    ['＝cmd', '+86 138'],
  ]
  expect(csvOf(lines)).toContain("'=cmd")
  expect(parseCsv(csvOf(lines))).toEqual(lines)
})

test('a text has no NUL, wherever it stood in the file', () =>
  expect(decodeText(new TextEncoder().encode('high\0 water\0'))).toBe('high water'))
