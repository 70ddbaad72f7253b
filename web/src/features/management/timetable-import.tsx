// Import of a term's timetable from a file: each line as it was understood, its faults, and who would have to be in two places.
import { type Answer, call } from '../../client.ts'
import { type TextKey, translateIfPresent, useTexts } from '../../i18n.ts'
import { ImportFrame } from '../../parts/learning/calendar/import-frame.tsx'
import { textOf } from '../../parts/base/table/file-text.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { dateTime, list, sentences, weekdays } from '../../ui/format.ts'
import { toast } from '../../ui/dialogs/toast.tsx'

type Preview = Answer<'POST /api/calendar-timetables/import/preview'>
type ReadTimetable = Preview & { csv: string }
type Row = Preview['rows'][number]

export function TimetableImport({ onClose }: { onClose: () => void }) {
  const t = useTexts('calendar')
  const look = async (file: File): Promise<ReadTimetable> => {
    const csv = await textOf(file)
    return { ...(await call('POST /api/calendar-timetables/import/preview', { body: { csv } })), csv }
  }
  const bring = async ({ csv }: ReadTimetable) => {
    const { made } = await call('POST /api/calendar-timetables/import', { body: { csv } })
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
      {({ rows }) => (
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <Line key={row.line} row={row} />
          ))}
        </ul>
      )}
    </ImportFrame>
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
