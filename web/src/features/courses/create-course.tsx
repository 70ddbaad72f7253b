// Dialog that creates a course from three fields; the rest is in its settings. The input is a draft on this device until the course exists.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call, newKey } from '../../client.ts'
import { type Dates, datesIn, shiftOf } from '../../parts/learning/copies/dates.ts'
import { DatesFields } from '../../parts/learning/copies/term-fields.tsx'
import { choices, termOf, termsQuery } from '../../parts/learning/course/terms.ts'
import { DraftNote } from '../../parts/base/drafts/draft-note.tsx'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { fieldTexts, problemText } from '../../parts/base/errors/problem-text.ts'
import { invalidate, query, queryClient } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox, MultiCombobox, type Option } from '../../ui/fields/combobox.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Select, TextField } from '../../ui/fields/field.tsx'
import { focusFirstFault } from '../../ui/dialogs/first-fault.ts'
import { useMe } from '../../session/session.ts'
import { useDraft } from '../../parts/base/drafts/use-draft.ts'

const empty = {
  name: '',
  course_code: '',
  semester: '',
  term_id: null as string | null,
  instructors: [] as readonly Option[],
  /** The offered course that it is made of, and its first day; null: of none. */
  source: null as (Option & { start: string | null; term?: string | null }) | null,
  /** null: as the term proposes it. */
  dates: null as Dates | null,
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

const offers = (keyword: string) =>
  query('GET /api/offered-courses', { query: { page_size: 50, ...(keyword && { conditions: JSON.stringify({ keyword }) }) } })
const findOffers = async (keyword: string) => {
  const { items, total } = await queryClient.fetchQuery(offers(keyword))
  const options = items.map(({ id, name, template, instructors: [first], start_date, term_id, semester }) => ({
    value: id,
    label: name,
    detail: [!template && first?.name, semester].filter(Boolean).join(' · '),
    start: start_date,
    term: term_id,
  }))
  return { options, total }
}

export default function CreateCourse({ title, type, onClose }: { title: string; type: number | undefined; onClose: () => void }) {
  const t = useTexts('courses')
  const tc = useTexts('copies')
  const me = useMe()
  const navigate = useNavigate()
  const draft = useDraft('course', `new ${type ?? ''}`.trim(), 0, empty, { title, send: () => void create() })
  const form = draft.value
  const { data: known, isPending: termsPending } = useQuery(termsQuery)
  const terms = known?.terms ?? []
  // the present one until another one is chosen
  const term = form.term_id ?? termOf(terms, new Date().toISOString().slice(0, 10))?.id ?? ''
  const { data: offered } = useQuery({ ...offers(''), enabled: type === undefined })
  const { source } = form
  // of a draft that is older than this the term is not known
  const ofSource = terms.find(({ id }) => id === source?.term)
  const dates =
    form.dates ??
    datesIn(
      terms.find(({ id }) => id === term),
      source?.start,
      ofSource,
    )
  const shift = shiftOf(dates, source?.start ?? null)
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const key = useRef(newKey())
  const change = <K extends keyof Form>(field: K, value: Form[K]) => {
    // another source or term has other dates
    draft.change({ ...((field === 'source' || field === 'term_id') && { dates: null }), [field]: value } as Pick<Form, K>)
    setFaults({ ...faults, [field]: undefined, form: undefined })
  }
  const create = async () => {
    if (busy) return
    if (!form.name || (source && shift === undefined)) {
      setFaults({ ...(!form.name && { name: t('nameMissing') }), ...(source && shift === undefined && { dates: tc('weeksNeeded') }) })
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
      const course = source
        ? await call('POST /api/offered-courses/:id/copy', {
            params: { id: source.value },
            body: { ...body, files: form.files, shift_days: shift ?? 0 },
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
        <TextField
          {...field('name', t('name'), t('nameHelp'))}
          autoFocus
          maxLength={200}
          required
          onBlur={() => form.name.trim() === '' && setFaults({ ...faults, name: t('nameMissing') })}
        />
        {offered && offered.items.length > 0 && (
          <Combobox
            label={t('from')}
            value={source ?? undefined}
            onChange={(chosen) => change('source', chosen ? (chosen as NonNullable<typeof source>) : null)}
            placeholder={t('fromNothing')}
            help={t('fromHelp')}
            search={findOffers}
          />
        )}
        {source && <Checkbox label={t('fromFiles')} checked={form.files} onChange={(files) => change('files', files)} />}
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
        {source && (
          <DatesFields
            dates={dates}
            change={(part) => change('dates', { ...dates, ...part })}
            from={source.start}
            first={ofSource?.start_date}
            fault={faults.dates !== undefined}
          />
        )}
        {me.roles.includes('admin') && !source && (
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
