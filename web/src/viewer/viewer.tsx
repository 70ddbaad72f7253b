// Viewer of files: toolbar, stage of the file's kind, details panel.
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download, Maximize, Maximize2, Minimize, PanelRight, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import type { StageHandle } from '../anchors/stage-handle.ts'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { texts, useTexts } from '../i18n.ts'
import { ReadFailed } from '../parts/base/errors/read-failed.tsx'
import { useKeySet } from '../ui/menus/key-sets.ts'
import { singleKeys } from '../ui/menus/single-keys.ts'
import { useOpenQuery } from '../session/guest-reads.ts'
import { configQuery } from '../session/session.ts'
import { buttonLook } from '../ui/button.tsx'
import { classes } from '../ui/class-names.ts'
import { percent } from '../ui/format.ts'
import { toggleFullScreen } from '../ui/full-screen.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { usePhone } from '../ui/dialogs/phone.tsx'
import { Bone } from '../ui/states.tsx'
import { DownloadFallback } from './download-fallback.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { type OverStage, panels, type ReadIn } from './panels.ts'
import { isConverting, isKept, type StageProps, type View } from './stage.ts'
import { zoomBy, zoomMax, zoomMin } from './zoom.ts'

const stages = {
  image: lazy(() => import('./image-stage.tsx')),
  pdf: lazy(() => import('./pdf/pdf-stage.tsx')),
  text: lazy(() => import('./text-stage.tsx')),
  code: lazy(() => import('./text-stage.tsx')),
  audio: lazy(async () => (await Promise.all([import('./media-stage.tsx'), texts('player')]))[0]),
  video: lazy(async () => (await Promise.all([import('./media-stage.tsx'), texts('player')]))[0]),
  office: lazy(() => import('./office-stage.tsx')),
  link: lazy(async () => (await Promise.all([import('./link-stage.tsx'), texts('player', 'kinds')]))[0]),
}
const zoomableKinds = new Set<View['kind']>(['image', 'pdf', 'text', 'code'])
const turnableKinds = new Set<View['kind']>(['image', 'pdf'])

/** A file to view: its owner and teachers may by their own right, others, guests too, by the grant of an activity. */
export type ViewerFile = { id: string; name: string; grant?: string }
type ViewerProps = {
  files: readonly ViewerFile[]
  index: number
  onMove: (to: number) => void
  /** An activity's grant for the file; undefined: by my own right; null: not loaded yet. */
  grant?: string | undefined | null
  /** Requests a new grant of the activity. */
  onRenew?: () => void
  /** Receives the pages in view, of files that have pages. */
  onPages?: ((pages: readonly number[]) => void) | undefined
  /** The activity that shows the files: the panels that belong to it stand beside them. */
  place?: ReadIn | undefined
  /** Shows a close button, for the window over the page. */
  onClose?: () => void
  /** The reader teaches here: of a file that cannot be shown they read what students get. */
  teaches?: boolean
  /** On a phone a document is as long as its pages, and scrolls with the page around it; a short one fills the least height of `className`,
   *  so that nothing below moves while it opens. */
  flows?: boolean
  className?: string
}

/** Keys: + − 0 zoom, R rotation, F full screen, I details, N notes, arrows the next and previous file. */
export default function Viewer(given: ViewerProps) {
  const { files, index, onMove, grant: givenGrant, onRenew, onPages, place, onClose, teaches, flows = false, className } = given
  const t = useTexts('viewer')
  const file = files[index] ?? files[0]!
  const grant = givenGrant === undefined ? file.grant : givenGrant
  const { data: config } = useQuery(configQuery)
  const query = useOpenQuery()
  const {
    data: view,
    dataUpdatedAt: grantedAt,
    error,
    errorUpdatedAt,
    refetch,
  } = useQuery({
    ...query('GET /api/uploads/:id/view', { params: { id: file.id }, query: grant ? { grant } : {} }),
    enabled: grant !== null,
    staleTime: 3_600_000,
    refetchInterval: ({ state: { data } }) => (isConverting(data?.preview ?? null) ? 2000 : false),
  })
  const [zoom, setZoom] = useState<number>()
  const [fit, setFit] = useState(1)
  const [quarterTurns, setQuarterTurns] = useState(0)
  /** The panel beside the stage: its id, or that of the details. */
  const [open, setOpen] = useState<string | undefined>(place?.note && 'notes')
  const [handle, setHandle] = useState<StageHandle>()
  const [over, setOver] = useState<OverStage>({})
  const opener = useRef<HTMLElement>(null)
  const [fullScreen, setFullScreen] = useState(false)
  const phone = usePhone()
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const frame = useRef<HTMLElement>(null)
  // another file starts unzoomed and unrotated
  useEffect(() => {
    setZoom(undefined)
    setQuarterTurns(0)
  }, [file.id])
  useEffect(() => {
    const onFullScreenChange = () => setFullScreen(document.fullscreenElement !== null && document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', onFullScreenChange)
    return () => document.removeEventListener('fullscreenchange', onFullScreenChange)
  }, [])
  const scale = zoom ?? fit
  const isPdf = view?.kind === 'pdf' || (view?.kind === 'office' && view.urls.preview !== null)
  const canZoom = view !== undefined && (isPdf || view.drawn !== null || zoomableKinds.has(view.kind))
  const canTurn = view !== undefined && (isPdf || turnableKinds.has(view.kind))
  const isFlowing = flows && phone && (isPdf || view?.drawn === 'docx') && !fullScreen
  useKeySet('viewer')
  useKeySet(canZoom ? 'zoom' : undefined)
  const renew = () => {
    if (onRenew) onRenew()
    else void refetch()
  }
  const moveBy = (by: 1 | -1) => {
    if (files[index + by]) onMove(index + by)
  }
  const offered = place && view ? panels.filter(({ takes }) => takes(view)) : []
  const Panel = offered.find(({ id }) => id === open)?.Panel
  const toggle = (id: string) => setOpen((current) => (current === id ? undefined : id))
  const closePanel = () => {
    setOpen(undefined)
    opener.current?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as HTMLElement
    if (target.closest('input, select, textarea, [role=slider], [role=menu]')) return
    const sign = event.key.length === 1
    if (sign && !singleKeys.on()) return
    if (canZoom && (event.key === '+' || event.key === '=')) setZoom(zoomBy(scale, 1))
    else if (canZoom && event.key === '-') setZoom(zoomBy(scale, -1))
    else if (canZoom && event.key === '0') setZoom(undefined)
    else if (canTurn && event.key.toLowerCase() === 'r') setQuarterTurns((current) => (current + (event.shiftKey ? 3 : 1)) % 4)
    else if (event.key.toLowerCase() === 'f') toggleFullScreen(frame.current)
    else if (event.key.toLowerCase() === 'i') toggle('details')
    else if (offered.some(({ key }) => key === event.key.toLowerCase()))
      toggle(offered.find(({ key }) => key === event.key.toLowerCase())!.id)
    else if (event.key === 'Escape' && open) closePanel()
    else if (event.key === 'ArrowRight') moveBy(1)
    else if (event.key === 'ArrowLeft') moveBy(-1)
    else return
    event.preventDefault()
  }
  const origin = config?.bytes_origin || window.location.origin
  const address = (path: string) => new URL(path, origin).href
  const stageProps: StageProps | undefined = view && {
    view,
    grantedAt,
    address,
    zoom,
    onFit: setFit,
    turns: quarterTurns,
    tools,
    flows: isFlowing,
    teaches,
    onRenew: renew,
    onPages,
    layer: over.layer && ((page, shown) => over.layer?.(page, shown, quarterTurns)),
    ticks: over.ticks,
    onHandle: setHandle,
  }
  let stage: ReactNode = <Bone className="m-6 h-64 flex-1" />
  if (error && !view)
    stage = (
      <div className="m-auto p-6">
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={renew} />
      </div>
    )
  else if (stageProps && view && config) {
    const Stage = view.kind === 'none' || isKept(view) ? undefined : stages[view.kind]
    stage = Stage ? (
      <Suspense key={file.id} fallback={<Bone className="m-6 h-64 flex-1" />}>
        <div className={classes('min-h-0 min-w-0 flex-1', isFlowing && 'grid grid-cols-1')}>
          <Stage {...stageProps} />
        </div>
      </Suspense>
    ) : (
      <DownloadFallback view={view} address={address} teaches={teaches} title={t('cannotShow')} />
    )
  }
  // Tools of the stage and zoom: on a phone a row of their own, reserved from the start.
  const fileControls = (
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
      onKeyDown={onKey}
      className={classes('flex min-h-0 flex-col bg-canvas text-text', className, isFlowing && '!h-auto !overflow-visible')}
    >
      <div
        className={classes(
          'flex min-h-12 flex-wrap items-center gap-1 border-b border-line bg-surface px-2 py-1 max-tablet:gap-0.5',
          // below the header of the activity
          isFlowing && 'sticky top-[calc(var(--shown-bar)+58px)] z-10 rounded-t-card [@media(max-height:400px)]:static',
        )}
      >
        {onClose && <IconButton size="sm" label={t('close')} icon={X} onClick={onClose} />}
        {files.length > 1 && (
          <>
            <IconButton
              size="sm"
              label={t('previousFile')}
              icon={ChevronLeft}
              off={index <= 0 ? t('firstFile') : undefined}
              onClick={() => moveBy(-1)}
            />
            <span role="status" className="tabular px-1 text-small whitespace-nowrap text-text-2">
              {t('fileOf', { at: index + 1, total: files.length })}
            </span>
            <IconButton
              size="sm"
              label={t('nextFile')}
              icon={ChevronRight}
              off={index >= files.length - 1 ? t('lastFile') : undefined}
              onClick={() => moveBy(1)}
            />
          </>
        )}
        <h2 className="min-w-24 flex-1 truncate px-2 max-tablet:min-w-0 text-small font-semibold">{view?.name ?? file.name}</h2>
        {!phone && fileControls}
        {canTurn && (
          <IconButton size="sm" label={t('turn')} icon={RotateCw} onClick={() => setQuarterTurns((current) => (current + 1) % 4)} />
        )}
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
        <IconButton
          size="sm"
          label={t(fullScreen ? 'smallScreen' : 'fullScreen')}
          icon={fullScreen ? Minimize : Maximize}
          onClick={() => toggleFullScreen(frame.current)}
        />
        {[...offered, { id: 'details', label: 'details' as const, icon: PanelRight }].map(({ id, label, icon }) => (
          <IconButton
            key={id}
            size="sm"
            label={t(label)}
            icon={icon}
            pressed={open === id}
            onClick={(event) => {
              opener.current = event.currentTarget
              toggle(id)
            }}
          />
        ))}
        {phone && (!view || canZoom) && <div className="flex min-h-11 w-full flex-wrap items-center gap-0.5">{fileControls}</div>}
      </div>
      <div className="relative flex min-h-0 flex-1">
        {stage}
        {open === 'details' && view && <DetailsPanel view={view} byOwnRight={!grant} onClose={closePanel} />}
        {Panel && view && place && (
          <Suspense fallback={phone ? null : <div className="w-[290px] shrink-0 border-l border-line bg-sunken" />}>
            <Panel view={view} place={place} handle={handle} onOver={setOver} onClose={closePanel} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
