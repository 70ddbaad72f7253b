// Audience of a bulletin: departments, roles and courses of an organisation, roles and groups of a course.
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { MultiCombobox } from '../../../ui/fields/combobox.tsx'
import { searchGroups } from '../calendar/searches.ts'
import type { BulletinOwner } from './managed.ts'

type Named = { id: string; name: string }
export type Audience = { departments: Named[]; roles: string[]; courses: Named[]; groups: Named[] }

const courseRoles = ['student', 'instructor', 'instructor_assistant'] as const
const orgRoles = [...courseRoles, 'faculty', 'educational_admin', 'admin', 'wg_admin'] as const
const options = (list: readonly Named[]) => list.map(({ id, name }) => ({ value: id, label: name }))
const named = (list: readonly { value: string; label: string }[]) => list.map(({ value, label }) => ({ id: value, name: label }))

export function AudienceFields({
  place,
  value,
  onChange,
  faults,
}: {
  place: BulletinOwner
  value: Audience
  onChange: (value: Audience) => void
  faults: Record<string, string>
}) {
  const t = useTexts('bulletins')
  const roles = 'org' in place ? orgRoles : courseRoles
  return (
    <fieldset className="space-y-3 rounded-card border border-line p-3">
      <legend className="mb-0 px-1 font-medium">{t('audience')}</legend>
      <p className="text-caption text-text-3">{t('audienceHelp')}</p>
      {'org' in place && <OfOrganisation value={value} onChange={onChange} faults={faults} />}
      <div role="group" aria-label={t('roles')} className="flex flex-wrap gap-x-5 gap-y-1.5">
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={t(`role.${role}`)}
            checked={value.roles.includes(role)}
            onChange={(on) => onChange({ ...value, roles: on ? [...value.roles, role] : value.roles.filter((one) => one !== role) })}
          />
        ))}
      </div>
      {'course' in place && (
        <MultiCombobox
          label={t('groups')}
          help={t('groupsHelp')}
          search={searchGroups([{ value: place.course, label: '' }])}
          value={options(value.groups)}
          onChange={(list) => onChange({ ...value, groups: named(list) })}
          error={faults.groups}
        />
      )}
    </fieldset>
  )
}

function OfOrganisation({
  value,
  onChange,
  faults,
}: {
  value: Audience
  onChange: (value: Audience) => void
  faults: Record<string, string>
}) {
  const t = useTexts('bulletins')
  return (
    <>
      <MultiCombobox
        label={t('departments')}
        search={async (typed) => {
          const found = await call('GET /api/departments', { query: { page_size: 50, ...(typed && { keyword: typed }) } })
          return { options: options(found.items), total: found.total }
        }}
        value={options(value.departments)}
        onChange={(list) => onChange({ ...value, departments: named(list) })}
        error={faults.departments}
      />
      <MultiCombobox
        label={t('courses')}
        search={async (typed) => {
          const found = await call('POST /api/courses', { query: { page: 1, page_size: 20 }, body: { conditions: { keyword: typed } } })
          return { options: options(found.items), total: found.total }
        }}
        value={options(value.courses)}
        onChange={(list) => onChange({ ...value, courses: named(list) })}
        error={faults.courses}
      />
    </>
  )
}
