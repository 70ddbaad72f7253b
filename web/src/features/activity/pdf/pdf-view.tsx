import { ChevronLeft, ChevronRight, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { percent, timeWithSeconds } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Bone, Failed } from '../../../ui/states.tsx'
import { openPdf, type PDFDocumentProxy, PdfRefused } from './open-pdf.ts'
import { PdfPage } from './pdf-page.tsx'
import { zoomBy, zoomMax, zoomMin } from './zoom.ts'

/** A PDF in the page: pages below each other, drawn when they come near; page number, zoom, fit to width. */
export default function PdfView({
  name,
  address,
  onRenew,
  extra,
}: {
  name: string
  address: string
  onRenew: () => void
  extra?: ReactNode
}) {
  const t = useTexts('activity')
  const [doc, setDoc] = useState<PDFDocumentProxy>()
  const [error, setError] = useState<{ what: unknown; at: number }>()
  const [sizes, setSizes] = useState<{ width: number; height: number }[]>([])
  const [zoom, setZoom] = useState<number>()
  const [width, setWidth] = useState(0)
  const [page, setPage] = useState(1)
  const [typed, setTyped] = useState<string>()
  const scroll = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const stop = new AbortController()
    setError(undefined)
    openPdf(address, stop.signal)
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
  }, [address])
  useEffect(() => {
    if (!scroll.current) return
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watch.observe(scroll.current)
    return () => watch.disconnect()
  }, [])

  const fit = sizes[0] && width ? Math.min(zoomMax, Math.max(zoomMin, (width - 32) / sizes[0].width)) : 1
  const scale = zoom ?? Math.min(fit, 1.6)
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
  const key = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest('input') || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') setZoom(zoomBy(scale, 1))
    else if (event.key === '-') setZoom(zoomBy(scale, -1))
    else if (event.key === '0') setZoom(undefined)
    else if (event.key === 'PageDown' || event.key === 'ArrowRight') go(page + 1)
    else if (event.key === 'PageUp' || event.key === 'ArrowLeft') go(page - 1)
    else return
    event.preventDefault()
  }
  if (error) {
    const ended = error.what instanceof PdfRefused && [401, 403, 410].includes(error.what.status)
    return (
      <Failed
        title={t('pdfFailed')}
        code={error.what instanceof PdfRefused ? error.what.status : undefined}
        at={timeWithSeconds(error.at)}
        onRetry={onRenew}
        text={ended ? t('grantEnded') : undefined}
      />
    )
  }
  return (
    <section aria-label={name} className="surface-card overflow-hidden" onKeyDown={key}>
      <div
        role="toolbar"
        aria-label={t('pdfTools')}
        className="flex flex-wrap items-center gap-1.5 border-b border-line px-3 py-1.5 max-tablet:gap-1 max-tablet:px-2"
      >
        <IconButton
          size="sm"
          label={t('previousPage')}
          icon={ChevronLeft}
          off={page <= 1 ? t('firstPage') : undefined}
          onClick={() => go(page - 1)}
          className="max-[359px]:hidden"
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
            className="field-edge min-h-(--control-sm) w-12 px-1.5 text-center max-tablet:w-10"
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
          className="max-[359px]:hidden"
        />
        <span aria-hidden className="mx-1 h-5 w-px bg-line max-tablet:hidden" />
        <IconButton
          size="sm"
          label={t('zoomOut')}
          icon={ZoomOut}
          off={scale <= zoomMin ? t('zoomMin') : undefined}
          onClick={() => setZoom(zoomBy(scale, -1))}
        />
        <span className="tabular w-14 text-center text-small text-text-2 max-tablet:hidden" role="status" aria-label={t('zoom')}>
          {percent(scale * 100)}
        </span>
        <IconButton
          size="sm"
          label={t('zoomIn')}
          icon={ZoomIn}
          off={scale >= zoomMax ? t('zoomMax') : undefined}
          onClick={() => setZoom(zoomBy(scale, 1))}
        />
        <IconButton size="sm" label={t('fitWidth')} icon={MoveHorizontal} onClick={() => setZoom(fit)} className="max-tablet:hidden" />
        <span className="flex-1" />
        {extra}
      </div>
      <div
        ref={scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={t('pdfPages')}
        onScroll={onScroll}
        className="relative h-[min(78dvh,1100px)] overflow-auto bg-sunken px-4 py-3 focus-visible:-outline-offset-2"
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
                root={scroll}
                label={t('pageOf', { page: nth + 1, pages })}
                onSize={(real) =>
                  setSizes((now) => (now[nth]?.width === real.width && now[nth]?.height === real.height ? now : now.with(nth, real)))
                }
              />
            ))}
          </div>
        )}
      </div>
    </section>
  )
}
