// Small office files for tests.
import { pack } from '../archive.ts'

const main = 'application/vnd.openxmlformats-officedocument'
const office = 'http://schemas.openxmlformats.org'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const bytes = (text: string) => new TextEncoder().encode(head + text)
const relations = (...list: [id: string, type: string, target: string, more?: string][]) =>
  bytes(
    `<Relationships xmlns="${office}/package/2006/relationships">${list
      .map(
        ([id, type, target, more = '']) =>
          `<Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}" ${more}/>`,
      )
      .join('')}</Relationships>`,
  )
const types = (parts: Record<string, string>) =>
  bytes(
    `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
      parts,
    )
      .map(([part, type]) => `<Override PartName="/${part}" ContentType="${main}.${type}+xml"/>`)
      .join('')}</Types>`,
  )

/** `body`: WordprocessingML; the relation `link` leads to `target`. */
export const docxOf = (body: string, target = 'https://school.test/tides') =>
  pack(
    new Map([
      ['[Content_Types].xml', types({ 'word/document.xml': 'wordprocessingml.document.main' })],
      ['_rels/.rels', relations(['r1', 'officeDocument', 'word/document.xml'])],
      ['word/_rels/document.xml.rels', relations(['link', 'hyperlink', target, 'TargetMode="External"'])],
      [
        'word/document.xml',
        bytes(
          `<w:document xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><w:body>${body}</w:body></w:document>`,
        ),
      ],
    ]),
  )
export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
export const linked = (text: string) => `<w:p><w:hyperlink r:id="link"><w:r><w:t>${text}</w:t></w:r></w:hyperlink></w:p>`

/** `rows`: SpreadsheetML of one sheet's rows; style 1 is a percentage. */
export const xlsxOf = (rows: string, more = '') =>
  pack(
    new Map([
      [
        '[Content_Types].xml',
        types({
          'xl/workbook.xml': 'spreadsheetml.sheet.main',
          'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
          'xl/styles.xml': 'spreadsheetml.styles',
        }),
      ],
      ['_rels/.rels', relations(['r1', 'officeDocument', 'xl/workbook.xml'])],
      ['xl/_rels/workbook.xml.rels', relations(['r1', 'worksheet', 'worksheets/sheet1.xml'], ['r2', 'styles', 'styles.xml'])],
      [
        'xl/workbook.xml',
        bytes(
          `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Heights" sheetId="1" r:id="r1"/></sheets></workbook>`,
        ),
      ],
      [
        'xl/styles.xml',
        bytes(
          `<styleSheet xmlns="${office}/spreadsheetml/2006/main"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="9" applyNumberFormat="1"/></cellXfs></styleSheet>`,
        ),
      ],
      [
        'xl/worksheets/sheet1.xml',
        bytes(`<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData>${more}</worksheet>`),
      ],
    ]),
  )
export const textCell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
