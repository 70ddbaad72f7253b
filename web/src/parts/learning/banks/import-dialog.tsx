// Questions from a file of another system, or from a text: everything is shown before it is imported, then the import is followed to its end.
import { useState } from 'react'
import type { Encoding } from '@lyceum/kit/text/encodings'
import { type Answer, call } from '../../../client.ts'
import { translateIfPresent, useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../../ui/fields/field.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { number } from '../../../ui/format.ts'
import { Table } from '../../../ui/table/table.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { languageOfFiles } from '../../../session/session.ts'
import { ReadAs } from '../../base/table/encoding-choice.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { useAttempt } from '../../base/errors/use-attempt.ts'
import { TaskProgress, useTask } from '../../base/tasks/task-progress.tsx'
import { base64Of } from './base64.ts'
import { type Bank, banksChanged } from './queries.ts'

type Preview = Answer<'POST /api/question-imports/preview'>
type ChosenText = { name: string; content: string; encoding?: Encoding }
const mostBytes = 24 * 1024 ** 2

export default function ImportDialog({ bank, folder, onClose }: { bank: Bank; folder: string | null; onClose: () => void }) {
  const t = useTexts('question-files')
  const [given, setGiven] = useState<ChosenText>()
  const [pasted, setPasted] = useState('')
  const [preview, setPreview] = useState<Preview>()
  const [skip, setSkip] = useState<ReadonlySet<number>>(new Set())
  const [task, setTask] = useState<string>()
  const { busy, problem, setProblem, attempt } = useAttempt('content')
  const look = (file: ChosenText) =>
    attempt(async () => {
      setPreview(await call('POST /api/question-imports/preview', { body: { ...file, language: languageOfFiles(), bank_id: bank.id } }))
      setSkip(new Set())
      setGiven(file)
    })
  const start = () =>
    attempt(async () => {
      if (!given) return
      const made = await call('POST /api/question-imports', {
        body: { ...given, language: languageOfFiles(), bank_id: bank.id, folder_id: folder, skip: [...skip] },
      })
      setTask(made.task)
    })
  const open = async (file: File) => {
    if (file.size > mostBytes) setProblem(t('fileTooLarge'))
    else await look({ name: file.name, content: base64Of(new Uint8Array(await file.arrayBuffer())) })
  }
  const count = preview ? preview.items.filter(({ item, outcome }) => outcome !== 'skipped' && !skip.has(item)).length : 0
  const off = preview ? (count === 0 ? t('nothing') : undefined) : t('choose')
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      title={t('importTitle')}
      description={t('importText')}
      footer={
        task ? (
          <Button variant="primary" onClick={onClose}>
            {t('close')}
          </Button>
        ) : (
          <>
            <Button variant="quiet" onClick={onClose}>
              {t('cancel')}
            </Button>
            {preview && (
              <Button
                onClick={() => {
                  setPreview(undefined)
                  setProblem('')
                }}
              >
                {t('back')}
              </Button>
            )}
            {preview ? (
              <Button variant="primary" busy={busy} off={off} onClick={() => void start()}>
                {t('importDo', { count })}
              </Button>
            ) : (
              <Button
                variant="primary"
                busy={busy}
                off={pasted.trim() === '' ? off : undefined}
                onClick={() => void look({ name: 'text.txt', content: base64Of(new TextEncoder().encode(pasted)) })}
              >
                {t('look')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="space-y-3 pb-3">
        {problem && (
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        )}
        {task ? (
          <Imported task={task} onClose={onClose} />
        ) : preview ? (
          <>
            <div className="flex flex-wrap items-end justify-between gap-3">
              <p className="text-small text-text-2">{t('format', { name: t(`formatOf.${preview.format}`) })}</p>
              {preview.encoding && given && (
                <ReadAs
                  encoding={preview.encoding}
                  replaced={preview.replaced}
                  onChange={(encoding) => void look({ ...given, encoding })}
                />
              )}
            </div>
            <p role="status">
              {t('counts', {
                imported: number(preview.counts.imported),
                converted: number(preview.counts.converted),
                skipped: number(preview.counts.skipped),
              })}
            </p>
            <Table
              caption={t('preview')}
              rows={preview.items}
              rowKey={({ item }) => item}
              compact
              columns={[
                {
                  key: 'question',
                  head: t('question'),
                  cell: ({ item, title, excerpt, outcome, code, params, about }) => (
                    <span className="flex items-start gap-2">
                      <Checkbox
                        label={t('take', { title })}
                        hideLabel
                        checked={outcome !== 'skipped' && !skip.has(item)}
                        off={outcome === 'skipped' ? outcomeText(code ?? 'questionImport.unreadable', params) : undefined}
                        onChange={(take) => setSkip(new Set(take ? [...skip].filter((one) => one !== item) : [...skip, item]))}
                      />
                      <span className="min-w-0 [overflow-wrap:anywhere]">
                        {title}
                        {excerpt !== '' && excerpt !== title && <span className="block text-caption text-text-3">{excerpt}</span>}
                        {about !== null && (
                          <span className="block text-caption text-text-3">{t('about', { title: titleOf(preview, about) })}</span>
                        )}
                      </span>
                    </span>
                  ),
                },
                { key: 'type', head: t('type'), width: 130, cell: ({ type }) => translateIfPresent('questions', `type.${type}`) ?? '' },
                {
                  key: 'becomes',
                  head: t('becomes'),
                  width: 240,
                  cell: ({ notes }) =>
                    notes.length === 0 ? (
                      t('asItIs')
                    ) : (
                      <ul className="space-y-1">
                        {[...new Set(notes.map(({ code, params }) => outcomeText(code, params)))].map((text) => (
                          <li key={text}>{text}</li>
                        ))}
                      </ul>
                    ),
                },
              ]}
            />
          </>
        ) : (
          <>
            <FileDrop
              title={t('file')}
              help={t('fileHelp')}
              buttonLabel={t('chooseFile')}
              accept=".xml,.txt,.gift,.zip,.csv,.tsv"
              multiple={false}
              busy={busy}
              onFiles={([file]) => file && void open(file)}
            />
            <TextArea label={t('paste')} help={t('pasteHelp')} rows={6} value={pasted} onChange={setPasted} />
          </>
        )}
      </div>
    </Dialog>
  )
}

const titleOf = ({ items }: Preview, at: number): string => items.find(({ item }) => item === at)?.title ?? ''
const outcomeText = (code: string, params: object): string =>
  translateIfPresent('errors', code, params as Record<string, string | number>) ?? code

/** The import as it runs; what it has made can be taken back. */
function Imported({ task, onClose }: { task: string; onClose: () => void }) {
  const t = useTexts('question-files')
  const state = useTask(task)?.state
  const [busy, setBusy] = useState(false)
  const takeBack = async () => {
    setBusy(true)
    try {
      const ids: string[] = []
      for (let page = 1, pages = 1; page <= pages; page++) {
        const list = await call('GET /api/question-imports/:id/items', { params: { id: task }, query: { page, page_size: 100 } })
        ids.push(...list.items.flatMap(({ id }) => id ?? []))
        pages = list.pages
      }
      if (ids.length > 0) await call('POST /api/questions/bulk', { body: { action: 'delete', ids } })
      toast({ text: t('undone') })
      onClose()
    } catch (error) {
      toast({ text: problemText(error), error: true })
    } finally {
      setBusy(false)
      await banksChanged()
    }
  }
  return (
    <>
      <TaskProgress id={task} onEnd={() => void banksChanged()} />
      {state && state !== 'running' && (
        <Button busy={busy} onClick={() => void takeBack()}>
          {t('undo')}
        </Button>
      )}
    </>
  )
}
