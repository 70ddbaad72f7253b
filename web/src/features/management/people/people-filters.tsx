// Filters of the list of people: role, state, and where they belong.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { Select } from '../../../ui/fields/field.tsx'
import { DepartmentField, StudyUnitField, type Unit } from '../units/unit-fields.tsx'
import { roles } from './people.ts'

type Values = Readonly<Record<string, string | undefined>>
const units = ['klass', 'grade', 'program'] as const

export function PeopleFilters({ values, onChange }: { values: Values; onChange: (values: Values) => void }) {
  const t = useTexts('people')
  const to = useTexts('organisation')
  const named = useNames(values)
  const shown = units.filter((kind) => kind === 'klass' || values[`${kind}_id`])
  return (
    <div className="flex flex-1 flex-wrap gap-2 *:w-[200px] *:max-tablet:w-full">
      <Select
        label={t('role')}
        hideLabel
        value={values.role ?? ''}
        onChange={(role) => onChange({ role: role || undefined })}
        options={[{ value: '', label: t('anyRole') }, ...roles.map((role) => ({ value: role as string, label: to(`role.${role}`) }))]}
      />
      <Select
        label={t('state')}
        hideLabel
        value={values.state ?? ''}
        onChange={(state) => onChange({ state: state || undefined })}
        options={[
          { value: '', label: t('anyState') },
          ...(['active', 'suspended'] as const).map((state) => ({ value: state as string, label: t(`state.${state}`) })),
        ]}
      />
      <DepartmentField
        everywhere
        label={t('department')}
        hideLabel
        none={t('anyDepartment')}
        value={named(values.department_id)}
        onChange={(unit) => onChange({ department_id: unit?.id })}
      />
      {shown.map((kind) => (
        <StudyUnitField
          key={kind}
          kind={kind}
          label={t(kind)}
          hideLabel
          none={t(`any.${kind}`)}
          value={named(values[`${kind}_id`])}
          onChange={(unit) => onChange({ [`${kind}_id`]: unit?.id })}
        />
      ))}
    </div>
  )
}

/** The units that the address names by their ids. */
function useNames(values: Values): (id: string | undefined) => Unit {
  const department = values.department_id
  const others = units.flatMap((kind) => values[`${kind}_id`] ?? [])
  const departments = useQuery({
    ...query('GET /api/departments', { query: { page_size: 1, ids: department ? [department] : [] } }),
    enabled: department !== undefined,
  })
  const studyUnits = useQuery({ ...query('GET /api/study-units', { query: { page_size: 3, ids: others } }), enabled: others.length > 0 })
  const found = [...(departments.data?.items ?? []), ...(studyUnits.data?.items ?? [])]
  return (id) => (id ? { id, name: found.find((one) => one.id === id)?.name ?? '…' } : null)
}
