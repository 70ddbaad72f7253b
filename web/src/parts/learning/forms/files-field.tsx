// The files of an activity in its dialogs: dropped, picked, of mine or embedded by their address; sorted, exchanged and taken out where there may be several.
import { CircleAlert, FileUp, Link, X } from 'lucide-react'
import { Suspense, useId, useRef, useState } from 'react'
import type { FileRules } from '../../../activity-types/form.ts'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Tile } from '../../../ui/marks/chip.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { bytes } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SortLiveText, sortClasses, SortHandle } from '../../../ui/order/sort-handle.tsx'
import { useSortable } from '../../../ui/order/sortable.ts'
import { withMoved } from '../../../ui/order/sorting.ts'
import { fileLook } from '../../base/files/file-icons.ts'
import { partition, type Refusal, withShortName } from '../../base/uploads/file-rules.ts'
import { useRefusalText } from '../../base/uploads/refusal-text.ts'
import { UploadProgress } from '../../base/uploads/upload-progress.tsx'
import { EmbedDialog } from './embed-dialog.ts'
import type { ChosenFile, ChosenFiles, ExistingFile } from './use-chosen-files.ts'

type Props = {
  rules: FileRules
  chosen: ChosenFiles
  /** Mine, to choose from. */
  ownFiles: readonly ExistingFile[]
  fault: string | undefined
  /** Told the name of each that is added. */
  onName?: (name: string) => void
}

/** A file that cannot be accepted shows the reason before any byte is sent. */
export function FilesField({ rules, chosen, ownFiles, fault, onName }: Props) {
  const t = useTexts('course')
  const refusalText = useRefusalText()
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const [embedding, setEmbedding] = useState(false)
  const { files } = chosen
  const full = files.length >= rules.most
  const send = (given: File[], place?: string) => {
    const { accepted, refused } = partition(rules.shortens ? given.map(withShortName) : given, {
      ...(rules.extensions && { extensions: rules.extensions }),
      ...(rules.size && { maxSize: rules.size }),
    })
    setRefusals(refused)
    const taken = accepted.slice(0, place ? 1 : rules.most - files.length)
    chosen.send(taken, place)
    if (taken[0]) onName?.(taken[0].name)
  }
  const choose = (file: ExistingFile | undefined) => {
    if (!file) return
    chosen.choose(file)
    onName?.(file.name)
  }
  const mine = ownFiles.filter(({ id }) => !files.some((file) => file.id === id))
  return (
    <div className="space-y-3">
      {files.length > 0 && (
        <ChosenList chosen={chosen} accept={rules.accept} sorted={rules.most > 1} onFile={(file, at) => send([file], at)} />
      )}
      {!full && (
        <FileDrop
          title={t(rules.drop)}
          help={t(rules.dropHelp)}
          buttonLabel={t(rules.most > 1 ? 'chooseFiles' : 'chooseFile')}
          accept={rules.accept}
          multiple={rules.most > 1}
          onFiles={send}
        />
      )}
      {refusals.map((refusal) => (
        <Fault key={refusal.name} text={`${refusal.name}: ${refusalText.file(refusal)}`} />
      ))}
      {fault && refusals.length === 0 && <Fault text={fault} />}
      {!full && (
        <div className="flex flex-wrap items-end gap-3">
          {mine.length > 0 && (
            <Select
              label={t(rules.most > 1 ? 'alsoMine' : 'orMine')}
              value=""
              onChange={(id) => choose(mine.find((file) => file.id === id))}
              options={[{ value: '', label: t('none') }, ...mine.map(({ id, name }) => ({ value: id, label: name }))]}
              className="min-w-0 flex-1 basis-52"
            />
          )}
          {rules.links && (
            <Button icon={Link} onClick={() => setEmbedding(true)}>
              {t('embed')}
            </Button>
          )}
        </div>
      )}
      {embedding && (
        <Suspense>
          <EmbedDialog onEmbedded={choose} onClose={() => setEmbedding(false)} />
        </Suspense>
      )}
    </div>
  )
}

function ChosenList({
  chosen,
  accept,
  sorted,
  onFile,
}: {
  chosen: ChosenFiles
  accept: string
  sorted: boolean
  onFile: (file: File, place: string) => void
}) {
  const t = useTexts('course')
  const kind = useId()
  const { files } = chosen
  const group = { id: kind, items: files.map(({ at }) => at) }
  const sorting = useSortable({
    kind,
    groups: [group],
    name: (at) => files.find((file) => file.at === at)?.name ?? '',
    onMove: (at, to) => chosen.sort(withMoved([group], at, to)[0]?.items ?? group.items),
  })
  const order = sorting.groups[0]?.items ?? group.items
  const sortable = sorted && files.length > 1
  return (
    <div ref={sorting.list}>
      <ul aria-label={t('filesOf')} className="divide-y divide-line rounded-card border border-line">
        {order.map((at) => {
          const file = files.find((one) => one.at === at)
          return (
            file && (
              <li key={at} {...sorting.row(at)} className={`relative flex min-h-14 items-center gap-3 p-2.5 ${sortClasses(sorting, at)}`}>
                {sortable && <SortHandle sorting={sorting} id={at} name={file.name} />}
                <FileLine file={file} />
                <Exchange label={t('exchangeFile', { name: file.name })} accept={accept} onFile={(next) => onFile(next, at)} />
                <IconButton label={t('takeFile', { name: file.name })} icon={X} size="sm" onClick={() => chosen.take(at)} />
              </li>
            )
          )
        })}
      </ul>
      <SortLiveText sorting={sorting} />
    </div>
  )
}

function FileLine({ file: { name, size, type, file, item } }: { file: ChosenFile }) {
  const look = fileLook(type)
  return (
    <>
      <Tile tone={look.tone} icon={look.icon} />
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-x-3 text-body font-medium max-tablet:flex-wrap">
          <span className="truncate max-tablet:line-clamp-2 max-tablet:whitespace-normal max-tablet:wrap-anywhere">{name}</span>
          {file?.type !== 'link' && <span className="tabular shrink-0 text-small font-normal text-text-3">{bytes(size)}</span>}
        </p>
        {item && <UploadProgress item={item} />}
      </div>
    </>
  )
}

/** Another file in the place of this one. */
function Exchange({ label, accept, onFile }: { label: string; accept: string; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label={label} icon={FileUp} size="sm" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}

const Fault = ({ text }: { text: string }) => (
  <p role="alert" className="flex items-start gap-1.5 text-caption text-bad-text">
    <CircleAlert aria-hidden size={14} strokeWidth={2} className="mt-px shrink-0" />
    {text}
  </p>
)
