// Values of the cards of my courses: my progress in each, and the tasks that wait in those that I teach.
import { useQuery } from '@tanstack/react-query'
import type { MyCourse } from '../../parts/learning/course/course-card.tsx'
import { learningOf, myLearning, myTeaching, type Progress, type Teaching, teachingOf } from './queries.ts'

type Card = Pick<MyCourse, 'id' | 'role' | 'status'>
type Row = { course_id: string }
/** Of cards those that an answer says nothing of: it tells of so many courses, and not of those that I joined last. */
const untold = (cards: readonly Card[], rows: readonly Row[] | undefined) =>
  rows ? cards.filter(({ id }) => !rows.some(({ course_id }) => course_id === id)).map(({ id }) => id) : []

export function useCards(cards: readonly Card[], teaches: boolean): { learned: Progress[]; taught: Teaching['courses'] } {
  const { data: learning } = useQuery(myLearning)
  const { data: teaching } = useQuery({ ...myTeaching, enabled: teaches })
  const learnedToo = untold(
    cards.filter(({ role, status }) => role === 'student' && status === 'published'),
    learning?.courses,
  )
  const taughtToo = untold(
    cards.filter(({ role, status }) => role !== 'student' && status !== 'deleted'),
    teaching?.courses,
  )
  const { data: moreLearning } = useQuery({ ...learningOf(learnedToo), enabled: learnedToo.length > 0 })
  const { data: moreTeaching } = useQuery({ ...teachingOf(taughtToo), enabled: taughtToo.length > 0 })
  return {
    learned: [...(learning?.courses ?? []), ...(moreLearning?.courses ?? [])],
    taught: [...(teaching?.courses ?? []), ...(moreTeaching?.courses ?? [])],
  }
}
