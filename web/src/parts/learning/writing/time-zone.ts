// The zone that a course's times are meant in, where it is not the reader's.
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { courseQuery } from '../course/queries.ts'
import { useOrganisation } from '../../../session/session.ts'
import { toIso } from '../../../ui/dates.ts'
import { dateTimeIn, sameClock } from '../../../ui/format.ts'

/** A field's value in the zone of the course: "Asia/Bangkok: 2026.11.24 23:59"; undefined where the clocks are the same, or nothing is written. */
export function useTimeThere(): (local: string) => string | undefined {
  const t = useTexts('course')
  const organisation = useOrganisation()
  const { data: course } = useQuery(courseQuery(useParams().id ?? ''))
  const zone = course?.time_zone ?? organisation?.time_zone
  return (local) => {
    const time = toIso(local)
    return zone && time && !sameClock(time, zone) ? t('timeThere', { zone, when: dateTimeIn(time, zone) }) : undefined
  }
}
