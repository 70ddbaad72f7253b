// The way back from a change of many people, below its task: for ten minutes after its end.
import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { useTask } from '../../../parts/base/tasks/task-progress.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'

/** Milliseconds in which the server undoes it. */
const span = 600_000

/** `onTask` gets the task that undoes it. */
export default function UndoChange({ id, onTask }: { id: string; onTask: (id: string) => void }) {
  const t = useTexts('ui')
  const task = useTask(id)
  const [busy, setBusy] = useState(false)
  const end = task?.ended_at && task.kind === 'changePeople' && changedIn(task.result) !== 0 ? Date.parse(task.ended_at) + span : 0
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(0, end - Date.now()))
    setOver(end <= Date.now())
    return () => clearTimeout(timer)
  }, [end])
  if (over || end === 0) return null
  const undo = async () => {
    setBusy(true)
    try {
      onTask((await call('POST /api/users/changes/undo', { body: { task: id } })).task)
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={Undo2} busy={busy} onClick={() => void undo()}>
      {t('undo')}
    </Button>
  )
}

/** A change that was cancelled or has failed may have changed people: it has no result. */
const changedIn = (result: object | null): number | undefined => (result as { changed?: number } | null)?.changed
