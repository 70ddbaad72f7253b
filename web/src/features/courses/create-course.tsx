// Dialog that creates a course from three fields; the rest is in its settings. The input is a draft on this device until the course exists.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call, newKey } from '../../client.ts'
import { choices, termOf, termsQuery } from '../../parts/course/terms.ts'
import { DraftNote } from '../../parts/drafts/draft-note.tsx'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { fieldTexts, problemText } from '../../parts/errors/problem-text.ts'
import { invalidate, query, queryClient } from '../../queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { MultiCombobox, type Option } from '../../ui/combobox.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { focusFirstFault } from '../../ui/first-fault.ts'
import { useMe } from '../../session.ts'
import { useDraft } from '../../parts/drafts/use-draft.ts'

const empty = {
  name: '',
  course_code: '',
  semester: '',
  term_id: null as string | null,
  instructors: [] as readonly Option[],
  /** The offered course that it is made of; empty: of none. */
  from: '',
  /** Its files come along. */
  files: true,
}
type TextName = 'name' | 'course_code' | 'semester'
type Form = typeof empty
type Faults = Partial<Record<keyof Form | 'form', string>>

const findPeople = async (keywords: string, signal: AbortSignal) => {
  const { users, total } = await call('GET /api/user/search', { query: { page_size: 50, ...(keywords && { keywords }) }, signal })
  return { options: users.map(({ id, name, user_no }) => ({ value: id, label: name, detail: user_no })), total }
}

export default function CreateCourse({ title, type, onClose }: { title: string; type: number | undefined; onClose: () => void }) {
  const t = useTexts('courses')
  const me = useMe()
  const navigate = useNavigate()
  const draft = useDraft('course', `new ${type ?? ''}`.trim(), 0, empty, { title, send: () => void create() })
  const form = draft.value
  const { data: known, isPending: termsPending } = useQuery(termsQuery)
  const terms = known?.terms ?? []
  // the present one until another one is chosen
  const term = form.term_id ?? termOf(terms, new Date().toISOString().slice(0, 10))?.id ?? ''
  const { data: offered } = useQuery({ ...query('GET /api/offered-courses', { query: { page_size: 100 } }), enabled: type === undefined })
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const key = useRef(newKey())
  const change = <K extends keyof Form>(field: K, value: Form[K]) => {
    draft.change({ [field]: value } as Pick<Form, K>)
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
      const body = {
        name: form.name,
        ...(form.course_code && { course_code: form.course_code }),
        ...(term ? { term_id: term } : form.semester && { semester: form.semester }),
      }
      const course = form.from
        ? await call('POST /api/offered-courses/:id/copy', {
            params: { id: form.from },
            body: { ...body, files: form.files },
            key: key.current,
          })
        : await call('POST /api/course', {
            body: {
              ...body,
              ...(type && { course_type: type }),
              ...(form.instructors.length > 0 && { instructor_ids: form.instructors.map(({ value }) => value) }),
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
      const fieldFaults = Object.fromEntries(
        Object.entries(fields).flatMap(([field, text]) => {
          const name = field === 'instructor_ids' ? 'instructors' : field
          return name in empty ? [[name, text]] : []
        }),
      )
      // A corrected form is a new request, so it gets a new idempotency key.
      key.current = newKey()
      setFaults({ ...fieldFaults, ...(Object.keys(fieldFaults).length === 0 && { form: t('notSaved', { why: problemText(error) }) }) })
      setBusy(false)
      focusFirstFault()
    }
  }
  const field = (name: TextName, label: string, help: string) => ({
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
      description={t(me.org?.publish_required === false ? 'createTextOpen' : 'createText')}
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
        {offered && offered.items.length > 0 && (
          <Select
            label={t('from')}
            value={form.from}
            onChange={(from) => change('from', from)}
            help={t('fromHelp')}
            options={[
              { value: '', label: t('fromNothing') },
              ...offered.items.map(({ id, name, template, instructors: [first] }) => ({
                value: id,
                label: template || !first ? name : t('fromOf', { name, person: first.name }),
              })),
            ]}
          />
        )}
        {form.from !== '' && <Checkbox label={t('fromFiles')} checked={form.files} onChange={(files) => change('files', files)} />}
        <div className="grid gap-4 tablet:grid-cols-2">
          <TextField {...field('course_code', t('code'), t('codeHelp'))} maxLength={64} />
          {termsPending || terms.length > 0 ? (
            <Select
              label={t('semester')}
              disabled={termsPending}
              value={term}
              error={faults.term_id}
              onChange={(id) => change('term_id', id)}
              options={[{ value: '', label: t('noTerm') }, ...choices(terms)]}
            />
          ) : (
            <TextField {...field('semester', t('semester'), t('semesterHelp'))} maxLength={64} />
          )}
        </div>
        {me.roles.includes('admin') && form.from === '' && (
          <MultiCombobox
            label={t('teachers')}
            help={t('teachersHelp')}
            value={form.instructors}
            error={faults.instructors}
            onChange={(people) => change('instructors', people)}
            search={findPeople}
          />
        )}
      </form>
    </Dialog>
  )
}
