// Dialog that puts students into groups as a file says: file, columns, what each line would do, saving.
import { parseCsv } from '@lyceum/kit/text/csv'
import { useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/errors/problem-text.ts'
import { textOf } from '../../../parts/table/file-text.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ColumnFields } from './column-fields.tsx'
import { type Columns, guessColumns, knownOf, linesFor } from './group-lines.ts'
import { PreviewGroups } from './preview-groups.tsx'
import { type Board, savePreview } from './queries.ts'

const mostLines = 5000
const mostBytes = 5 * 1024 * 1024
type Placement = Answer<'POST /api/group-sets/:id/placement'>
type Outcome = Placement['lines'][number]['outcome']
/** Lines that do nothing, and why. */
const idle: readonly Outcome[] = ['unknown', 'notStudent', 'repeated', 'groupMissing']

export default function FileDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const t = useTexts('groups')
  const [lines, setLines] = useState<string[][]>()
  const [columns, setColumns] = useState<Columns>()
  const [placement, setPlacement] = useState<Placement>()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const asked = lines && columns ? linesFor(lines, columns) : []

  const read = async ([file]: File[]) => {
    if (!file) return
    if (file.size > mostBytes) return setFault(t('fileTooLarge'))
    const found = parseCsv(await textOf(file))
    const guessed = guessColumns(found, new Set(knownOf(board).keys()))
    if (!guessed) return setFault(t('fileColumns'))
    if (found.length > mostLines) return setFault(t('fileLines', { most: mostLines }))
    setFault(undefined)
    setLines(found)
    setColumns(guessed)
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
      const { moved, undo } = await savePreview(board.id, groups)
      toast({
        text: t('distributed', { count: moved }),
        undo: () => void undo().catch((error: unknown) => toast({ text: problemText(error), error: true })),
      })
      onClose()
    })
  const changing = placement?.lines.filter(({ outcome }) => outcome === 'comes' || outcome === 'moves').length ?? 0
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
              off={changing === 0 ? t('nothingChanges') : undefined}
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
          <Outcomes placement={placement} asked={asked} first={columns?.heading ? 2 : 1} changing={changing} />
        ) : (
          <>
            <FileDrop
              title={t('fileTitle')}
              help={t('fileHelp')}
              buttonLabel={t('chooseFile')}
              accept=".csv,.txt,.tsv,text/csv"
              multiple={false}
              error={fault}
              onFiles={(files) => void read(files)}
            />
            {lines && columns && <ColumnFields label={t('groupColumn')} lines={lines} columns={columns} onChange={setColumns} />}
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
}: {
  placement: Placement
  asked: readonly { person: string; group: string }[]
  /** The number of the first line in the file. */
  first: number
  changing: number
}) {
  const t = useTexts('groups')
  const wrong = placement.lines.flatMap(({ outcome, person }, nth) =>
    idle.includes(outcome) ? [{ nth, outcome, person, line: asked[nth] }] : [],
  )
  return (
    <>
      <p>{t('wouldMove', { count: changing })}</p>
      {wrong.length > 0 && (
        <section aria-label={t('linesLeftOut', { count: wrong.length })}>
          <h3 className="mb-1 font-medium">{t('linesLeftOut', { count: wrong.length })}</h3>
          <ul className="max-h-[240px] divide-y divide-line overflow-y-auto rounded-card border">
            {wrong.map(({ nth, outcome, person, line }) => (
              <li key={nth} className="flex flex-wrap gap-x-3 px-3.5 py-1.5">
                <span className="tabular text-text-3">{t('line', { n: nth + first })}</span>
                <span className="font-medium break-all">{person?.name || line?.person || '–'}</span>
                <span className="text-text-2">{t(`outcome.${outcome as 'unknown'}`)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <PreviewGroups groups={placement.groups} />
    </>
  )
}
