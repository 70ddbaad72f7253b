// The dialog of a subject: code, name and department. Its courses follow a changed code.
import { useRef } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { refusalAt, savedAgainst } from '../row-form.tsx'
import { DepartmentField, type Unit } from '../units/unit-fields.tsx'
import { readSubject, refreshSubjects, type Subject } from './subjects-page.tsx'

export default function SubjectDialog({ subject, onClose }: { subject: Subject | undefined; onClose: () => void }) {
  const t = useTexts('curricula')
  const me = useMe()
  const version = useRef(subject?.version ?? 0)
  const form = useForm<{ code: string; name: string; department_id: Unit }>({
    start: { code: subject?.code ?? '', name: subject?.name ?? '', department_id: subject ? subject.department : me.bound },
    check: ({ code, name }) => ({
      code: code.trim() ? undefined : t('codeMissing'),
      name: name.trim() ? undefined : t('nameMissing'),
    }),
    explain: refusalAt('department_id'),
    send: async ({ department_id, ...values }) => {
      const body = { ...values, department_id: department_id?.id ?? null }
      if (subject)
        await savedAgainst(
          version,
          () => call('PUT /api/subjects/:id', { params: { id: subject.id }, body: { ...body, version: version.current } }),
          () => readSubject(subject.id),
        )
      else await call('POST /api/subjects', { body })
      await refreshSubjects()
      toast({ text: t('saved', { name: values.code }) })
      onClose()
    },
  })
  const recodes = subject && subject.courses > 0 && form.values.code.trim() !== subject.code
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      changed={form.changed}
      title={subject ? t('changeOf', { name: subject.code }) : t('addSubject')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="subject" busy={form.busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="subject">
        <TextField
          {...form.field('code')}
          label={t('code')}
          help={recodes ? t('recodes', { count: subject.courses }) : t('codeHelp')}
          maxLength={64}
          autoFocus
          required
        />
        <TextField {...form.field('name')} label={t('name')} maxLength={200} required />
        <DepartmentField
          {...form.field('department_id')}
          label={t('department')}
          none={me.bound ? undefined : t('noDepartment')}
          within={me.bound}
        />
      </FormFrame>
    </Dialog>
  )
}
