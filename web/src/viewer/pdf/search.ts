// Search in a PDF, page by page, so that the first hits show while later pages are still being read.
import { placesOf } from '@lyceum/kit/text/hits'
import type { PDFDocumentProxy } from './open-pdf.ts'

type Item = { str?: string; hasEOL?: boolean }

/** The text of a page in reading order, with its line breaks. */
export const textOf = (items: readonly Item[]): string => items.map(({ str = '', hasEOL }) => str + (hasEOL ? '\n' : '')).join('')

/** Reports the number of hits of each page that has any, in order; stops at `maxHits` in all. */
export async function searchPdf(
  doc: PDFDocumentProxy,
  search: string,
  signal: AbortSignal,
  onPage: (page: number, count: number) => void,
  maxHits = 2000,
): Promise<void> {
  if (search.trim() === '') return
  let total = 0
  for (let number = 1; number <= doc.numPages && total < maxHits && !signal.aborted; number++) {
    const page = await doc.getPage(number)
    const { items } = await page.getTextContent()
    if (signal.aborted) return
    const count = placesOf(textOf(items as Item[]), search).length
    if (count > 0) onPage(number, count)
    total += count
  }
}

/** The DOM ranges of the hits in a page's text layer. */
export function rangesIn(textLayer: HTMLElement, search: string): Range[] {
  if (search.trim() === '') return []
  const nodes: { node: Text; from: number }[] = []
  let text = ''
  const walk = document.createTreeWalker(textLayer, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node instanceof Text) {
      nodes.push({ node, from: text.length })
      text += node.data
    } else if (node instanceof HTMLBRElement) text += '\n'
  }
  const nodeAt = (offset: number) => nodes.findLast(({ from }) => from <= offset)
  return placesOf(text, search).flatMap(({ from, to }) => {
    const first = nodeAt(from)
    const last = nodeAt(to - 1)
    if (!first || !last) return []
    const range = new Range()
    range.setStart(first.node, Math.min(from - first.from, first.node.length))
    range.setEnd(last.node, Math.min(to - last.from, last.node.length))
    return [range]
  })
}
