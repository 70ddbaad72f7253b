// Search in a PDF, page by page, so that the first hits show while later pages are still being read.
import type { PDFDocumentProxy } from './open-pdf.ts'

type Item = { str?: string; hasEOL?: boolean }

/** The text of a page in reading order, with its line breaks. */
export const textOf = (items: readonly Item[]): string => items.map(({ str = '', hasEOL }) => str + (hasEOL ? '\n' : '')).join('')

/** A case-insensitive pattern: a space matches any white space, and a line may break between any two letters (Chinese has no spaces). undefined for an empty search. */
export function patternOf(search: string): RegExp | undefined {
  const letters = [...search.normalize('NFKC').trim()]
  if (letters.length === 0) return undefined
  const parts = letters.map((letter) => (/\s/.test(letter) ? '\\s+' : letter.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')))
  return new RegExp(parts.join('\\n?').replaceAll('\\s+\\n?', '\\s+').replaceAll('\\n?\\s+', '\\s+'), 'giu')
}

export const countIn = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

/** Reports the number of hits of each page that has any, in order; stops at `maxHits` in all. */
export async function searchPdf(
  doc: PDFDocumentProxy,
  search: string,
  signal: AbortSignal,
  onPage: (page: number, count: number) => void,
  maxHits = 2000,
): Promise<void> {
  const pattern = patternOf(search)
  if (!pattern) return
  let total = 0
  for (let number = 1; number <= doc.numPages && total < maxHits && !signal.aborted; number++) {
    const page = await doc.getPage(number)
    const { items } = await page.getTextContent()
    if (signal.aborted) return
    const count = countIn(textOf(items as Item[]), pattern)
    if (count > 0) onPage(number, count)
    total += count
  }
}

/** The DOM ranges of the hits in a page's text layer. */
export function rangesIn(textLayer: HTMLElement, search: string): Range[] {
  const pattern = patternOf(search)
  if (!pattern) return []
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
  return [...text.matchAll(pattern)].flatMap((match) => {
    const first = nodeAt(match.index)
    const last = nodeAt(match.index + match[0].length - 1)
    if (!first || !last) return []
    const range = new Range()
    range.setStart(first.node, Math.min(match.index - first.from, first.node.length))
    range.setEnd(last.node, Math.min(match.index + match[0].length - last.from, last.node.length))
    return [range]
  })
}
