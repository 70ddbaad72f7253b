// Dialog that puts students into groups as a file says: file, columns, what each line would do, saving.
import { useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { linesIn } from '../../../parts/base/table/file-text.ts'
import { useReadFile } from '../../../parts/base/table/encoding-choice.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { ColumnFields } from './column-fields.tsx'
import { type Columns, guessColumns, linesFor, numbersOf, studentsOf } from './group-lines.ts'
import { PreviewGroups } from './preview-groups.tsx'
import { type Board, newLeaders, savePreview } from './queries.ts'

const mostLines = 5000
const mostBytes = 5 * 1024 * 1024
type Placement = Answer<'POST /api/group-sets/:id/placement'>
type Outcome = Placement['lines'][number]['outcome']
/** Lines that do nothing, and why. */
const idle: readonly Outcome[] = ['unknown', 'ambiguous', 'notStudent', 'repeated', 'groupMissing']

export default function FileDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const t = useTexts('groups')
  const [lines, setLines] = useState<string[][]>()
  const [columns, setColumns] = useState<Columns>()
  const [placement, setPlacement] = useState<Placement>()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const asked = lines && columns ? linesFor(lines, columns) : []

  const show = async (text: string) => {
    const found = await linesIn(text)
    if (typeof found === 'string') return setFault(found)
    const guessed = guessColumns(found, numbersOf(studentsOf(board)))
    if (!guessed) return setFault(t('fileColumns'))
    if (found.length > mostLines) return setFault(t('fileLines', { most: mostLines }))
    setFault(undefined)
    setLines(found)
    setColumns(guessed)
  }
  const { read, readAs } = useReadFile((text) => void show(text))
  const open = ([file]: File[]) => {
    if (file && file.size > mostBytes) setFault(t('fileTooLarge'))
    else if (file) read(file)
  }
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true)
    setFault(undefined)
    try {
      await act()
    } catch (error) {
      setFault(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  const preview = () =>
    run(async () => setPlacement(await call('POST /api/group-sets/:id/placement', { params: { id: board.id }, body: { lines: asked } })))
  const save = (groups: Placement['groups']) =>
    run(async () => {
      const { moved, undo } = await savePreview(board, groups)
      toast({
        text: moved > 0 ? t('distributed', { count: moved }) : t('leadersSaved'),
        undo: () => void undo().catch((error: unknown) => toast({ text: problemText(error), error: true })),
      })
      onClose()
    })
  const changing = placement?.lines.filter(({ outcome }) => outcome === 'comes' || outcome === 'moves').length ?? 0
  const leading = placement
    ? newLeaders(board, placement.groups).length + placement.groups.filter(({ id, leader_id }) => !id && leader_id).length
    : 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('fromFile')}
      width={720}
      top
      footer={
        <>
          <Button variant="quiet" onClick={placement ? () => setPlacement(undefined) : onClose}>
            {placement ? t('back') : t('cancel')}
          </Button>
          {placement ? (
            <Button
              variant="primary"
              busy={busy}
              off={changing + leading === 0 ? t('nothingChanges') : undefined}
              onClick={() => void save(placement.groups)}
            >
              {t('saveGroups')}
            </Button>
          ) : (
            <Button variant="primary" busy={busy} off={asked.length === 0 ? t('chooseFile') : undefined} onClick={() => void preview()}>
              {t('showPreview')}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4 pb-1">
        {placement ? (
          <Outcomes placement={placement} asked={asked} first={columns?.heading ? 2 : 1} changing={changing} leading={leading} />
        ) : (
          <>
            <FileDrop
              title={t('fileTitle')}
              help={t('fileHelp')}
              buttonLabel={t('chooseFile')}
              accept=".csv,.txt,.tsv,text/csv"
              multiple={false}
              error={fault}
              onFiles={open}
            />
            {readAs}
            {lines && columns && <ColumnFields label={t('groupColumn')} lines={lines} columns={columns} withLeader onChange={setColumns} />}
          </>
        )}
        {placement && fault && (
          <Banner tone="bad" urgent>
            {fault}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}

function Outcomes({
  placement,
  asked,
  first,
  changing,
  leading,
}: {
  placement: Placement
  asked: readonly { person: string; group: string; leader?: string }[]
  /** The number of the first line in the file. */
  first: number
  changing: number
  /** Groups that get a leader, or another one. */
  leading: number
}) {
  const t = useTexts('groups')
  const numbered = placement.lines.map((line, nth) => ({ ...line, nth, asked: asked[nth] }))
  return (
    <>
      <p>
        {t('wouldMove', { count: changing })} {leading > 0 && t('wouldLead', { count: leading })}
      </p>
      <Faults
        title={(count) => t('linesLeftOut', { count })}
        first={first}
        lines={numbered.flatMap(({ nth, outcome, person, asked: line }) =>
          idle.includes(outcome) ? [{ nth, who: person?.name || line?.person, fault: t(`outcome.${outcome as 'unknown'}`) }] : [],
        )}
      />
      <Faults
        title={(count) => t('leadersLeftOut', { count })}
        first={first}
        lines={numbered.flatMap(({ nth, leader_fault, asked: line }) =>
          leader_fault ? [{ nth, who: line?.leader, fault: t(`leaderFault.${leader_fault}`) }] : [],
        )}
      />
      <PreviewGroups groups={placement.groups} />
    </>
  )
}

/** Lines of the file that say something that cannot be. */
function Faults({
  title,
  first,
  lines,
}: {
  title: (count: number) => string
  first: number
  lines: readonly { nth: number; who: string | undefined; fault: string }[]
}) {
  const t = useTexts('groups')
  if (lines.length === 0) return null
  return (
    <section aria-label={title(lines.length)}>
      <h3 className="mb-1 font-medium">{title(lines.length)}</h3>
      <ul className="max-h-[240px] divide-y divide-line overflow-y-auto rounded-card border">
        {lines.map(({ nth, who, fault }) => (
          <li key={nth} className="flex flex-wrap gap-x-3 px-3.5 py-1.5">
            <span className="tabular text-text-3">{t('line', { n: nth + first })}</span>
            <span className="font-medium break-all">{who || '–'}</span>
            <span className="text-text-2">{fault}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
