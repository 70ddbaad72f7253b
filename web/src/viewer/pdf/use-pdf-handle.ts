// Hook of the handle of a PDF: pages in view, selected words, texts of pages.
import { type RefObject, useEffect, useRef } from 'react'
import { boxOf, joinBoxes, toPage, toShown, turnsOf } from '../../anchors/geometry.ts'
import type { Selected, StageHandle } from '../../anchors/stage-handle.ts'
import type { PDFDocumentProxy } from './open-pdf.ts'

type Shown = {
  doc: PDFDocumentProxy | undefined
  scroll: RefObject<HTMLDivElement | null>
  page: number
  turns: number
  goToPage: (page: number) => void
}

/** As many boxes as a note has at most. */
const mostBoxes = 50

export function usePdfHandle(onHandle: ((handle: StageHandle | undefined) => void) | undefined, shown: Shown) {
  const latest = useRef(shown)
  latest.current = shown
  const { doc } = shown
  useEffect(() => {
    if (!onHandle || !doc) return
    onHandle({
      present: () => latest.current.page,
      goTo(page, y = 0) {
        const { scroll, turns, goToPage } = latest.current
        goToPage(page)
        const sheet = scroll.current?.querySelector<HTMLElement>(`[data-page="${page}"]`)
        if (!sheet || y === 0) return
        const [, down] = toShown([0, y], turnsOf(turns))
        const by = down * sheet.offsetHeight - (scroll.current?.clientHeight ?? 0) / 3
        // above the first third the top of the page shows it
        if (by > 0) scroll.current?.scrollBy(0, by)
      },
      selected: () => selectedIn(latest.current.scroll.current, latest.current.turns),
      async pageText(page) {
        if (page < 1 || page > doc.numPages) return ''
        const { items } = await (await doc.getPage(page)).getTextContent()
        return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
      },
    })
    return () => onHandle(undefined)
  }, [onHandle, doc])
}

/** The part of the selection that is on the page on which it begins. */
function selectedIn(scroll: HTMLElement | null, turns: number): Selected | undefined {
  const selection = window.getSelection()
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
  if (!scroll || !range || range.collapsed || !scroll.contains(range.commonAncestorContainer)) return undefined
  const start = range.startContainer instanceof Element ? range.startContainer : range.startContainer.parentElement
  const sheet = start?.closest<HTMLElement>('[data-page]')
  const words = sheet?.querySelector('.pdf-words')
  if (!sheet || !words) return undefined
  const onPage = range.cloneRange()
  if (!words.contains(range.endContainer)) onPage.setEndAfter(words.lastChild ?? words)
  const quote = onPage.toString().replace(/\s+/g, ' ').trim().slice(0, 300)
  if (!quote) return undefined
  const frame = sheet.getBoundingClientRect()
  const at = (x: number, y: number) => toPage([(x - frame.left) / frame.width, (y - frame.top) / frame.height], turnsOf(turns))
  const boxes = [...onPage.getClientRects()].map(({ left, top, right, bottom }) => boxOf(at(left, top), at(right, bottom)))
  return { page: Number(sheet.dataset.page), quote, boxes: joinBoxes(boxes).slice(0, mostBoxes) }
}
