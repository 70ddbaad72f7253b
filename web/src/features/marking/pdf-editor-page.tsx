// /pdf/editor: one file with the tools for marks. Of a submission it is the marking workspace, which keeps them; any other file is downloaded
// with its marks as a PDF. Its query is that of the specification: uploadId, or an address of ours in file, imgURL or attachmentUrl.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { useAddressedGrant } from '../../parts/base/files/use-addressed-grant.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { configQuery } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Bone, Empty } from '../../ui/states.tsx'
import { numbersOf } from '../../anchors/mark.ts'
import { fileOf, ownAddress, turnsIn } from './editor-file.ts'
import { LeaveEditor } from './leave-editor.tsx'
import { submissionQuery, viewQuery } from './queries.ts'
import { colourOf, firstTools, Toolbar } from './toolbar.tsx'
import { useLocalMarks } from './use-local-marks.ts'
import { useMarkingKeys } from './use-marking-keys.ts'
import type { Part } from './parts.ts'
import { useCopyDownload } from './use-copy-download.ts'
import { useStageView } from './use-stage-view.ts'
import { WorkStage } from './work-stage.tsx'

export default function PdfEditorPage() {
  const t = useTexts('marking')
  const [parameters] = useSearchParams()
  const submission = parameters.get('submission')
  const { data, error, errorUpdatedAt, refetch } = useQuery({ ...submissionQuery(submission ?? ''), enabled: submission !== null })
  if (data) return <Navigate to={paths.markWork(data.course_id, data.activity_id, data.id)} replace />
  if (submission !== null && error)
    return (
      <div className="p-6">
        <PageTitle title={t('editorTitle')} hidden />
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      </div>
    )
  return submission === null ? <AddressedFile parameters={parameters} /> : <Bone className="m-6 h-64" />
}

function AddressedFile({ parameters }: { parameters: URLSearchParams }) {
  const t = useTexts('marking')
  const { data: config } = useSuspenseQuery(configQuery)
  const file = fileOf(parameters, (address) => ownAddress(address, config.bytes_origin || undefined), t('editorTitle'))
  const addressed = file && 'file' in file.part ? file.part.file : undefined
  const { grant, failure } = useAddressedGrant(addressed?.upload_id)
  if (!file)
    return (
      <div className="p-6">
        <PageTitle title={t('noFile')} hidden />
        <Empty title={t('noFile')} text={t('noFileText')} />
      </div>
    )
  if (failure)
    return (
      <div className="p-6">
        <PageTitle title={file.name} hidden />
        <ReadFailed {...failure} />
      </div>
    )
  if (grant === null) return <Bone className="m-6 h-64" />
  const part = addressed ? { file: { ...addressed, grant: grant ?? '' } } : file.part
  return <Editor key={file.key} part={part} name={file.name} thing={file.key} turned={turnsIn(parameters.get('rotatedAngle'))} />
}

function Editor({ part, name, thing, turned }: { part: Part; name: string; thing: string; turned: number }) {
  const t = useTexts('marking')
  const viewerText = useTexts('viewer')
  const go = useNavigate()
  const upload = 'file' in part ? part.file.upload_id : null
  const marks = useLocalMarks(thing, upload)
  // the copy holds the whole file
  const { data: shown } = useQuery({ ...viewQuery('file' in part ? part.file : { upload_id: '', grant: '' }), enabled: upload !== null })
  const mayCopy = shown?.download !== false
  const unsaved = marks.unsaved && mayCopy
  const [tools, setTools] = useState(firstTools)
  const view = useStageView(turned)
  const [selected, setSelected] = useState<string>()
  const { busy, download } = useCopyDownload()
  const numbers = useMemo(() => numbersOf(marks.marks, [upload]), [marks.marks, upload])
  const copy = async () => {
    const made = await download({ name: name.replace(/\.[a-z0-9]{1,5}$/i, ''), parts: [part], marks: marks.marks, numbers })
    if (made) marks.copied()
  }
  const select = (id: string | undefined) => {
    if (selected && selected !== id) marks.dropSilent(selected)
    setSelected(id)
  }
  const nothing = () => {}
  const [leaves, setLeaves] = useState(false)
  const back = () => (window.history.length > 1 ? void go(-1) : void go(paths.resources()))
  useMarkingKeys({
    next: nothing,
    previous: nothing,
    tool: (tool) => {
      if (tool === 'select') select(undefined)
      setTools((before) => ({ ...before, tool }))
    },
    digit: nothing,
    rubric: nothing,
    zoom: view.zoomBy,
    undo: () => marks.undo?.(),
    redo: () => marks.redo?.(),
    saveNext: nothing,
  })
  return (
    <div ref={view.frame} className="flex h-[calc(100dvh-var(--shown-bar)-var(--nav))] flex-col bg-sunken">
      <header className="flex min-h-14 items-center gap-2.5 border-b border-line bg-surface py-2 pr-4 pl-3.5">
        <IconButton label={t('backThere')} icon={ArrowLeft} onClick={() => (unsaved ? setLeaves(true) : back())} />
        <PageTitle title={name} className="min-w-0 flex-1 truncate font-title text-title font-bold max-tablet:text-section" />
        <span className="text-small text-text-2 max-tablet:hidden">{t('keptHere')}</span>
        <Button
          variant="primary"
          icon={Download}
          busy={busy}
          off={mayCopy ? undefined : viewerText('downloadOff')}
          onClick={() => void copy()}
        >
          {t('copyPdf')}
        </Button>
      </header>
      <Toolbar
        state={tools}
        onState={(change) => {
          if (change.tool) select(undefined)
          setTools((before) => ({ ...before, ...change }))
        }}
        readOnly={false}
        undo={marks.undo}
        redo={marks.redo}
        {...view.toolbar}
      />
      <div className="min-h-0 flex-1">
        <WorkStage
          part={part}
          marks={marks.marks}
          tools={{
            ...tools,
            colour: colourOf(tools),
            readOnly: false,
            numbers,
            selected,
            onSelect: select,
            onAdd: (page, mark) => {
              const id = marks.add(page, mark)
              if (mark.kind === 'comment' || mark.kind === 'highlight') select(id)
            },
            onChange: marks.change,
            onRemove: (mark) => {
              if (selected === mark.id) setSelected(undefined)
              marks.remove(mark)
            },
          }}
          controls={{ ...view.controls, goTo: undefined }}
        />
      </div>
      <LeaveEditor marks={unsaved ? 'copy' : undefined} back={{ asked: leaves, go: back, stay: () => setLeaves(false) }} />
    </div>
  )
}
