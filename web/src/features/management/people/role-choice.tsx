// The roles of a person in the organisation, as checkboxes.
import { useTexts } from '../../../i18n.ts'
import { useMe } from '../../../session/session.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { type OrgRole, roles } from './people.ts'

export function RoleChoice({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: readonly OrgRole[]
  error?: string | undefined
  onChange: (value: OrgRole[]) => void
}) {
  const t = useTexts('organisation')
  const tp = useTexts('people')
  const me = useMe()
  // nobody grants what they may not do themselves
  const off = (role: OrgRole) => (role === 'wg_admin' && !me.may('workgroup.decide') ? tp('notYours') : undefined)
  return (
    <fieldset>
      <legend className="mb-1 text-body font-medium">{label}</legend>
      <div className="grid gap-x-4 gap-y-1 tablet:grid-cols-2">
        {roles.map((role, nth) => (
          <Checkbox
            key={role}
            label={t(`role.${role}`)}
            off={off(role)}
            checked={value.includes(role)}
            error={nth === 0 ? error : undefined}
            onChange={(on) => onChange(roles.filter((one) => (one === role ? on : value.includes(one))))}
          />
        ))}
      </div>
    </fieldset>
  )
}
