// The questions of a bank as a file for other systems.
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { saveFile } from '../../base/table/csv.ts'
import { TaskProgress, useTask } from '../../base/tasks/task-progress.tsx'
import { bytesOf } from './base64.ts'
import type { Bank } from './queries.ts'

const formats = ['moodle_xml', 'gift', 'qti', 'csv'] as const

export default function ExportDialog({ bank, onClose }: { bank: Bank; onClose: () => void }) {
  const t = useTexts('question-files')
  const [format, setFormat] = useState<(typeof formats)[number]>('moodle_xml')
  const [task, setTask] = useState<string>()
  const [busy, setBusy] = useState(false)
  const state = useTask(task)
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast({ text: problemText(error), error: true })
    } finally {
      setBusy(false)
    }
  }
  const start = () => attempt(async () => setTask((await call('POST /api/question-exports', { body: { bank_id: bank.id, format } })).task))
  const download = (id: string) =>
    attempt(async () => {
      const { name, mime, content } = await call('GET /api/question-exports/:id/file', { params: { id } })
      saveFile(name, bytesOf(content), mime)
    })
  const name = (state?.result as { name?: string } | null | undefined)?.name ?? ''
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t('exportTitle')}
      description={t('exportText', { title: bank.title })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t(task ? 'close' : 'cancel')}
          </Button>
          {!task && (
            <Button variant="primary" busy={busy} onClick={() => void start()}>
              {t('exportDo')}
            </Button>
          )}
          {task && state?.state === 'finished' && (
            <Button variant="primary" busy={busy} onClick={() => void download(task)}>
              {t('download', { name })}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-3 pb-3">
        {task ? (
          <TaskProgress id={task} />
        ) : (
          <RadioGroup
            label={t('exportFormat')}
            value={format}
            onChange={setFormat}
            options={formats.map((value) => ({ value, label: t(`formatOf.${value}`), help: t(`formatHelp.${value}`) }))}
          />
        )}
      </div>
    </Dialog>
  )
}
