// The work in the middle: its text or one of its files by the viewer's stages, with the layer of marks over every page.
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { texts, useTexts } from '../../i18n.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { configQuery } from '../../session/session.ts'
import { usePhone } from '../../ui/dialogs/phone.tsx'
import { Bone, Empty } from '../../ui/states.tsx'
import { DownloadFallback } from '../../viewer/download-fallback.tsx'
import { type Size, turnsOf } from '../../anchors/geometry.ts'
import { boxesOf, type Mark } from '../../anchors/mark.ts'
import { type LayerTools, MarkLayer } from '../../anchors/mark-layer.tsx'
import { isConverting, isKept, pictureOf, type StageProps, type View } from '../../viewer/stage.ts'
import { openKept } from './ahead.ts'
import { type Part, viewAt } from './parts.ts'
import { viewQuery, type WorkFile } from './queries.ts'
import { type Characters, longestCode, TextSheet } from './text-sheet.tsx'
import { useMarkWords } from './use-mark-words.ts'

const stages = {
  image: lazy(() => import('../../viewer/image-stage.tsx')),
  pdf: lazy(() => import('../../viewer/pdf/pdf-stage.tsx')),
  text: lazy(() => import('../../viewer/text-stage.tsx')),
  code: lazy(() => import('../../viewer/text-stage.tsx')),
  audio: lazy(async () => (await Promise.all([import('../../viewer/media-stage.tsx'), texts('player')]))[0]),
  video: lazy(async () => (await Promise.all([import('../../viewer/media-stage.tsx'), texts('player')]))[0]),
  office: lazy(() => import('../../viewer/office-stage.tsx')),
  link: lazy(async () => (await Promise.all([import('../../viewer/link-stage.tsx'), texts('player', 'kinds')]))[0]),
}

/** Tools whose marks have a place on the paper: others belong to characters, which keep them in lines of any width. */
const needsPaper: ReadonlySet<string> = new Set(['pen', 'text', 'stamp'])

/** Whether marks can be made on a file, and how. */
export type Markable = 'pages' | 'characters' | 'times' | 'no'
export const markableOf = (view: View | undefined): Markable => {
  if (!view) return 'no'
  if (isKept(view)) return 'no'
  if (view.kind === 'pdf' || pictureOf(view) || (view.kind === 'office' && view.urls.preview)) return 'pages'
  if (view.kind === 'text' || view.kind === 'code') return view.size <= longestCode ? 'characters' : 'no'
  return view.kind === 'audio' || view.kind === 'video' ? 'times' : 'no'
}

export type StageControls = {
  zoom: number | undefined
  turns: number
  onFit: (scale: number) => void
  onMarkable: (markable: Markable) => void
  /** A mark to bring into view, anew for each object. */
  goTo: { id: string } | undefined
  /** Slot of the toolbar for the stage's own tools. */
  slot: HTMLElement | null
}

export function WorkStage({
  part,
  marks,
  tools,
  controls,
  below,
}: {
  part: Part
  /** Of this part. */
  marks: readonly Mark[]
  tools: LayerTools
  controls: StageControls
  /** Under a recording: its marks. */
  below?: ReactNode
}) {
  const t = useTexts('marking')
  const words = useMarkWords()
  const turns = turnsOf(controls.turns)
  const pageLayer = useCallback(
    (page: number, shown: Size, characters?: Characters) => (
      <MarkLayer
        number={page}
        shown={shown}
        turns={characters ? 0 : turns}
        marks={marks.filter((mark) => mark.page === page)}
        tools={tools}
        words={words}
        {...(characters && { characters })}
      />
    ),
    [marks, tools, turns, words],
  )
  const isText = 'text' in part
  const isPhone = usePhone()
  const flows = isPhone && !needsPaper.has(tools.tool) && marks.every(({ shape }) => shape.from !== undefined)
  const { data: config } = useQuery(configQuery)
  const origin = config?.bytes_origin || window.location.origin
  const pictures = useMemo(
    () =>
      new Map(
        'text' in part
          ? part.pictures?.flatMap(({ upload_id, url }) => (url ? [[upload_id, new URL(url, origin).href] as const] : []))
          : undefined,
      ),
    [part, origin],
  )
  useEffect(() => {
    if (!isText) return
    controls.onMarkable('characters')
  }, [isText])
  if (isText)
    return (
      <TextSheet
        html={part.text}
        files={pictures}
        scale={controls.zoom}
        onFit={controls.onFit}
        label={t('writtenWork')}
        flows={flows}
        layer={(shown, characters) => pageLayer(1, shown, characters)}
      />
    )
  const file: WorkFile =
    'file' in part
      ? part.file
      : { upload_id: '', name: part.name, type: '', size: 0, in_text: false, status: 'ready', sha256: null, grant: '', url: null }
  const known = 'at' in part ? viewAt(part.at, part.kind, part.name) : undefined
  return <FileStage file={file} known={known} controls={controls} layer={pageLayer} below={below} marks={marks} flows={flows} />
}

function FileStage({
  file,
  known,
  controls,
  layer,
  below,
  marks,
  flows,
}: {
  file: WorkFile
  /** In place of the server's answer. */
  known: View | undefined
  controls: StageControls
  layer: (page: number, shown: Size, characters?: Characters) => ReactNode
  below: ReactNode
  marks: readonly Mark[]
  flows: boolean
}) {
  const t = useTexts('marking')
  const { data: config } = useQuery(configQuery)
  const { data, error, errorUpdatedAt, dataUpdatedAt, refetch } = useQuery({
    ...viewQuery(file),
    enabled: file.grant !== null && !known,
    ...(known && { initialData: known }),
    refetchInterval: ({ state: { data: view } }) => (isConverting(view?.preview ?? null) ? 2000 : false),
  })
  const markable = markableOf(data)
  useEffect(() => controls.onMarkable(markable), [markable])
  const origin = config?.bytes_origin || window.location.origin
  const address = (path: string) => new URL(path, origin).href
  const area = useRef<HTMLDivElement>(null)
  // the place of a mark that was chosen elsewhere comes into view
  const { goTo } = controls
  useEffect(() => {
    const mark = goTo && marks.find(({ id }) => id === goTo.id)
    const page = mark && area.current?.querySelector<HTMLElement>(`[data-page="${mark.page}"]`)
    const box = page?.closest<HTMLElement>('[role=region]')
    if (!mark || !page || !box) return
    const y = mark.shape.y ?? boxesOf(mark.shape)[0]?.y ?? mark.shape.points?.[1] ?? 0
    box.scrollTop = page.offsetTop + (y / 1000) * page.offsetHeight - box.clientHeight / 3
  }, [goTo, markable])
  if (file.grant === null) return <Empty card={false} title={t('fileNotThere', { name: file.name })} />
  if (error && !data)
    return (
      <div className="m-auto p-6">
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      </div>
    )
  if (!data || !config) return <Bone className="m-6 h-64" />
  // what the server calls the file for who marks it: an anonymous one has no name of its own
  const view = { ...data, name: file.name }
  if (markable === 'characters')
    return (
      <TextSheet
        code={{ id: file.upload_id, grant: view.grant ?? file.grant }}
        scale={controls.zoom}
        onFit={controls.onFit}
        label={file.name}
        flows={flows}
        layer={(shown, characters) => layer(1, shown, characters)}
      />
    )
  const Stage = view.kind === 'none' || isKept(view) ? undefined : stages[view.kind]
  if (!Stage) return <DownloadFallback view={view} address={address} title={t('fileNotShown')} />
  const props: StageProps = {
    view,
    grantedAt: dataUpdatedAt,
    address,
    zoom: controls.zoom,
    onFit: controls.onFit,
    turns: controls.turns,
    tools: controls.slot,
    flows: false,
    onRenew: () => void refetch(),
    layer,
    open: openKept,
    brief: true,
  }
  return (
    <div ref={area} className="flex h-full min-h-0 flex-col bg-sunken">
      <div className="min-h-0 flex-1">
        <Suspense fallback={<Bone className="m-6 h-64" />}>
          <Stage {...props} />
        </Suspense>
      </div>
      {markable === 'times' && below}
    </div>
  )
}
