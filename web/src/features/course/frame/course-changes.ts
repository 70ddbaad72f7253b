// Changes to a course as a whole, by teachers and managers. Not loaded for students.
import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../../client.ts'
import { texts, translateIfPresent } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { invalidate, query } from '../../../queries.ts'
import { courseReads } from './queries.ts'

/** Starts an inspection: full view without changes. Its end leads back to the present page. */
export async function inspectCourse(id: string) {
  await call('PUT /api/courses/:id/inspect', { params: { id }, body: { refer: window.location.pathname } })
  await invalidate(...courseReads)
}
/** Ends the inspection; returns the path of the page it was started from. */
export async function leaveInspection(id: string): Promise<string | null> {
  const { refer } = await call('DELETE /api/courses/:id/inspect', { params: { id } })
  await invalidate(...courseReads)
  return refer
}

export async function switchLite(id: string, lite: boolean) {
  await call(lite ? 'PUT /api/courses/:id/switch-lite' : 'PUT /api/courses/:id/switch-normal', { params: { id } })
  await invalidate('GET /api/courses/:id', 'GET /api/courses/:id/nav-setting')
}

/** A template is offered to everybody who makes courses. */
export async function offerCourse(id: string, template: boolean) {
  await call('PUT /api/courses/:id/template', { params: { id }, body: { template } })
  await invalidate('GET /api/courses/:id', 'GET /api/offered-courses')
}

/** With checkpoints each activity opens to students once the one before it is completed. */
export async function setCheckpoints(id: string, on: boolean) {
  await call('PUT /api/courses/:id', { params: { id }, body: { learning_mode: on ? 'checkpoint' : 'normal' } })
  await invalidate('GET /api/courses/:id', 'GET /api/courses/:id/content')
}

/** The reason why the course cannot become a lite one; undefined if it can, or before `enabled`. */
export function useLiteObstacle(course: Answer<'GET /api/courses/:id'>, enabled: boolean): string | undefined {
  const { data, error } = useQuery({
    ...query('GET /api/courses/:id/validate-lite-course-condition', { params: { id: course.id } }),
    // a good answer brings a code: its text is there otherwise only once a call has failed
    queryFn: async ({ signal }) => {
      const [answer] = await Promise.all([
        call('GET /api/courses/:id/validate-lite-course-condition', { params: { id: course.id }, signal }),
        texts('errors').catch(() => {}),
      ])
      return answer
    },
    enabled: enabled && course.can.teach && !course.lite,
  })
  if (error) return problemText(error)
  const [first] = data?.obstacles ?? []
  return first && (translateIfPresent('errors', first.code) ?? first.message)
}
