// Reads of what students' posts in a forum are given, and their writes.
import { type Answer, call, type CallInput } from '../../client.ts'
import { paths } from '../../paths.ts'
import { invalidate, query, queryClient } from '../../queries.ts'

export type StudentParticipation = Answer<'GET /api/activities/:id/participation/:person'>
export type ParticipationMark = Answer<'PUT /api/activities/:id/participation/:person'>
type Draft = CallInput<'PUT /api/activities/:id/participation/:person'>['body']

export const participationOf = (activity: string, person: string) =>
  query('GET /api/activities/:id/participation/:person', { params: { id: activity, person } })
export const studentPostsOf = (activity: string, person: string, page: number) =>
  query('GET /api/activities/:id/participation/:person/posts', { params: { id: activity, person }, query: { page } })
export const myParticipationOf = (activity: string) => query('GET /api/activities/:id/my-participation', { params: { id: activity } })

/** The address at which the posts of a student are marked. */
export const markHref = (activity: { id: string; course_id: string }, person: string): string =>
  `${paths.activity(activity.course_id, activity.id)}?mark=${encodeURIComponent(person)}`

export const writeMark = (activity: string, person: string, body: Draft): Promise<ParticipationMark> =>
  call('PUT /api/activities/:id/participation/:person', { params: { id: activity, person }, body })

/** Shown at once where the student is open, and in the table of all. */
export async function showMark(activity: string, person: string, mark: ParticipationMark): Promise<void> {
  queryClient.setQueryData<StudentParticipation>(participationOf(activity, person).queryKey, (before) => before && { ...before, mark })
  await invalidate('GET /api/activities/:id/participation', 'GET /api/marking', 'GET /api/my-teaching')
}

/** Puts back what was given before; of a student who had nothing yet, the score is taken away and the rest stays as a draft. */
export async function takeBackMark(activity: string, person: string, before: ParticipationMark | null): Promise<void> {
  const { mark: present } = await queryClient.fetchQuery({ ...participationOf(activity, person), staleTime: 0 })
  if (!present) return
  const { version } = present
  const cleared = Object.keys(present.criteria).map((id) => [id, { level: null, points: null, comment: '' }] as const)
  const after = await writeMark(
    activity,
    person,
    before
      ? {
          points: before.points,
          comment: before.comment,
          criteria: { ...(before.rubric_version === present.rubric_version && Object.fromEntries(cleared)), ...before.criteria },
          ...(before.rubric_version !== null && { rubric_version: before.rubric_version }),
          done: before.state === 'done',
          version,
        }
      : { done: false, version },
  )
  await showMark(activity, person, after)
}
