// A PDF as a reader finds it, for tests: its words without the places of its lines, its language, its pictures.
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

export async function readPdf(bytes: Uint8Array) {
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false })
  const document = await loading.promise
  const parts: string[] = []
  let pictures = 0
  for (let n = 1; n <= document.numPages; n++) {
    const page = await document.getPage(n)
    const { items } = await page.getTextContent()
    parts.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
    const { fnArray } = await page.getOperatorList()
    pictures += fnArray.filter((operation) => operation === OPS.paintImageXObject).length
  }
  const { info } = await document.getMetadata()
  const pages = document.numPages
  await loading.destroy()
  return { pages, pictures, text: parts.join('\n'), lang: (info as { Language?: string }).Language }
}
