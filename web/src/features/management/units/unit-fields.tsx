// Fields in which a department, a grade, a class or a program is chosen, found by a word in its name or code.
import { call } from '../../../client.ts'
import { useMe } from '../../../session/session.ts'
import { Combobox, type Option } from '../../../ui/fields/combobox.tsx'

export type Unit = { id: string; name: string } | null
type UnitFieldProps = {
  label: string
  hideLabel?: boolean
  /** The text of no choice; undefined: one must be chosen. */
  none: string | undefined
  help?: string | undefined
  autoFocus?: boolean
  value: Unit
  error?: string | undefined
  onChange: (unit: Unit) => void
  /** Left out of the list. */
  without?: string | undefined
}
type Search = (text: string, signal: AbortSignal) => Promise<{ items: readonly { id: string; name: string }[]; total: number }>

function UnitField({ none, value, onChange, without, search, ...field }: UnitFieldProps & { search: Search }) {
  const nobody: Option[] = none === undefined ? [] : [{ value: '', label: none }]
  return (
    <Combobox
      {...field}
      value={value ? { value: value.id, label: value.name } : nobody[0]}
      onChange={(option) => onChange(option?.value ? { id: option.value, name: option.label } : null)}
      search={async (text, signal) => {
        const { items, total } = await search(text, signal)
        const found = items.filter(({ id }) => id !== without).map(({ id, name }) => ({ value: id, label: name }))
        return { options: text ? found : [...nobody, ...found], total }
      }}
    />
  )
}

const found = (text: string) => ({ page_size: 50, ...(text && { keyword: text }) })

/** A manager of a department chooses it or one below it, and never none; `everywhere`: any, as a filter of what they read. */
export function DepartmentField({ everywhere = false, none, ...props }: UnitFieldProps & { everywhere?: boolean }) {
  const { bound } = useMe()
  const within = everywhere ? null : bound
  return (
    <UnitField
      {...props}
      none={within ? undefined : none}
      search={async (text, signal) => {
        if (!within) return await call('GET /api/departments', { query: found(text), signal })
        const { id } = within
        if (text) return await call('GET /api/departments', { query: { ...found(text), within: id }, signal })
        const below = await call('GET /api/departments', { query: { ...found(text), parent_id: id }, signal })
        return { ...below, items: [within, ...below.items] }
      }}
    />
  )
}

/** `ofDepartment`: those of a department alone. */
export const StudyUnitField = ({
  kind,
  ofDepartment = false,
  ...props
}: UnitFieldProps & { kind: 'grade' | 'klass' | 'program'; ofDepartment?: boolean }) => (
  <UnitField
    {...props}
    search={async (text, signal) => {
      const listed = await call('GET /api/study-units', { query: { kind, ...found(text) }, signal })
      return ofDepartment ? { ...listed, items: listed.items.filter(({ department_id }) => department_id !== null) } : listed
    }}
  />
)
