import { ChevronLeft, ChevronRight, PanelLeft } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '../../i18n.ts'
import { timeWithSeconds } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Bone, Failed } from '../../ui/states.tsx'
import type { StageProps } from '../stage.ts'
import { zoomMax, zoomMin } from '../zoom.ts'
import { openPdf, type PDFDocumentProxy, PdfRefused } from './open-pdf.ts'
import { PdfPage } from './pdf-page.tsx'
import { nothingFound, PdfSearch } from './pdf-search.tsx'
import { rangesIn } from './search.ts'
import { Thumbnails } from './thumbnails.tsx'

/** A PDF: pages below each other, drawn when they come near, with their words over them; search, small pages, page number. */
export default function PdfStage({ view, path, address, zoom, onFit, turns, tools, onRenew }: StageProps & { path?: string }) {
  const t = useTexts('viewer')
  const source = address(path ?? view.urls.file ?? '')
  const [doc, setDoc] = useState<PDFDocumentProxy>()
  const [error, setError] = useState<{ what: unknown; at: number }>()
  const [sizes, setSizes] = useState<{ width: number; height: number }[]>([])
  const [width, setWidth] = useState(0)
  const [page, setPage] = useState(1)
  const [typed, setTyped] = useState<string>()
  const [small, setSmall] = useState(false)
  const [finding, setFinding] = useState(nothingFound)
  const scroll = useRef<HTMLDivElement>(null)
  const words = useRef(new Map<number, HTMLElement>())
  const rotation = turns * 90

  useEffect(() => {
    const stop = new AbortController()
    setError(undefined)
    openPdf(source, stop.signal)
      .then(async (opened) => {
        const first = (await opened.getPage(1)).getViewport({ scale: 1 })
        if (stop.signal.aborted) return
        // The first page stands for the others until they are drawn: reading all sizes would fetch the whole file.
        setSizes(Array.from({ length: opened.numPages }, () => ({ width: first.width, height: first.height })))
        setDoc(opened)
      })
      .catch((what: unknown) => {
        if (!stop.signal.aborted) setError({ what, at: Date.now() })
      })
    return () => {
      stop.abort()
      setDoc(undefined)
    }
  }, [source])
  // Turned pages are as wide as they were high.
  const before = useRef(turns)
  useEffect(() => {
    if ((before.current - turns) % 2 !== 0) setSizes((now) => now.map((one) => ({ width: one.height, height: one.width })))
    before.current = turns
  }, [turns])
  useEffect(() => {
    if (!scroll.current) return
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watch.observe(scroll.current)
    return () => watch.disconnect()
  }, [error])

  const fit = sizes[0] && width ? Math.min(1.6, zoomMax, Math.max(zoomMin, (width - 8) / sizes[0].width)) : 1
  useEffect(() => onFit(fit), [fit])
  const scale = zoom ?? fit
  const pages = sizes.length
  const go = (to: number) => {
    const wanted = Math.min(pages, Math.max(1, to))
    const target = scroll.current?.querySelector<HTMLElement>(`[data-page="${wanted}"]`)
    if (scroll.current && target) scroll.current.scrollTop = target.offsetTop - 12
    setPage(wanted)
  }
  const onScroll = () => {
    const box = scroll.current
    if (!box) return
    const middle = box.scrollTop + box.clientHeight / 3
    const at = [...box.querySelectorAll<HTMLElement>('[data-page]')].findLast((one) => one.offsetTop <= middle)
    if (at) setPage(Number(at.dataset.page))
  }

  // What was found is marked where it is drawn; the current one is brought into view.
  const here = finding.hits[finding.at]
  const paint = () => {
    if (!('highlights' in CSS)) return
    const found: Range[] = []
    let current: Range | undefined
    for (const [number, element] of words.current) {
      const ranges = rangesIn(element, finding.search)
      found.push(...ranges)
      if (number === here?.page) current = ranges[here.nth]
    }
    CSS.highlights.set('pdf-found', new Highlight(...found))
    CSS.highlights.set('pdf-here', new Highlight(...(current ? [current] : [])))
    return current
  }
  const painted = useRef(paint)
  painted.current = paint
  const wanted = useRef<string>(undefined)
  const bring = () => {
    const current = painted.current()
    const name = here && `${finding.search} ${here.page} ${here.nth}`
    if (!name || wanted.current === name) return
    const box = scroll.current?.getBoundingClientRect()
    const rect = current?.getBoundingClientRect()
    if (!rect || !box || !scroll.current) return
    wanted.current = name
    scroll.current.scrollTop += rect.top - box.top - box.height / 3
  }
  const bringing = useRef(bring)
  bringing.current = bring
  useEffect(() => {
    if (here && !words.current.has(here.page)) go(here.page)
    bring()
  }, [here?.page, here?.nth, finding.search])
  useEffect(
    () => () => {
      if ('highlights' in CSS) {
        CSS.highlights.delete('pdf-found')
        CSS.highlights.delete('pdf-here')
      }
    },
    [],
  )

  const key = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest('input') || event.metaKey || event.altKey) return
    if (event.ctrlKey) return
    const to = { PageDown: page + 1, PageUp: page - 1, Home: 1, End: pages }[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  if (error) {
    const ended = error.what instanceof PdfRefused && [401, 403, 410].includes(error.what.status)
    return (
      <div className="p-6">
        <Failed
          title={t('pdfFailed')}
          code={error.what instanceof PdfRefused ? error.what.status : undefined}
          at={timeWithSeconds(error.at)}
          onRetry={onRenew}
          text={ended ? t('grantEnded') : undefined}
        />
      </div>
    )
  }
  return (
    <div className="flex h-full" onKeyDown={key}>
      {tools &&
        doc &&
        createPortal(
          <>
            <PdfSearch doc={doc} finding={finding} onFind={setFinding} />
            <IconButton
              size="sm"
              label={t('smallPages')}
              icon={PanelLeft}
              pressed={small}
              onClick={() => setSmall(!small)}
              className="max-tablet:hidden"
            />
            <IconButton
              size="sm"
              label={t('previousPage')}
              icon={ChevronLeft}
              off={page <= 1 ? t('firstPage') : undefined}
              onClick={() => go(page - 1)}
              className="max-tablet:hidden"
            />
            <form
              className="tabular flex items-center gap-1.5 text-small"
              onSubmit={(event) => {
                event.preventDefault()
                const to = Number.parseInt(typed ?? '', 10)
                if (to) go(to)
                setTyped(undefined)
              }}
            >
              <input
                aria-label={t('pageNumber')}
                inputMode="numeric"
                value={typed ?? page}
                onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
                onBlur={() => setTyped(undefined)}
                className="field-edge min-h-(--control-sm) w-11 px-1 text-center"
              />
              <span className="text-text-2" aria-live="polite">
                {t('ofPages', { pages: pages || '…' })}
              </span>
            </form>
            <IconButton
              size="sm"
              label={t('nextPage')}
              icon={ChevronRight}
              off={pages > 0 && page >= pages ? t('lastPage') : undefined}
              onClick={() => go(page + 1)}
              className="max-tablet:hidden"
            />
          </>,
          tools,
        )}
      {small && doc && (
        <Thumbnails
          doc={doc}
          sizes={sizes}
          page={page}
          rotation={rotation}
          label={t('smallPages')}
          labelOf={(number) => t('pageOf', { page: number, pages })}
          onGo={go}
        />
      )}
      <div
        ref={scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={t('pdfPages')}
        onScroll={onScroll}
        className="relative min-w-0 flex-1 overflow-auto bg-sunken px-4 py-3 focus-visible:-outline-offset-2"
      >
        {!doc && <Bone className="mx-auto h-full max-w-[640px]" />}
        {doc && (
          <div className="mx-auto flex w-fit flex-col gap-3">
            {sizes.map((size, nth) => (
              <PdfPage
                key={nth}
                doc={doc}
                number={nth + 1}
                size={size}
                scale={scale}
                rotation={rotation}
                root={scroll}
                label={t('pageOf', { page: nth + 1, pages })}
                onSize={(real) =>
                  setSizes((now) => (now[nth]?.width === real.width && now[nth]?.height === real.height ? now : now.with(nth, real)))
                }
                onWords={(element) => {
                  if (element) words.current.set(nth + 1, element)
                  else words.current.delete(nth + 1)
                  bringing.current()
                }}
              />
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
