// Stage of a PDF: pages below each other, search, thumbnails, page number.
import { ChevronLeft, ChevronRight, PanelLeft } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '../../i18n.ts'
import { classes } from '../../ui/class-names.ts'
import { timeWithSeconds } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useKeySet } from '../../ui/menus/key-sets.ts'
import { Bone, Failed } from '../../ui/states.tsx'
import type { StageProps } from '../stage.ts'
import { zoomMax, zoomMin } from '../zoom.ts'
import { BytesError } from '../byte-ranges.ts'
import { DownloadFallback } from '../download-fallback.tsx'
import { faultOf, openPdf, type PDFDocumentProxy } from './open-pdf.ts'
import { PdfPage } from './pdf-page.tsx'
import { emptySearch, PdfSearch } from './pdf-search.tsx'
import { rangesIn } from './search.ts'
import { Thumbnails } from './thumbnails.tsx'
import { usePdfHandle } from './use-pdf-handle.ts'
import { useVisiblePages } from './use-visible-pages.ts'

/** Pixels that the page's header and the toolbar cover of pages that scroll below them, on a phone. */
const barsHeight = 170

/** `path` is that of the PDF where it is not the file itself but its conversion. */
export default function PdfStage(props: StageProps & { path?: string }) {
  const { view, path, address, zoom, onFit, turns, tools, flows, teaches, onRenew, onPages, layer, onHandle, open = openPdf, brief } = props
  const t = useTexts('viewer')
  const source = address(path ?? view.urls.file ?? '')
  const [doc, setDoc] = useState<PDFDocumentProxy>()
  const [error, setError] = useState<{ cause: unknown; time: number }>()
  const [sizes, setSizes] = useState<{ width: number; height: number }[]>([])
  const [width, setWidth] = useState(0)
  const [page, setPage] = useState(1)
  const [pageInput, setPageInput] = useState<string>()
  const [thumbnailsOpen, setThumbnailsOpen] = useState(false)
  const [search, setSearch] = useState(emptySearch)
  const scroll = useRef<HTMLDivElement>(null)
  /** The scrolling container of the pages; none where they scroll with the page around them. */
  const container = useRef<HTMLDivElement>(null)
  const textLayers = useRef(new Map<number, HTMLElement>())
  const rotation = turns * 90

  useEffect(() => {
    const aborter = new AbortController()
    setError(undefined)
    open(source, aborter.signal)
      .then(async (opened) => {
        const first = (await opened.getPage(1)).getViewport({ scale: 1 })
        if (aborter.signal.aborted) return
        // The size of the first page serves for the others until they are rendered: reading all sizes would fetch the whole file.
        setSizes(Array.from({ length: opened.numPages }, () => ({ width: first.width, height: first.height })))
        setDoc(opened)
      })
      .catch((cause: unknown) => {
        if (!aborter.signal.aborted) setError({ cause, time: Date.now() })
      })
    return () => {
      aborter.abort()
      setDoc(undefined)
    }
  }, [source])
  // a quarter turn swaps width and height
  const previousTurns = useRef(turns)
  useEffect(() => {
    if ((previousTurns.current - turns) % 2 !== 0)
      setSizes((previous) => previous.map((size) => ({ width: size.height, height: size.width })))
    previousTurns.current = turns
  }, [turns])
  useEffect(() => {
    if (!scroll.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(scroll.current)
    return () => observer.disconnect()
  }, [error])

  const fit = sizes[0] && width ? Math.min(1.6, zoomMax, Math.max(zoomMin, (width - 8) / sizes[0].width)) : 1
  useEffect(() => onFit(fit), [fit])
  const scale = zoom ?? fit
  const pages = sizes.length
  useVisiblePages(scroll, doc ? pages : 0, onPages)
  const goToPage = (to: number) => {
    const pageNumber = Math.min(pages, Math.max(1, to))
    const target = scroll.current?.querySelector<HTMLElement>(`[data-page="${pageNumber}"]`)
    if (flows) window.scrollBy(0, (target?.getBoundingClientRect().top ?? barsHeight) - barsHeight)
    else if (scroll.current && target) scroll.current.scrollTop = target.offsetTop - 12
    setPage(pageNumber)
  }
  usePdfHandle(onHandle, { doc, scroll, page, turns, goToPage })
  const onScroll = () => {
    const box = scroll.current
    if (!box) return
    const middle = flows ? window.innerHeight / 3 - box.getBoundingClientRect().top : box.scrollTop + box.clientHeight / 3
    const topmost = [...box.querySelectorAll<HTMLElement>('[data-page]')].findLast((element) => element.offsetTop <= middle)
    if (topmost) setPage(Number(topmost.dataset.page))
  }
  const latestOnScroll = useRef(onScroll)
  latestOnScroll.current = onScroll
  useEffect(() => {
    if (!flows) return
    const onPageScroll = () => latestOnScroll.current()
    window.addEventListener('scroll', onPageScroll, { passive: true })
    return () => window.removeEventListener('scroll', onPageScroll)
  }, [flows])

  // Hits are highlighted on the rendered pages; the current one is scrolled into view.
  const currentHit = search.hits[search.current]
  const highlightHits = () => {
    if (!('highlights' in CSS)) return
    const allRanges: Range[] = []
    let current: Range | undefined
    for (const [number, element] of textLayers.current) {
      const ranges = rangesIn(element, search.text)
      allRanges.push(...ranges)
      if (number === currentHit?.page) current = ranges[currentHit.index]
    }
    CSS.highlights.set('pdf-found', new Highlight(...allRanges))
    CSS.highlights.set('pdf-here', new Highlight(...(current ? [current] : [])))
    return current
  }
  const latestHighlight = useRef(highlightHits)
  latestHighlight.current = highlightHits
  const lastHit = useRef<string>(undefined)
  const scrollToHit = () => {
    const current = latestHighlight.current()
    const name = currentHit && `${search.text} ${currentHit.page} ${currentHit.index}`
    if (!name || lastHit.current === name) return
    const box = scroll.current?.getBoundingClientRect()
    const rect = current?.getBoundingClientRect()
    if (!rect || !box || !scroll.current) return
    lastHit.current = name
    if (flows) window.scrollBy(0, rect.top - window.innerHeight / 3)
    else scroll.current.scrollTop += rect.top - box.top - box.height / 3
  }
  const latestScroll = useRef(scrollToHit)
  latestScroll.current = scrollToHit
  useEffect(() => {
    if (currentHit && !textLayers.current.has(currentHit.page)) goToPage(currentHit.page)
    scrollToHit()
  }, [currentHit?.page, currentHit?.index, search.text])
  useEffect(
    () => () => {
      if ('highlights' in CSS) {
        CSS.highlights.delete('pdf-found')
        CSS.highlights.delete('pdf-here')
      }
    },
    [],
  )

  useKeySet('pdf')
  const onKey = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest('input') || event.metaKey || event.altKey) return
    if (event.ctrlKey) return
    const to = { PageDown: page + 1, PageUp: page - 1, Home: 1, End: pages }[event.key]
    if (to === undefined) return
    event.preventDefault()
    goToPage(to)
  }
  const fault = error && faultOf(error.cause)
  // trying again would not help
  if (fault)
    return <DownloadFallback view={view} address={address} teaches={teaches} title={t(fault === 'locked' ? 'pdfLocked' : 'pdfBroken')} />
  if (error) {
    const grantEnded = error.cause instanceof BytesError && [401, 403, 410].includes(error.cause.status)
    return (
      <div className="p-6">
        <Failed
          title={t('pdfFailed')}
          code={error.cause instanceof BytesError ? error.cause.status : undefined}
          at={timeWithSeconds(error.time)}
          onRetry={onRenew}
          text={grantEnded ? t('grantEnded') : undefined}
        />
      </div>
    )
  }
  return (
    <div className={classes('flex', !flows && 'h-full')} onKeyDown={onKey}>
      {tools &&
        doc &&
        createPortal(
          <>
            {!brief && (
              <>
                <PdfSearch doc={doc} state={search} onChange={setSearch} />
                <IconButton
                  size="sm"
                  label={t('smallPages')}
                  icon={PanelLeft}
                  pressed={thumbnailsOpen}
                  onClick={() => setThumbnailsOpen(!thumbnailsOpen)}
                  className="max-tablet:hidden"
                />
                <IconButton
                  size="sm"
                  label={t('previousPage')}
                  icon={ChevronLeft}
                  off={page <= 1 ? t('firstPage') : undefined}
                  onClick={() => goToPage(page - 1)}
                  className="max-tablet:hidden"
                />
              </>
            )}
            <form
              className="tabular flex items-center gap-1.5 text-small"
              onSubmit={(event) => {
                event.preventDefault()
                const to = Number.parseInt(pageInput ?? '', 10)
                if (to) goToPage(to)
                setPageInput(undefined)
              }}
            >
              <input
                aria-label={t('pageNumber')}
                inputMode="numeric"
                value={pageInput ?? page}
                onChange={(event) => setPageInput(event.target.value.replace(/\D/g, ''))}
                onBlur={() => setPageInput(undefined)}
                className="field-edge min-h-(--control-sm) w-11 px-1 text-center"
              />
              <span className="text-text-2" aria-live="polite">
                {t('ofPages', { pages: pages || '…' })}
              </span>
            </form>
            {!brief && (
              <IconButton
                size="sm"
                label={t('nextPage')}
                icon={ChevronRight}
                off={pages > 0 && page >= pages ? t('lastPage') : undefined}
                onClick={() => goToPage(page + 1)}
                className="max-tablet:hidden"
              />
            )}
          </>,
          tools,
        )}
      {thumbnailsOpen && doc && (
        <Thumbnails
          doc={doc}
          sizes={sizes}
          page={page}
          rotation={rotation}
          label={t('smallPages')}
          labelOf={(number) => t('pageOf', { page: number, pages })}
          onGo={goToPage}
        />
      )}
      <div
        ref={(element) => {
          scroll.current = element
          container.current = flows ? null : element
        }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={t('pdfPages')}
        onScroll={onScroll}
        className={classes(
          'relative min-w-0 flex-1 overflow-auto bg-sunken py-3 focus-visible:-outline-offset-2',
          flows ? 'min-h-64 px-0' : 'px-4',
        )}
      >
        {!doc && <Bone className="mx-auto h-full max-w-[640px]" />}
        {doc && (
          <div className="mx-auto flex w-fit flex-col gap-3">
            {sizes.map((size, index) => (
              <PdfPage
                key={index}
                doc={doc}
                number={index + 1}
                size={size}
                scale={scale}
                rotation={rotation}
                root={container}
                label={t('pageOf', { page: index + 1, pages })}
                layer={layer?.(index + 1, size)}
                onSize={(natural) =>
                  setSizes((previous) =>
                    previous[index]?.width === natural.width && previous[index]?.height === natural.height
                      ? previous
                      : previous.with(index, natural),
                  )
                }
                onText={(element) => {
                  if (element) textLayers.current.set(index + 1, element)
                  else textLayers.current.delete(index + 1)
                  latestScroll.current()
                }}
              />
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
