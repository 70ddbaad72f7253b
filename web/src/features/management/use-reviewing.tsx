// Agreeing to a course and sending it back, wherever its row stands: agreement with undo, sending back with a reason.
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { reviewCourse } from '../../parts/learning/course/review.ts'
import { problemText, refusal } from '../../parts/base/errors/problem-text.ts'
import { invalidate } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../ui/fields/form.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import type { ReviewedCourse } from './queries.ts'

type Reviewed = Pick<ReviewedCourse, 'id' | 'name' | 'display_name'> & { returned?: ReviewedCourse['returned'] }
export type Reviewing = {
  agree: (course: Reviewed) => void
  sendBack: (course: Reviewed) => void
  /** The course whose review is being sent. */
  busy: string | undefined
  dialog: ReactNode
}
const nameOf = ({ name, display_name }: Reviewed) => display_name || name

export function useReviewing(): Reviewing {
  const t = useTexts('management')
  const [busy, setBusy] = useState<string>()
  const [asked, setAsked] = useState<Reviewed>()
  const failed = (error: unknown) => {
    toast({ text: problemText(error), error: true })
    // the course may be gone
    void invalidate('GET /api/management/reviews')
  }
  const undo = ({ id, returned }: Reviewed) => void reviewCourse(id, 'unreviewed', returned?.reason).catch(failed)
  const agree = (course: Reviewed) => {
    setBusy(course.id)
    void reviewCourse(course.id, 'reviewed')
      .then(() => toast({ text: t('agreed', { name: nameOf(course) }), undo: () => undo(course) }), failed)
      .finally(() => setBusy(undefined))
  }
  const dialog = asked && (
    <SendBack
      course={asked}
      onClose={() => setAsked(undefined)}
      onDone={() => {
        const course = asked
        setAsked(undefined)
        toast({ text: t('sentBack', { name: nameOf(course) }), undo: () => undo({ ...course, returned: null }) })
      }}
    />
  )
  return { agree, sendBack: setAsked, busy, dialog }
}

function SendBack({ course, onClose, onDone }: { course: Reviewed; onClose: () => void; onDone: () => void }) {
  const t = useTexts('management')
  const form = useForm({
    start: { reason: course.returned?.reason ?? '' },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : t('reasonMissing') }),
    explain: refusal,
    send: async ({ reason }) => {
      await reviewCourse(course.id, 'unreviewed', reason)
      onDone()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      changed={form.changed}
      title={t('sendBackTitle', { name: nameOf(course) })}
      description={t('sendBackHelp')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="send-back" busy={form.busy}>
            {t('sendBack')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="send-back">
        <TextArea {...form.field('reason')} label={t('reason')} rows={4} maxLength={500} autoFocus />
      </FormFrame>
    </Dialog>
  )
}
