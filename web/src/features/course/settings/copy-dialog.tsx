// Dialog that copies a course: its name and term, what of it and who comes along, by how much its dates move. The content follows in the new course.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type CallInput, call, newKey } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { shiftOf } from '../../../parts/learning/copies/dates.ts'
import { emptyTerm, type Term, TermFields, termOf } from '../../../parts/learning/copies/term-fields.tsx'
import { contentQuery } from '../../../parts/learning/course/queries.ts'
import { DraftNote } from '../../../parts/base/drafts/draft-note.tsx'
import { useDraft } from '../../../parts/base/drafts/use-draft.ts'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import { paths } from '../../../paths.ts'
import { invalidate, query, queryClient } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Field, TextField } from '../../../ui/fields/field.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Course } from '../frame/queries.ts'

type Role = NonNullable<CallInput<'POST /api/courses/:id/copy'>['body']['roles']>[number]
const roles: readonly Role[] = ['instructor', 'instructor_assistant']
/** '' stands for what is in no module. */
type Form = Term & { name: string; code: string; parts: 'all' | 'some'; modules: readonly string[]; files: boolean; roles: readonly Role[] }

export default function CopyDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const t = useTexts('copies')
  const go = useNavigate()
  const { data: content } = useQuery(contentQuery(course.id))
  const modules = content?.modules.toSorted((a, b) => a.sort - b.sort) ?? []
  const loose = content?.activities.some(({ module_id }) => module_id === null) ?? false
  const [first] = useState<Form>(() => ({
    ...emptyTerm,
    name: course.name,
    code: course.course_code,
    id: course.term_id ?? '',
    year: course.academic_year?.name ?? '',
    semester: course.semester ?? '',
    parts: 'all',
    modules: [],
    files: true,
    roles: ['instructor'],
  }))
  const draft = useDraft<Form>('course', `copy ${course.id}`, 0, first, {
    title: t('title', { name: course.name }),
    send: () => void copy(),
  })
  const form = draft.value
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const key = useRef(newKey())
  const shift = shiftOf(form, course.start_date)
  const change = (part: Partial<Form>) => {
    draft.change(part)
    setFaults({})
  }
  const toggled = <T,>(list: readonly T[], one: T, on: boolean) => (on ? [...list, one] : list.filter((other) => other !== one))
  const copy = async () => {
    const missing = {
      ...(form.name ? {} : { name: t('nameNeeded') }),
      ...(shift === undefined && { shift: t('weeksNeeded') }),
      ...(form.parts === 'some' && form.modules.length === 0 && { modules: t('partsNeeded') }),
    }
    setFaults(missing)
    if (Object.keys(missing).length > 0) return focusFirstFault()
    setBusy(true)
    try {
      const some = form.parts === 'some' && {
        module_ids: form.modules.filter((id) => id !== ''),
        without_module: form.modules.includes(''),
      }
      const { name, code, files } = form
      const body = { name, course_code: code, ...termOf(form), shift_days: shift ?? 0, roles: [...form.roles], files, ...some }
      const made = await call('POST /api/courses/:id/copy', { params: { id: course.id }, body, key: key.current })
      queryClient.setQueryData(query('GET /api/courses/:id', { params: { id: made.id } }).queryKey, made)
      await draft.discard()
      void invalidate('GET /api/my-courses', 'POST /api/courses', 'GET /api/tasks')
      onClose()
      go(paths.content(made.id))
      toast({ text: t('begun', { name: made.name }) })
    } catch (error) {
      key.current = newKey()
      const { name, course_code } = fieldTexts(error)
      setFaults({
        ...(name && { name }),
        ...(course_code && { code: course_code }),
        ...(!name && !course_code && { form: problemText(error) }),
      })
      setBusy(false)
      focusFirstFault()
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title', { name: course.display_name || course.name })}
      description={t('text')}
      width={560}
      changed={JSON.stringify(form) !== JSON.stringify(first)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} action="course.copy" onClick={() => void copy()}>
            {t('copy')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <DraftNote draft={draft} />
        <div className="grid gap-4 tablet:grid-cols-[2fr_1fr]">
          <TextField
            label={t('name')}
            value={form.name}
            onChange={(name) => change({ name })}
            error={faults.name}
            maxLength={200}
            autoFocus
          />
          <TextField label={t('code')} value={form.code} onChange={(code) => change({ code })} error={faults.code} maxLength={64} />
        </div>
        <TermFields term={form} change={change} from={course.start_date} ofSource={course.term_id} fault={faults.shift !== undefined} />
        <RadioGroup<Form['parts']>
          label={t('parts')}
          value={form.parts}
          onChange={(parts) => change({ parts })}
          error={faults.modules}
          options={[
            { value: 'all', label: t('partsAll') },
            { value: 'some', label: t('partsSome') },
          ]}
        />
        {form.parts === 'some' && (
          <ul className="max-h-52 space-y-1 overflow-y-auto rounded-card border border-line p-3">
            {[...modules, ...(loose ? [{ id: '', name: t('noModule') }] : [])].map(({ id, name }) => (
              <li key={id}>
                <Checkbox
                  label={name}
                  checked={form.modules.includes(id)}
                  onChange={(on) => change({ modules: toggled(form.modules, id, on) })}
                />
              </li>
            ))}
          </ul>
        )}
        <Checkbox label={t('files')} help={t('filesHelp')} checked={form.files} onChange={(files) => change({ files })} />
        <Field label={t('people')} help={t('peopleHelp')} group>
          {() => (
            <div className="flex flex-wrap gap-x-5 gap-y-1.5">
              {roles.map((role) => (
                <Checkbox
                  key={role}
                  label={t(`role.${role}`)}
                  checked={form.roles.includes(role)}
                  onChange={(on) => change({ roles: toggled(form.roles, role, on) })}
                />
              ))}
            </div>
          )}
        </Field>
        {faults.form && (
          <Banner tone="bad" urgent>
            {faults.form}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
