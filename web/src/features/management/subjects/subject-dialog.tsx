// The dialog of a subject: code, name and department. Its courses follow a changed code.
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { useMe } from '../../../session/session.ts'
import { TextField } from '../../../ui/fields/field.tsx'
import { RowDialog, useRowDialog } from '../row-dialog.tsx'
import { DepartmentField, type Unit } from '../units/unit-fields.tsx'
import { readSubject, refreshSubjects, type Subject } from './subjects-page.tsx'

export default function SubjectDialog({ subject, onClose }: { subject: Subject | undefined; onClose: () => void }) {
  const t = useTexts('curricula')
  const me = useMe()
  const form = useRowDialog<{ code: string; name: string; department_id: Unit }>({
    row: subject,
    start: { code: subject?.code ?? '', name: subject?.name ?? '', department_id: subject ? subject.department : me.bound },
    check: ({ code, name }) => ({
      code: code.trim() ? undefined : t('codeMissing'),
      name: name.trim() ? undefined : t('nameMissing'),
    }),
    placeField: 'department_id',
    write: ({ department_id, ...values }, version) => {
      const body = { ...values, department_id: department_id?.id ?? null }
      return subject
        ? call('PUT /api/subjects/:id', { params: { id: subject.id }, body: { ...body, version } })
        : call('POST /api/subjects', { body })
    },
    read: async () => subject && (await readSubject(subject.id)),
    refresh: refreshSubjects,
    saved: ({ code }) => t('saved', { name: code }),
    onClose,
  })
  const recodes = subject && subject.courses > 0 && form.values.code.trim() !== subject.code
  return (
    <RowDialog title={subject ? t('changeOf', { name: subject.code }) : t('addSubject')} form={form} onClose={onClose}>
      <TextField
        {...form.field('code')}
        label={t('code')}
        help={recodes ? t('recodes', { count: subject.courses }) : t('codeHelp')}
        maxLength={64}
        autoFocus
        required
      />
      <TextField {...form.field('name')} label={t('name')} maxLength={200} required />
      <DepartmentField {...form.field('department_id')} label={t('department')} none={t('noDepartment')} />
    </RowDialog>
  )
}
