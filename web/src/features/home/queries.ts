// What the home page reads: my courses, and of those I learn in, how far I am.
import { useQueries } from '@tanstack/react-query'
import type { Answer } from '../../client.ts'
import type { MyCourse } from '../../course-card.tsx'
import { query } from '../../queries.ts'

export const homeCourses = query('GET /api/my-courses', { query: { page_size: 9 } })
const content = (id: string) => query('GET /api/courses/:id/all-activities', { params: { id } })
type Content = Answer<'GET /api/courses/:id/all-activities'>
export type Watching = { course: MyCourse; activity: Content['activities'][number] }

/** Progress per course id, and videos that were begun and not finished, the latest first. Courses that do not answer are left out. */
export function useProgress(courses: MyCourse[]) {
  const learning = courses.filter(({ role, status }) => role === 'student' && status === 'published').slice(0, 6)
  const answers = useQueries({ queries: learning.map(({ id }) => content(id)) })
  const progress = new Map<string, Content['completeness']>()
  const watching: Watching[] = []
  for (const [i, { data }] of answers.entries()) {
    const course = learning[i]
    if (!data || !course) continue
    progress.set(course.id, data.completeness)
    for (const activity of data.activities) if (activity.type === 'online_video' && activity.my.percent > 0 && !activity.my.completed && activity.availability === 'open') watching.push({ course, activity })
  }
  watching.sort((a, b) => (b.activity.my.last_seen_at ?? '').localeCompare(a.activity.my.last_seen_at ?? ''))
  return { progress, watching: watching.slice(0, 3) }
}
