// The forms of a person: what the organisation says of a member, and the account of its own people. Each is saved against the version that was read.
import { call, type CallInput } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { queryClient } from '../../../queries.ts'
import { refetchSession, useMe } from '../../../session/session.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { Select, TextField } from '../../../ui/fields/field.tsx'
import { fromIso, isLocal, toIso } from '../../../ui/dates.ts'
import { RowForm, useRowForm } from '../row-form.tsx'
import { DepartmentField, StudyUnitField } from '../units/unit-fields.tsx'
import { type ManagedUser, refreshPeople, userQuery } from './people.ts'
import { RoleChoice } from './role-choice.tsx'

type Changes = Omit<CallInput<'PUT /api/users/:id'>['body'], 'version'>

function usePersonForm<V extends Record<string, unknown>>({
  person,
  ...form
}: {
  person: ManagedUser
  start: (person: ManagedUser) => V
  changes: (values: V) => Changes
  check?: (values: V) => Partial<Record<keyof V & string, string | undefined>>
  mayUndo?: (names: readonly (keyof Changes)[]) => boolean
}) {
  const t = useTexts('people')
  const me = useMe()
  return useRowForm({
    row: person,
    read: () => queryClient.fetchQuery({ ...userQuery(person.id), staleTime: 0 }),
    write: async (part, version) => {
      const stored = await call('PUT /api/users/:id', { params: { id: person.id }, body: { ...part, version } })
      queryClient.setQueryData(userQuery(person.id).queryKey, stored)
      void refreshPeople()
      if (person.id === me.id) void refetchSession()
      return stored
    },
    saved: t('saved', { name: person.name }),
    ...form,
  })
}

const pair = 'grid gap-4 tablet:grid-cols-2'

const membershipOf = ({ name, user_no, roles, department, grade, klass, program, until }: ManagedUser) => ({
  name,
  user_no,
  roles,
  department_id: department,
  grade_id: grade,
  klass_id: klass,
  program_id: program,
  until: fromIso(until).slice(0, 10),
})

export function MembershipForm({ person }: { person: ManagedUser }) {
  const t = useTexts('people')
  const of = usePersonForm({
    person,
    start: membershipOf,
    check: ({ name, user_no, roles, until }) => ({
      name: name.trim() ? undefined : t('nameMissing'),
      user_no: user_no.trim() ? undefined : t('numberMissing'),
      roles: roles.length > 0 ? undefined : t('roleMissing'),
      until: until === '' || isLocal(until, 'date') ? undefined : t('dayUnreadable'),
    }),
    changes: ({ name, user_no, roles, department_id, grade_id, klass_id, program_id, until }) => ({
      ...(person.own && { name: name.trim(), user_no: user_no.trim() }),
      roles,
      department_id: department_id?.id ?? null,
      grade_id: grade_id?.id ?? null,
      klass_id: klass_id?.id ?? null,
      program_id: program_id?.id ?? null,
      // through that day
      until: until ? toIso(`${until}T23:59`) : null,
    }),
  })
  const { form } = of
  return (
    <RowForm title={t('membership')} of={of}>
      {person.own && (
        <div className={pair}>
          <TextField {...form.field('name')} label={t('name')} maxLength={100} required />
          <TextField {...form.field('user_no')} label={t('number')} maxLength={50} required />
        </div>
      )}
      <RoleChoice {...form.field('roles')} label={t('roles')} />
      <div className={pair}>
        <DepartmentField {...form.field('department_id')} label={t('department')} none={t('noDepartment')} />
        <StudyUnitField {...form.field('klass_id')} kind="klass" label={t('klass')} none={t('no.klass')} />
        <StudyUnitField {...form.field('grade_id')} kind="grade" label={t('grade')} none={t('no.grade')} />
        <StudyUnitField {...form.field('program_id')} kind="program" label={t('program')} none={t('no.program')} />
      </div>
      <DateField {...form.field('until')} label={t('until')} help={t('untilHelp')} className="max-w-[240px]" />
    </RowForm>
  )
}

const accountOf = ({ email, mobile_phone, sex, education, teaching_date, occupation_type }: ManagedUser) => ({
  email: email ?? '',
  mobile_phone: mobile_phone ?? '',
  sex: sex ?? '',
  education: education ?? '',
  teaching_date: teaching_date ?? '',
  occupation_type: occupation_type ?? '',
})

export function AccountForm({ person }: { person: ManagedUser }) {
  const t = useTexts('people')
  const of = usePersonForm({
    person,
    start: accountOf,
    changes: ({ email, mobile_phone, sex, education, teaching_date, occupation_type }) => ({
      email: email.trim() || null,
      mobile_phone: mobile_phone.trim() || null,
      sex: (sex || null) as Changes['sex'] & (string | null),
      education: education.trim() || null,
      teaching_date: teaching_date || null,
      occupation_type: occupation_type.trim() || null,
    }),
    check: ({ teaching_date }) => ({
      teaching_date: teaching_date === '' || isLocal(teaching_date, 'date') ? undefined : t('dayUnreadable'),
    }),
    // an address or a number that is put back would have to be proven anew
    mayUndo: (names) => !names.includes('email') && !names.includes('mobile_phone'),
  })
  const { form } = of
  return (
    <RowForm title={t('account')} of={of}>
      <div className={pair}>
        <TextField
          {...form.field('email')}
          label={t('email')}
          help={person.email ? t(person.email_verified ? 'emailVerified' : 'emailUnverified') : undefined}
          type="email"
          maxLength={254}
        />
        <TextField
          {...form.field('mobile_phone')}
          label={t('mobile')}
          help={person.mobile_phone ? t(person.mobile_bound ? 'mobileBound' : 'mobileUnbound') : undefined}
          type="tel"
          maxLength={30}
        />
        <Select
          {...form.field('sex')}
          label={t('sex')}
          options={[
            { value: '', label: t('notSaid') },
            ...(['female', 'male', 'other'] as const).map((value) => ({ value: value as string, label: t(`sex.${value}`) })),
          ]}
        />
        <TextField {...form.field('education')} label={t('education')} maxLength={100} />
        <DateField {...form.field('teaching_date')} label={t('teachingDate')} />
        <TextField {...form.field('occupation_type')} label={t('occupation')} maxLength={100} />
      </div>
    </RowForm>
  )
}
