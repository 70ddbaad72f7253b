// Tests of what is read of a document and of a workbook.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pack, unpack } from './archive.ts'
import { readSheets } from './sheets.ts'
import { docxOf, linked, paragraph, textCell, xlsxOf } from './test/office-files.ts'

const readDocument = async (file: Uint8Array<ArrayBuffer>) => (await import('./document.ts')).readDocument(file)

test('a document becomes its text, escaped', async () => {
  const { html } = await readDocument(docxOf(paragraph('High &lt;script&gt;tide') + linked('Table')))
  expect(html).toBe('<p>High &lt;script&gt;tide</p><p><a href="https://school.test/tides">Table</a></p>')
})
test('a sheet has the texts of its cells as they are formatted', async () => {
  const rows = `<row r="1">${textCell('A1', 'Port')}<c r="B1" s="1"><v>0.25</v></c><c r="C1"><v>0.30000000000000004</v></c></row><row r="3">${textCell('A3', 'Brest')}</row>`
  const [sheet] = await readSheets(xlsxOf(rows, '<mergeCells count="1"><mergeCell ref="A3:C3"/></mergeCells>'))
  expect(sheet).toMatchObject({ name: 'Heights', columns: 3, cut: false, spans: [{ row: 2, column: 0, span: 3 }] })
  expect(sheet?.rows[0]).toEqual([{ text: 'Port' }, { text: '25%', end: true }, { text: '0.3', end: true }])
  expect(sheet?.rows[2]?.[0]).toEqual({ text: 'Brest' })
})
test('a column without a width is as wide as its texts, up to a bound; a text over several columns widens none', async () => {
  const rows = `<row r="1">${textCell('A1', 'Heights of the tide at Brest, all of them')}</row><row r="2">${textCell('A2', 'Port')}${textCell('B2', 'Temperature (°C)')}${textCell('C2', '海水的温度与盐度')}${textCell('D2', 'x'.repeat(99))}</row>`
  const [sheet] = await readSheets(xlsxOf(rows, '<mergeCells count="1"><mergeCell ref="A1:D1"/></mergeCells>'))
  expect(sheet?.widths).toEqual([11, 16, 16, 36])
})
test('a sheet of two far corners is cut', async () => {
  const far = `<row r="1">${textCell('A1', 'a')}</row><row r="1048576">${textCell('XFD1048576', 'b')}</row>`
  const [sheet] = await readSheets(xlsxOf(far))
  expect(sheet?.rows[0]?.[0]).toEqual({ text: 'a' })
  expect(sheet?.rows.length).toBeLessThanOrEqual(20_000)
})

const corpus = join(process.env.LYCEUM_CORPUS ?? '../shared/fixtures', 'docs')
describe.skipIf(!existsSync(corpus))('files of other programs', () => {
  const file = (name: string) =>
    unpack(readFileSync(join(corpus, name)) as Uint8Array<ArrayBuffer>, (entry) => /\.(?:xml|rels)$/.test(entry), {
      entries: 999,
      bytes: 5e7,
    })
  test('a document and a workbook', async () => {
    expect((await readDocument(pack(await file('moodle_source.docx')))).html).toContain('This is a test')
    const sheets = await readSheets(pack(await file('phpspreadsheet_Translations.xlsx')))
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Excel Localisation', 14],
      ['Excel Functions', 550],
    ])
  })
})
