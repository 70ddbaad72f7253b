// Dates of a course: its term, first and last day, and time zone.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { choices, type Term, termName, termsQuery } from '../../../parts/learning/course/terms.ts'
import { ZoneField } from '../../../parts/base/page/zone-field.tsx'
import { useMe } from '../../../session/session.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { Select, TextField } from '../../../ui/fields/field.tsx'
import { date } from '../../../ui/format.ts'
import type { Course } from '../frame/queries.ts'
import { type Bind, type Bound, FieldsForm } from './fields-form.tsx'

const pair = 'grid gap-4 tablet:grid-cols-2'

export function Dates({ course }: { course: Course }) {
  const t = useTexts('course-settings')
  const me = useMe()
  const { data } = useQuery(termsQuery)
  const terms = data?.terms ?? []
  const labels = {
    term_id: t('term'),
    academic_year: t('academicYear'),
    semester: t('semester'),
    start_date: t('startDate'),
    end_date: t('endDate'),
    time_zone: t('zone'),
  }
  const day = (value: string | boolean) => (value ? date(String(value)) : '')
  return (
    <FieldsForm
      course={course}
      section="dates"
      title={t('dates')}
      labels={labels}
      show={{ start_date: day, end_date: day, term_id: (value) => termName(terms, String(value)) }}
      check={({ start_date, end_date }) => ({ end_date: start_date && end_date && end_date < start_date ? t('endFirst') : undefined })}
    >
      {(bind) => (
        <>
          <TermFields bind={bind} terms={terms} labels={labels} />
          <div className={pair}>
            <DateField {...bind('start_date')} label={labels.start_date} />
            <DateField {...bind('end_date')} label={labels.end_date} help={t('endDateHelp')} />
          </div>
          <BoundZone {...bind('time_zone')} label={labels.time_zone} none={t('zoneOfOrg', { zone: me.org?.time_zone ?? 'UTC' })} />
        </>
      )}
    </FieldsForm>
  )
}

/** A term of the organisation, whose days a course without dates takes over; where there is none, or another one is meant, it is written. */
function TermFields({
  bind,
  terms,
  labels,
}: {
  bind: Bind
  terms: readonly Term[]
  labels: { term_id: string; academic_year: string; semester: string }
}) {
  const t = useTexts('course-settings')
  const chosen = bind('term_id')
  const [start, end] = [bind('start_date'), bind('end_date')]
  const choose = (id: string) => {
    chosen.onChange(id)
    const term = terms.find((one) => one.id === id)
    if (!term || start.value || end.value) return
    start.onChange(term.start_date)
    end.onChange(term.end_date)
  }
  return (
    <>
      {terms.length > 0 && (
        <Select
          label={labels.term_id}
          value={chosen.value}
          error={chosen.error}
          onChange={choose}
          options={[{ value: '', label: t('termOther') }, ...choices(terms)]}
        />
      )}
      {!chosen.value && (
        <div className={pair}>
          <TextField {...bind('academic_year')} label={labels.academic_year} maxLength={200} />
          <TextField {...bind('semester')} label={labels.semester} maxLength={64} />
        </div>
      )}
    </>
  )
}

function BoundZone({ value, error, onChange, label, none }: Bound<'time_zone'> & { label: string; none: string }) {
  const t = useTexts('course-settings')
  return (
    <ZoneField
      label={label}
      help={t('zoneHelp')}
      none={none}
      value={value || null}
      error={error}
      onChange={(zone) => onChange(zone ?? '')}
    />
  )
}
