// Events of an attempt, by the time.
import { type TextKey, useTexts } from '../../../i18n.ts'
import { clock, dateTime, timeWithSeconds } from '../../../ui/format.ts'

type AttemptEvent = { at: string; kind: string; by: string | null; note: object }
const known = [
  'begun',
  'handed_in',
  'time_over',
  'left',
  'other_tab',
  'closed',
  'went',
  'reloaded',
  'offline',
  'back',
  'device',
  'address',
  'time_added',
  'times_moved',
  'paused',
  'resumed',
  'reopened',
  'ended',
  'answers_taken',
  'let_in',
]

export function EventList({ events }: { events: readonly AttemptEvent[] }) {
  const t = useTexts('exam')
  return (
    <ol className="divide-y divide-line text-small">
      {events.map(({ at, kind, by, note }) => {
        const { minutes, seconds } = note as { minutes?: number; seconds?: number }
        return (
          <li key={`${at} ${kind}`} className="flex flex-wrap gap-x-3 py-1.5">
            <span className="tabular text-text-3">
              {dateTime(at).slice(0, 10)} {timeWithSeconds(at)}
            </span>
            <span className="min-w-0 flex-1">
              {[
                known.includes(kind) ? t(`event.${kind}` as TextKey<'exam'>) : t('event.other', { kind }),
                seconds !== undefined && clock(seconds),
                minutes !== undefined && t('minutesMore', { count: minutes }),
                by && t('by', { name: by }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
