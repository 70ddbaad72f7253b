// Finding words in a PDF: page by page, so that the first is shown while the last is still read. Pure but for reading pages.
import type { PDFDocumentProxy } from './open-pdf.ts'

type Item = { str?: string; hasEOL?: boolean }

/** A page's words in one line of reading; where the page breaks a line stands one. */
export const textOf = (items: readonly Item[]): string => items.map(({ str = '', hasEOL }) => str + (hasEOL ? '\n' : '')).join('')

/** Letters of any size; a space is any white space, and a line may break between any two letters (Chinese has no spaces). */
export function patternOf(search: string): RegExp | undefined {
  const letters = [...search.normalize('NFKC').trim()]
  if (letters.length === 0) return undefined
  const parts = letters.map((one) => (/\s/.test(one) ? '\\s+' : one.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')))
  return new RegExp(parts.join('\\n?').replaceAll('\\s+\\n?', '\\s+').replaceAll('\\n?\\s+', '\\s+'), 'giu')
}

export const countIn = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

/** Tells how often each page has it, in order; stops at `most` in all. */
export async function searchPdf(
  doc: PDFDocumentProxy,
  search: string,
  signal: AbortSignal,
  told: (page: number, count: number) => void,
  most = 2000,
): Promise<void> {
  const pattern = patternOf(search)
  if (!pattern) return
  let all = 0
  for (let number = 1; number <= doc.numPages && all < most && !signal.aborted; number++) {
    const page = await doc.getPage(number)
    const { items } = await page.getTextContent()
    if (signal.aborted) return
    const count = countIn(textOf(items as Item[]), pattern)
    if (count > 0) told(number, count)
    all += count
  }
}

/** The places of what is searched for in a page's words as they lie over its picture. */
export function rangesIn(words: HTMLElement, search: string): Range[] {
  const pattern = patternOf(search)
  if (!pattern) return []
  const nodes: { node: Text; from: number }[] = []
  let text = ''
  const walk = document.createTreeWalker(words, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node instanceof Text) {
      nodes.push({ node, from: text.length })
      text += node.data
    } else if (node instanceof HTMLBRElement) text += '\n'
  }
  const place = (at: number) => nodes.findLast(({ from }) => from <= at)
  return [...text.matchAll(pattern)].flatMap((match) => {
    const first = place(match.index)
    const last = place(match.index + match[0].length - 1)
    if (!first || !last) return []
    const range = new Range()
    range.setStart(first.node, Math.min(match.index - first.from, first.node.length))
    range.setEnd(last.node, Math.min(match.index + match[0].length - last.from, last.node.length))
    return [range]
  })
}
