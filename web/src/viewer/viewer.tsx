import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download, Maximize, Maximize2, Minimize, PanelRight, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { CallFailed } from '../client.ts'
import { useTexts } from '../i18n.ts'
import { singleKeys } from '../ui/single-keys.ts'
import { problemText } from '../parts/errors/problem-text.ts'
import { query } from '../queries.ts'
import { configQuery } from '../session.ts'
import { buttonLook } from '../ui/button.tsx'
import { classes } from '../ui/class-names.ts'
import { percent, timeWithSeconds } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { usePhone } from '../ui/phone.tsx'
import { Bone, Failed } from '../ui/states.tsx'
import { DownloadInstead } from './download-instead.tsx'
import { SideBox } from './side-box.tsx'
import type { StageProps, View } from './stage.ts'
import { zoomBy, zoomMax, zoomMin } from './zoom.ts'

const stages = {
  image: lazy(() => import('./image-stage.tsx')),
  pdf: lazy(() => import('./pdf/pdf-stage.tsx')),
  text: lazy(() => import('./text-stage.tsx')),
  code: lazy(() => import('./text-stage.tsx')),
  audio: lazy(() => import('./media-stage.tsx')),
  video: lazy(() => import('./media-stage.tsx')),
  office: lazy(() => import('./office-stage.tsx')),
}
const zooms = new Set<View['kind']>(['image', 'pdf', 'text', 'code', 'office'])
const turns = new Set<View['kind']>(['image', 'pdf', 'office'])

/** A file looked at: by its owner or a teacher by right, else by the grant of an activity. */
export type Viewed = { id: string; name: string }
type Given = {
  files: readonly Viewed[]
  at: number
  onMove: (to: number) => void
  /** An activity's grant for the file; undefined: by my own right. null: it is on its way. */
  grant?: string | undefined | null
  /** Asks the activity for a new grant. */
  onRenew?: () => void
  /** As a window over the page: a button closes it. */
  onClose?: () => void
  className?: string
}

/** Bar, stage, box at the side. Everything by keyboard: + − 0 size, R turn, F full screen, I details, arrows the next file. */
export default function Viewer({ files, at, onMove, grant, onRenew, onClose, className }: Given) {
  const t = useTexts('viewer')
  const file = files[at] ?? files[0]!
  const { data: config } = useQuery(configQuery)
  const {
    data: view,
    dataUpdatedAt: given,
    error,
    errorUpdatedAt,
    refetch,
  } = useQuery({
    ...query('GET /api/uploads/:id/view', { params: { id: file.id }, query: grant ? { grant } : {} }),
    enabled: grant !== null,
    staleTime: 3_600_000,
    refetchInterval: ({ state: { data } }) => (data?.preview?.status === 'queued' || data?.preview?.status === 'running' ? 2000 : false),
  })
  const [zoom, setZoom] = useState<number>()
  const [fit, setFit] = useState(1)
  const [turned, setTurned] = useState(0)
  const [side, setSide] = useState(false)
  const [full, setFull] = useState(false)
  const phone = usePhone()
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const frame = useRef<HTMLElement>(null)
  const sideButton = useRef<HTMLButtonElement>(null)
  // Another file is looked at anew.
  useEffect(() => {
    setZoom(undefined)
    setTurned(0)
  }, [file.id])
  useEffect(() => {
    const change = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', change)
    return () => document.removeEventListener('fullscreenchange', change)
  }, [])
  const scale = zoom ?? fit
  const canZoom = view !== undefined && zooms.has(view.kind)
  const canTurn = view !== undefined && turns.has(view.kind)
  const fullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void frame.current?.requestFullscreen?.().catch(() => {})
  }
  const renew = () => {
    if (onRenew) onRenew()
    else void refetch()
  }
  const move = (by: 1 | -1) => {
    if (files[at + by]) onMove(at + by)
  }
  const key = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as HTMLElement
    if (target.closest('input, select, textarea, [role=slider], [role=menu]')) return
    const sign = event.key.length === 1
    if (sign && !singleKeys.on()) return
    if (canZoom && (event.key === '+' || event.key === '=')) setZoom(zoomBy(scale, 1))
    else if (canZoom && event.key === '-') setZoom(zoomBy(scale, -1))
    else if (canZoom && event.key === '0') setZoom(undefined)
    else if (canTurn && event.key.toLowerCase() === 'r') setTurned((now) => (now + (event.shiftKey ? 3 : 1)) % 4)
    else if (event.key.toLowerCase() === 'f') fullScreen()
    else if (event.key.toLowerCase() === 'i') setSide((now) => !now)
    else if (event.key === 'ArrowRight') move(1)
    else if (event.key === 'ArrowLeft') move(-1)
    else return
    event.preventDefault()
  }
  const origin = config?.bytes_origin || window.location.origin
  const address = (path: string) => new URL(path, origin).href
  const props: StageProps | undefined = view && { view, given, address, zoom, onFit: setFit, turns: turned, tools, onRenew: renew }
  let stage: ReactNode = <Bone className="m-6 h-64 flex-1" />
  if (error && !view)
    stage = (
      <div className="m-auto p-6">
        <Failed
          title={problemText(error)}
          code={error instanceof CallFailed ? error.status || undefined : undefined}
          at={timeWithSeconds(errorUpdatedAt)}
          onRetry={renew}
        />
      </div>
    )
  else if (props && view && config) {
    const Stage = view.kind === 'none' ? undefined : stages[view.kind]
    stage = Stage ? (
      <Suspense key={file.id} fallback={<Bone className="m-6 h-64 flex-1" />}>
        <div className="min-h-0 min-w-0 flex-1">
          <Stage {...props} />
        </div>
      </Suspense>
    ) : (
      <DownloadInstead view={view} address={address} title={t('cannotShow')} />
    )
  }
  // What moves about inside the file: on a phone a row of its own, whose place is kept from the start.
  const inside = (
    <>
      <div ref={setTools} className="flex min-w-0 flex-wrap items-center gap-1 max-tablet:flex-1" />
      {canZoom && (
        <>
          <IconButton
            size="sm"
            label={t('zoomOut')}
            icon={ZoomOut}
            off={scale <= zoomMin ? t('zoomMin') : undefined}
            onClick={() => setZoom(zoomBy(scale, -1))}
          />
          <span className="tabular w-12 text-center text-small text-text-2 max-tablet:hidden" role="status" aria-label={t('zoom')}>
            {percent(scale * 100)}
          </span>
          <IconButton
            size="sm"
            label={t('zoomIn')}
            icon={ZoomIn}
            off={scale >= zoomMax ? t('zoomMax') : undefined}
            onClick={() => setZoom(zoomBy(scale, 1))}
          />
          <IconButton size="sm" label={t('fit')} icon={Maximize2} onClick={() => setZoom(undefined)} className="max-tablet:hidden" />
        </>
      )}
    </>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: shortcuts of the buttons in it
    <section
      ref={frame}
      aria-label={t('viewerOf', { name: file.name })}
      onKeyDown={key}
      className={classes('flex min-h-0 flex-col bg-canvas text-text', className)}
    >
      <div className="flex min-h-12 flex-wrap items-center gap-1 border-b border-line bg-surface px-2 py-1 max-tablet:gap-0.5">
        {onClose && <IconButton size="sm" label={t('close')} icon={X} onClick={onClose} />}
        {files.length > 1 && (
          <>
            <IconButton
              size="sm"
              label={t('previousFile')}
              icon={ChevronLeft}
              off={at <= 0 ? t('firstFile') : undefined}
              onClick={() => move(-1)}
            />
            <span role="status" className="tabular px-1 text-small whitespace-nowrap text-text-2">
              {t('fileOf', { at: at + 1, total: files.length })}
            </span>
            <IconButton
              size="sm"
              label={t('nextFile')}
              icon={ChevronRight}
              off={at >= files.length - 1 ? t('lastFile') : undefined}
              onClick={() => move(1)}
            />
          </>
        )}
        <h2 className="min-w-24 flex-1 truncate px-2 text-small font-semibold">{view?.name ?? file.name}</h2>
        {!phone && inside}
        {canTurn && <IconButton size="sm" label={t('turn')} icon={RotateCw} onClick={() => setTurned((now) => (now + 1) % 4)} />}
        {view?.download && view.urls.file && (
          <a
            href={`${address(view.urls.file)}?download=true`}
            download={file.name}
            data-action="upload.download"
            aria-label={t('download')}
            title={t('download')}
            className={classes(buttonLook('quiet', 'sm'), '!px-2')}
          >
            <Download aria-hidden size={18} strokeWidth={1.75} />
          </a>
        )}
        <IconButton size="sm" label={t(full ? 'smallScreen' : 'fullScreen')} icon={full ? Minimize : Maximize} onClick={fullScreen} />
        <IconButton
          ref={sideButton}
          size="sm"
          label={t('details')}
          icon={PanelRight}
          pressed={side}
          onClick={() => setSide((now) => !now)}
        />
        {phone && (!view || canZoom) && <div className="flex min-h-11 w-full flex-wrap items-center gap-0.5">{inside}</div>}
      </div>
      <div className="relative flex min-h-0 flex-1">
        {stage}
        {side && view && (
          <SideBox
            view={view}
            own={!grant}
            onClose={() => {
              setSide(false)
              sideButton.current?.focus()
            }}
          />
        )}
      </div>
    </section>
  )
}
