// Import of a term's timetable from a file: each line as it was understood, its faults, and who would have to be in two places.
import { useRef } from 'react'
import { type Answer, type CallInput, call } from '../../client.ts'
import { type TextKey, translateIfPresent, useTexts } from '../../i18n.ts'
import { ImportFrame } from '../../parts/learning/calendar/import-frame.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { date, dateTime, list, sentences, weekdays } from '../../ui/format.ts'
import { toast } from '../../ui/dialogs/toast.tsx'

type Preview = Answer<'POST /api/calendar-timetables/import/preview'>
type FileBody = CallInput<'POST /api/calendar-timetables/import/preview'>['body']
/** Days that can be read in two ways: the choices for the file, and the cells that asked for them. */
type Choices = Pick<FileBody, 'date_order' | 'buddhist'>
type ReadTimetable = Preview & { body: FileBody }
type Row = Preview['rows'][number]

export function TimetableImport({ onClose }: { onClose: () => void }) {
  const t = useTexts('calendar')
  const choices = useRef<Choices>({})
  const asked = useRef<Preview['asks']>({ date_order: null, buddhist: null })
  const look = async (csv: string): Promise<ReadTimetable> => {
    const body = { csv, ...choices.current }
    const found = await call('POST /api/calendar-timetables/import/preview', { body })
    asked.current = {
      date_order: found.asks.date_order ?? (body.date_order ? asked.current.date_order : null),
      buddhist: found.asks.buddhist ?? (body.buddhist ? asked.current.buddhist : null),
    }
    return { ...found, body }
  }
  const bring = async ({ body }: ReadTimetable) => {
    const { made } = await call('POST /api/calendar-timetables/import', { body })
    toast({ text: t('lessonsMade', { count: made }) })
    onClose()
  }
  return (
    <ImportFrame
      title={t('importTimetable')}
      text={t('importTimetableText')}
      width={900}
      file={{
        title: t('importTimetableFile'),
        help: 'course_code, weekdays, start, end, first_day, last_day, location, every',
        accept: '.csv,text/csv',
      }}
      look={look}
      chosen={({ good }) => ({ count: good, text: t('importLines', { count: good }) })}
      bring={bring}
      onClose={onClose}
    >
      {({ rows, body }, again) => (
        <>
          <Readings
            asked={asked.current}
            chosen={body}
            onChoose={(more) => {
              choices.current = { ...choices.current, ...more }
              again()
            }}
          />
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <Line key={row.line} row={row} />
            ))}
          </ul>
        </>
      )}
    </ImportFrame>
  )
}

/** The choices that the file asks for; they stay once they are made. */
function Readings({ asked, chosen, onChoose }: { asked: Preview['asks']; chosen: Choices; onChoose: (more: Choices) => void }) {
  const t = useTexts('calendar')
  const { date_order: order, buddhist } = asked
  return (
    <>
      {buddhist && (
        <Checkbox
          label={t('importBuddhist', { text: buddhist.text, day: date(buddhist.buddhist) })}
          checked={chosen.buddhist ?? false}
          onChange={(on) => onChoose({ buddhist: on })}
        />
      )}
      {order && (
        <Select
          label={t('importOrder', { text: order.text })}
          value={chosen.date_order ?? ''}
          onChange={(value) => value !== '' && onChoose({ date_order: value })}
          options={[
            { value: '', label: t('importOrderChoose') },
            { value: 'day_first', label: date(order.day_first) },
            { value: 'month_first', label: date(order.month_first) },
          ]}
          className="w-[240px]"
        />
      )}
    </>
  )
}

function Line({ row }: { row: Row }) {
  const t = useTexts('calendar')
  const days = row.weekdays.map((day) => weekdays('short')[day - 1]!)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2">
      <span className="tabular w-8 text-small text-text-3">{row.line}</span>
      <span className="min-w-[min(240px,100%)] flex-1">
        <span className="block font-medium wrap-break-word">{row.course_name ?? (row.course_code || '–')}</span>
        <span className="block text-small text-text-2">
          {list([list(days), `${row.start}–${row.end}`, `${row.first_day} – ${row.last_day}`, row.location].filter((part) => part !== ''))}
        </span>
        {row.conflicts.slice(0, 3).map((one) => (
          <span key={`${one.with} ${one.at}`} className="block text-small text-warn-text">
            {sentences(
              t('conflictWith', { course: one.with, time: dateTime(one.at) }),
              one.people.length > 0 && list(one.people.map(({ name }) => name)),
              one.students > 0 && t('conflictStudents', { count: one.students }),
            )}
          </span>
        ))}
        {row.faults.map(({ field, code, params }) => (
          <span key={field} className="block text-small text-bad-text">
            {`${field}: ${translateIfPresent('errors', code as TextKey<'errors'>, params as Record<string, string>) ?? code}`}
          </span>
        ))}
      </span>
      <Chip tone={row.faults.length > 0 ? 'bad' : row.known ? 'neutral' : row.conflicts.length > 0 ? 'warn' : 'ok'}>
        {row.faults.length > 0 ? t('lineLeftOut') : row.known ? t('importKnown') : t('lessonCount', { count: row.times })}
      </Chip>
    </li>
  )
}
