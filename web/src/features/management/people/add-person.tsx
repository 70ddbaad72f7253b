// The dialog in which an account is made.
import { useNavigate } from 'react-router-dom'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { refusal } from '../../../parts/base/errors/problem-text.ts'
import { paths } from '../../../paths.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { DepartmentField, StudyUnitField, type Unit } from '../units/unit-fields.tsx'
import { type OrgRole, refreshPeople } from './people.ts'
import { RoleChoice } from './role-choice.tsx'

type Values = {
  name: string
  user_no: string
  email: string
  mobile_phone: string
  roles: OrgRole[]
  department_id: Unit
  klass_id: Unit
  password: string
}

export default function AddPerson({ onClose }: { onClose: () => void }) {
  const t = useTexts('people')
  const navigate = useNavigate()
  const me = useMe()
  const form = useForm<Values>({
    start: {
      name: '',
      user_no: '',
      email: '',
      mobile_phone: '',
      roles: ['student'],
      department_id: me.bound,
      klass_id: null,
      password: '',
    },
    check: ({ name, user_no, roles }) => ({
      name: name.trim() ? undefined : t('nameMissing'),
      user_no: user_no.trim() ? undefined : t('numberMissing'),
      roles: roles.length > 0 ? undefined : t('roleMissing'),
    }),
    explain: refusal,
    send: async ({ name, user_no, email, mobile_phone, roles, department_id, klass_id, password }) => {
      const made = await call('POST /api/users', {
        body: {
          name: name.trim(),
          user_no: user_no.trim(),
          roles,
          ...(email.trim() && { email: email.trim() }),
          ...(mobile_phone.trim() && { mobile_phone: mobile_phone.trim() }),
          ...(department_id && { department_id: department_id.id }),
          ...(klass_id && { klass_id: klass_id.id }),
          ...(password && { password }),
        },
      })
      await refreshPeople()
      toast({
        text: t('personMade', { name: made.name }),
        act: { label: t('show'), run: () => void navigate(paths.managedPerson(made.id)) },
      })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      top
      changed={form.changed}
      title={t('addPerson')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="add-person" busy={form.busy}>
            {t('addPerson')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="add-person">
        <div className="grid gap-4 tablet:grid-cols-2">
          <TextField {...form.field('name')} label={t('name')} maxLength={100} autoFocus required />
          <TextField {...form.field('user_no')} label={t('number')} help={t('numberHelp')} maxLength={50} required />
          <TextField {...form.field('email')} label={t('email')} type="email" maxLength={254} />
          <TextField {...form.field('mobile_phone')} label={t('mobile')} type="tel" maxLength={30} />
        </div>
        <RoleChoice {...form.field('roles')} label={t('roles')} />
        <div className="grid gap-4 tablet:grid-cols-2">
          <DepartmentField {...form.field('department_id')} label={t('department')} none={t('noDepartment')} />
          <StudyUnitField {...form.field('klass_id')} kind="klass" label={t('klass')} none={t('no.klass')} />
        </div>
        <PasswordField
          {...form.field('password')}
          label={t('password')}
          help={t('passwordHelp')}
          autoComplete="new-password"
          maxLength={200}
        />
      </FormFrame>
    </Dialog>
  )
}
