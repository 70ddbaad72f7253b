// The classes of a course's members, drawn: a bar for each by its number of members. A press shows that class alone, or all again.
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { number } from '../../../ui/format.ts'

type Klass = { id: string; name: string; members: number }

export function ClassDistribution({
  klasses,
  chosen,
  onChoose,
}: {
  klasses: readonly Klass[]
  chosen: ReadonlySet<string>
  onChoose: (klass: string | undefined) => void
}) {
  const t = useTexts('members')
  const most = Math.max(...klasses.map(({ members }) => members))
  return (
    <ul aria-label={t('klasses')} className="mb-4 grid max-h-64 grid-cols-1 gap-x-6 overflow-y-auto tablet:grid-cols-2 small:grid-cols-3">
      {klasses.map(({ id, name, members }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={chosen.has(id)}
            onClick={() => onChoose(chosen.has(id) ? undefined : id)}
            className={classes(
              'grid min-h-9 w-full grid-cols-[minmax(0,1fr)_minmax(0,1fr)_3ch] items-center gap-2.5 rounded-control px-2 text-left text-small hover:bg-hover',
              chosen.has(id) && 'bg-accent-soft font-medium text-accent-soft-text',
            )}
          >
            <span className="truncate" title={name}>
              {name}
            </span>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
              <span className="block h-full rounded-full bg-accent" style={{ width: `${(100 * members) / most}%` }} />
            </span>
            <span className="tabular text-right">{number(members)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
