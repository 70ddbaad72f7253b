// Tests of copies of PDFs that somebody else made: many pages, scripts, programs, links.
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { removeScripts } from './remove-scripts.ts'

/** A PDF of these objects after its catalog (1) and page tree (2). */
function pdfOf(catalog: string, kids: string, count: number, objects: string[]): Uint8Array {
  const all = [`<</Type/Catalog/Pages 2 0 R${catalog}>>`, `<</Type/Pages/Kids[${kids}]/Count ${count}>>`, ...objects]
  let text = '%PDF-1.5\n'
  const places = all.map((object, nth) => {
    const place = text.length
    text += `${nth + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  text += `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n<</Size ${all.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return new TextEncoder().encode(text)
}

/** As the copy is made of a file: its pages in a new document, whose text is read without compression. */
async function copied(bytes: Uint8Array) {
  const target = await PDFDocument.create()
  const source = await PDFDocument.load(bytes, { updateMetadata: false })
  for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page)
  removeScripts(target)
  const saved = await target.save({ useObjectStreams: false })
  return { pages: (await PDFDocument.load(saved)).getPageCount(), text: new TextDecoder('latin1').decode(saved) }
}

const link = (action: string) => `<</Type/Annot/Subtype/Link/Rect[0 0 300 200]/A ${action}>>`

test('scripts at the opening, at a page, at a field, behind a link and after another action are not in the copy', async () => {
  const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>'
  const annotations = [
    link(script),
    link('6 0 R'),
    link(`<</S/GoTo/D[3 0 R/Fit]/Next[${script}]>>`),
    '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Parent 5 0 R/Rect[0 0 9 9]>>',
  ].join('')
  const { pages, text } = await copied(
    pdfOf(`/OpenAction${script}/Names<</JavaScript<</Names[(a)${script}]>>>>`, '3 0 R 4 0 R', 2, [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/AA<</O${script}>>/Annots[${annotations}]>>`,
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>',
      `<</FT/Tx/T(form)/AA<</K${script}>>>>`,
      script,
    ]),
  )
  expect(pages).toBe(2)
  for (const acting of ['app.alert', '/OpenAction', '/AA', '/JS']) expect(text).not.toContain(acting)
  expect(text).toContain('/Widget')
})

test('links to pages, mail and places in the document stay; to programs, files, forms and scripts they do not', async () => {
  const kept = ['<</S/URI/URI(https://school.test/tides)>>', '<</S/URI/URI(mailto:mei@school.test)>>', '<</S/GoTo/D[3 0 R/Fit]>>']
  const gone = [
    '<</S/URI/URI(javascript:window.evil=1)>>',
    '<</S/URI/URI<6A6176617363726970743A6576696C>>>',
    '<</S/Launch/F(evil.sh)>>',
    '<</S/GoToR/F(evil.pdf)>>',
    '<</S/SubmitForm/F(https://evil.test)>>',
  ]
  const { text } = await copied(
    pdfOf('', '3 0 R', 1, [`<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[${[...kept, ...gone].map(link).join('')}]>>`]),
  )
  for (const there of ['https://school.test/tides', 'mailto:mei@school.test', '/GoTo']) expect(text).toContain(there)
  for (const not of ['evil', '6A6176', '/Launch', '/GoToR', '/SubmitForm']) expect(text).not.toContain(not)
  // the links are there and lead nowhere
  expect(text.match(/\/Subtype ?\/Link/g)?.length).toBeGreaterThanOrEqual(kept.length + gone.length)
})

test('500 pages are 500 pages', async () => {
  const kids = Array.from({ length: 500 }, (_, nth) => `${nth + 3} 0 R`).join(' ')
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>'
  expect((await copied(pdfOf('', kids, 500, Array<string>(500).fill(page)))).pages).toBe(500)
})
