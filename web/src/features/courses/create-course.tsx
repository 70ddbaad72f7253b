// Dialog that creates a course from three fields; the rest is in its settings. The input is a draft on this device until the course exists.
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call, newKey } from '../../client.ts'
import { DraftNote } from '../../parts/drafts/draft-note.tsx'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { fieldTexts, problemText } from '../../parts/errors/problem-text.ts'
import { invalidate, query, queryClient } from '../../queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { focusFirstFault } from '../../ui/first-fault.ts'
import { useDraft } from '../../parts/drafts/use-draft.ts'

const empty = { name: '', course_code: '', semester: '' }
type Form = typeof empty
type Faults = Partial<Record<keyof Form | 'form', string>>

export default function CreateCourse({ title, type, onClose }: { title: string; type: number | undefined; onClose: () => void }) {
  const t = useTexts('courses')
  const navigate = useNavigate()
  const draft = useDraft('course', `new ${type ?? ''}`.trim(), 0, empty, { title, send: () => void create() })
  const form = draft.value
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const key = useRef(newKey())
  const change = (field: keyof Form, value: string) => {
    draft.change({ [field]: value })
    setFaults({ ...faults, [field]: undefined, form: undefined })
  }
  const create = async () => {
    if (busy) return
    if (!form.name) {
      setFaults({ name: t('nameMissing') })
      focusFirstFault()
      return
    }
    setBusy(true)
    try {
      const course = await call('POST /api/course', {
        body: {
          name: form.name,
          ...(type && { course_type: type }),
          ...(form.course_code && { course_code: form.course_code }),
          ...(form.semester && { semester: form.semester }),
        },
        key: key.current,
      })
      queryClient.setQueryData(query('GET /api/courses/:id', { params: { id: course.id } }).queryKey, course)
      await draft.discard()
      void invalidate('GET /api/my-courses', 'POST /api/courses')
      onClose()
      navigate(paths.content(course.id))
    } catch (error) {
      const fields = fieldTexts(error)
      const fieldFaults = Object.fromEntries(Object.entries(fields).filter(([field]) => field in empty))
      // A corrected form is a new request, so it gets a new idempotency key.
      key.current = newKey()
      setFaults({ ...fieldFaults, ...(Object.keys(fieldFaults).length === 0 && { form: t('notSaved', { why: problemText(error) }) }) })
      setBusy(false)
      focusFirstFault()
    }
  }
  const field = (name: keyof Form, label: string, help: string) => ({
    label,
    help,
    value: form[name],
    error: faults[name],
    onChange: (value: string) => change(name, value),
  })
  return (
    <Dialog
      open
      title={title}
      description={t('createText')}
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="create-course" busy={busy}>
            {title}
          </Button>
        </>
      }
    >
      <form
        id="create-course"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
        className="space-y-4 pb-2"
      >
        <DraftNote draft={draft} />
        {faults.form && (
          <Banner tone="bad" urgent>
            {faults.form}
          </Banner>
        )}
        <TextField {...field('name', t('name'), t('nameHelp'))} autoFocus maxLength={200} required />
        <div className="grid gap-4 tablet:grid-cols-2">
          <TextField {...field('course_code', t('code'), t('codeHelp'))} maxLength={64} />
          <TextField {...field('semester', t('semester'), t('semesterHelp'))} maxLength={64} />
        </div>
      </form>
    </Dialog>
  )
}
