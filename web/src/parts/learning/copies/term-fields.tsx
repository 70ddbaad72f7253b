// When the copy of a course is taught, and by how much its dates move. Common to one copy and to those of a whole term.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { choices, termsQuery } from '../course/terms.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { Select, TextField } from '../../../ui/fields/field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { displayLocal, sentences } from '../../../ui/format.ts'
import { type Dates, datesIn, datesStay, moved, shiftOf } from './dates.ts'

/** `id`: one of the organisation's terms; empty: the texts. */
export type Term = Dates & { id: string; year: string; semester: string }
export const emptyTerm: Term = { ...datesStay, id: '', year: '', semester: '' }

export const termOf = ({ id, year, semester }: Term) =>
  id ? { term_id: id } : { academic_year: year ? { name: year } : null, semester: semester || null }

export function TermFields({
  term,
  change,
  from,
  ofSource,
  fault,
}: {
  term: Term
  change: (part: Partial<Term>) => void
  /** The first day of the source, where it has one and there is one source. */
  from?: string | null
  /** The term of the sources, where they have one and the same. */
  ofSource?: string | null | undefined
  /** The dates are not said. */
  fault: boolean
}) {
  const t = useTexts('copies')
  const { data, isPending } = useQuery(termsQuery)
  const terms = data?.terms ?? []
  const inTerm = (id: string) => terms.find((one) => one.id === id)
  const source = inTerm(ofSource ?? '')
  const proposed = (id: string) => datesIn(inTerm(id), from, source)
  // weeks that somebody has counted stay
  const counted = term.moved === 'weeks' && term.weeks !== proposed(term.id).weeks
  const choose = (id: string) => change({ id, ...((from || source) && !counted && proposed(id)) })
  return (
    <>
      {(isPending || terms.length > 0) && (
        <Select
          label={t('semester')}
          disabled={isPending}
          value={term.id}
          onChange={choose}
          options={[{ value: '', label: t('termOther') }, ...choices(terms)]}
        />
      )}
      {!isPending && !term.id && (
        <div className="grid gap-4 tablet:grid-cols-2">
          <TextField label={t('year')} value={term.year} onChange={(year) => change({ year })} maxLength={200} />
          <TextField label={t('semester')} value={term.semester} onChange={(semester) => change({ semester })} maxLength={64} />
        </div>
      )}
      <DatesFields dates={term} change={change} from={from} first={source?.start_date} fault={fault} />
    </>
  )
}

/** By how much the dates move. `from` as above. `first`: a day that is shown with what it becomes, where there is no `from`. */
export function DatesFields({
  dates,
  change,
  from,
  first,
  fault,
}: {
  dates: Dates
  change: (part: Partial<Dates>) => void
  from?: string | null | undefined
  first?: string | undefined
  fault: boolean
}) {
  const t = useTexts('copies')
  const shown = from ?? first
  const shift = shiftOf(dates, from ?? null)
  return (
    <>
      <RadioGroup<Dates['moved']>
        label={t('dates')}
        value={dates.moved}
        onChange={(moved) => change({ moved })}
        options={[
          { value: 'not', label: t('datesStay') },
          { value: 'weeks', label: t('datesByWeeks') },
          ...(from ? [{ value: 'start' as const, label: t('datesFromStart') }] : []),
        ]}
      />
      {dates.moved === 'weeks' && (
        <NumberField
          label={t('weeks')}
          value={dates.weeks}
          onChange={(weeks) => change({ weeks })}
          min={-520}
          max={520}
          help={sentences(
            t('weeksHelp'),
            shown !== undefined &&
              shift !== undefined &&
              t('firstBecomes', { from: displayLocal(shown), to: displayLocal(moved(shown, shift)) }),
          )}
          error={fault ? t('weeksNeeded') : undefined}
          className="max-w-[220px]"
        />
      )}
      {dates.moved === 'start' && (
        <DateField
          label={t('start')}
          value={dates.start}
          onChange={(start) => change({ start })}
          error={fault ? t('startNeeded') : undefined}
          help={t('startHelp')}
          className="max-w-[220px]"
        />
      )}
    </>
  )
}
