// The columns of a file: which has the person, which the group or the value, which the leader, and whether the first line names them.
import { useTexts } from '../../../i18n.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { type Columns, linesFor } from './group-lines.ts'

export function ColumnFields({
  label,
  lines,
  columns,
  withLeader = false,
  onChange,
}: {
  /** Of the second column: a group, a value. */
  label: string
  lines: readonly string[][]
  columns: Columns
  withLeader?: boolean
  onChange: (columns: Columns) => void
}) {
  const t = useTexts('groups')
  const [first = []] = lines
  const width = Math.max(...lines.map((cells) => cells.length))
  const options = Array.from({ length: width }, (_, column) => ({
    value: String(column),
    label: first[column] ? t('columnNamed', { n: column + 1, name: first[column] }) : t('column', { n: column + 1 }),
  }))
  return (
    <div className="space-y-3">
      <p className="text-text-2">{t('linesRead', { count: linesFor(lines, columns).length })}</p>
      <div className="grid gap-4 tablet:grid-cols-2">
        <Select
          label={t('personColumn')}
          value={String(columns.person)}
          onChange={(value) => onChange({ ...columns, person: Number(value) })}
          options={options}
        />
        <Select
          label={label}
          value={String(columns.group)}
          onChange={(value) => onChange({ ...columns, group: Number(value) })}
          options={options}
        />
        {withLeader && (
          <Select
            label={t('leaderColumn')}
            value={String(columns.leader ?? '')}
            onChange={(value) => onChange({ ...columns, leader: value === '' ? undefined : Number(value) })}
            options={[{ value: '', label: t('noLeaderColumn') }, ...options]}
          />
        )}
      </div>
      <Checkbox label={t('firstIsHeading')} checked={columns.heading} onChange={(heading) => onChange({ ...columns, heading })} />
    </div>
  )
}
