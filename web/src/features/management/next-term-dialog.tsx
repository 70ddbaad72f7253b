// Dialog that makes the next term's courses out of those selected, as one task; it shows how far that is, and what became of each.
import { useState } from 'react'
import { type CallInput, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { shiftOf } from '../../parts/learning/copies/dates.ts'
import { emptyTerm, type Term, TermFields } from '../../parts/learning/copies/term-fields.tsx'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { TaskProgress } from '../../parts/base/tasks/task-progress.tsx'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { focusFirstFault } from '../../ui/dialogs/first-fault.ts'

type Which = Pick<CallInput<'POST /api/courses/next-term'>['body'], 'course_ids' | 'conditions' | 'except_ids'>

export default function NextTermDialog({
  which,
  count,
  ofSource,
  onClose,
}: {
  which: Which
  count: number
  /** The term that all of them are in. */
  ofSource?: string | null | undefined
  onClose: () => void
}) {
  const t = useTexts('copies')
  const [term, setTerm] = useState<Term>(emptyTerm)
  const [files, setFiles] = useState(true)
  const [submitted, setSubmitted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [task, setTask] = useState<string>()
  const shift = shiftOf(term, null)
  const unnamed = !term.id && !term.year && !term.semester
  const start = async () => {
    setSubmitted(true)
    setFailure(undefined)
    if (shift === undefined || unnamed) return focusFirstFault()
    setBusy(true)
    try {
      const named = term.id
        ? { term_id: term.id }
        : { ...(term.year && { academic_year: { name: term.year } }), ...(term.semester && { semester: term.semester }) }
      setTask((await call('POST /api/courses/next-term', { body: { ...which, ...named, shift_days: shift, files } })).task_id)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('nextTitle', { count })}
      description={t('nextText')}
      width={560}
      changed={!task && (!unnamed || term.moved !== 'not' || !files)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t(task ? 'close' : 'cancel')}
          </Button>
          {!task && (
            <Button variant="primary" busy={busy} action="course.copy" onClick={() => void start()}>
              {t('nextStart')}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4 pb-1">
        {task ? (
          <TaskProgress id={task} />
        ) : (
          <>
            <TermFields
              term={term}
              change={(part) => setTerm({ ...term, ...part })}
              ofSource={ofSource}
              fault={submitted && shift === undefined}
            />
            <Checkbox label={t('files')} help={t('filesHelp')} checked={files} onChange={setFiles} />
          </>
        )}
        {submitted && unnamed && !task && (
          <Banner tone="bad" urgent>
            {t('termNeeded')}
          </Banner>
        )}
        {failure !== undefined && (
          <Banner tone="bad" urgent>
            {problemText(failure)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
