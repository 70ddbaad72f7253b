// Below dates that are being set: what else of my courses asks for the same hour.
import { useQueries } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { toIso } from '../../../ui/dates.ts'
import { list, near as shownTime } from '../../../ui/format.ts'
import { type ActivityMoment, areNear, canBeNear } from './near.ts'

type Dates = { start: string; due: string; end: string }
type ActivityDate = Answer<'GET /api/activity/calendar'>['dates'][number]
const hour = 3_600_000
const shifted = (at: string, by: number) => new Date(Date.parse(at) + by).toISOString()
const momentOf = ({ activity_id, type, what, at }: ActivityDate): ActivityMoment => ({ activity: activity_id, type, what, at })

/** `activity`: the one whose dates they are; missing while it is being made. */
export function NearDates({ kind, activity = '', dates }: { kind: string; activity?: string | undefined; dates: Dates }) {
  const t = useTexts('course')
  const moments = (
    [
      ['opens', dates.start],
      ['due', dates.due],
      ['closes', dates.end],
    ] as const
  ).flatMap(([what, local]): ActivityMoment[] => {
    const at = toIso(local)
    return at ? [{ activity, type: kind, what, at }] : []
  })
  const asking = moments.filter(canBeNear)
  const others = useQueries({
    queries: asking.map(({ at }) =>
      query('GET /api/activity/calendar', { query: { start: shifted(at, -hour), end: shifted(at, hour + 1) } }),
    ),
    combine: (answers) => answers.flatMap(({ data }) => data?.dates ?? []),
  })
  const near = new Map(
    others.filter((date) => asking.some((own) => areNear(own, momentOf(date)))).map((date) => [date.activity_id, date] as const),
  )
  return (
    <div role="status">
      {near.size > 0 && (
        <p className="flex items-start gap-1.5 text-small text-warn-text">
          <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-break-word">
            {t('nearDates', {
              list: list(
                [...near.values()]
                  .slice(0, 5)
                  .map(({ title, course_name, at }) => t('nearDate', { title, course: course_name, time: shownTime(at) })),
              ),
            })}
          </span>
        </p>
      )}
    </div>
  )
}
