// When the copy of a course is taught, and by how much its dates move. Common to one copy and to those of a whole term.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n.ts'
import { choices, termsQuery } from '../course/terms.ts'
import { DateField } from '../../ui/date-field.tsx'
import { isLocal } from '../../ui/dates.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'

export type Moved = 'not' | 'weeks' | 'start'
/** `id`: one of the organisation's terms; empty: the texts. */
export type Term = { id: string; year: string; semester: string; moved: Moved; weeks: number | null; start: string }
export const emptyTerm: Term = { id: '', year: '', semester: '', moved: 'not', weeks: null, start: '' }

const day = 86_400_000
/** By so many days every date moves; undefined while that is not said. `from`: the first day of the source. */
export function shiftOf({ moved, weeks, start }: Term, from: string | null): number | undefined {
  if (moved === 'not') return 0
  if (moved === 'weeks') return weeks !== null && Number.isInteger(weeks) && Math.abs(weeks) <= 520 ? weeks * 7 : undefined
  return from && isLocal(start, 'date') ? Math.round((Date.parse(start) - Date.parse(from)) / day) : undefined
}
export const termOf = ({ id, year, semester }: Term) =>
  id ? { term_id: id } : { academic_year: year ? { name: year } : null, semester: semester || null }

export function TermFields({
  term,
  change,
  from,
  fault,
}: {
  term: Term
  change: (part: Partial<Term>) => void
  /** The first day of the source, where it has one and there is one source. */
  from?: string | null
  /** The dates are not said. */
  fault: boolean
}) {
  const t = useTexts('copies')
  const { data, isPending } = useQuery(termsQuery)
  const terms = data?.terms ?? []
  return (
    <>
      {(isPending || terms.length > 0) && (
        <Select
          label={t('semester')}
          disabled={isPending}
          value={term.id}
          onChange={(id) => change({ id })}
          options={[{ value: '', label: t('termOther') }, ...choices(terms)]}
        />
      )}
      {!isPending && !term.id && (
        <div className="grid gap-4 tablet:grid-cols-2">
          <TextField label={t('year')} value={term.year} onChange={(year) => change({ year })} maxLength={200} />
          <TextField label={t('semester')} value={term.semester} onChange={(semester) => change({ semester })} maxLength={64} />
        </div>
      )}
      <RadioGroup<Moved>
        label={t('dates')}
        value={term.moved}
        onChange={(moved) => change({ moved })}
        options={[
          { value: 'not', label: t('datesStay') },
          { value: 'weeks', label: t('datesByWeeks') },
          ...(from ? [{ value: 'start' as const, label: t('datesFromStart') }] : []),
        ]}
      />
      {term.moved === 'weeks' && (
        <NumberField
          label={t('weeks')}
          value={term.weeks}
          onChange={(weeks) => change({ weeks })}
          min={-520}
          max={520}
          help={t('weeksHelp')}
          error={fault ? t('weeksNeeded') : undefined}
          className="max-w-[220px]"
        />
      )}
      {term.moved === 'start' && (
        <DateField
          label={t('start')}
          value={term.start}
          onChange={(start) => change({ start })}
          error={fault ? t('startNeeded') : undefined}
          help={t('startHelp')}
          className="max-w-[220px]"
        />
      )}
    </>
  )
}
