// Homework of feature tests: made, drafted, handed in and listed through the service's own calls.
import type { Actor } from '@lyceum/kit/calls/actor'
import type { SubmissionCounts, SubmissionRow } from '../work/submissions/api.ts'
import { type TestCourse, testCourse } from './course.ts'

export const homeworkIn = (env: TestCourse) => {
  const mine = (id: string, who: Actor = env.student) => env.ok(who, 'GET', `/api/activities/${id}/my-submission`)
  const draft = (id: string, body: object, who: Actor = env.student) =>
    env.call(who, 'PUT', `/api/activities/${id}/my-submission/draft`, body)
  const send = (id: string, version: number, who: Actor = env.student) =>
    env.call(who, 'POST', `/api/activities/${id}/my-submission`, { version })
  return {
    mine,
    draft,
    send,
    create: async (more: object = {}): Promise<string> =>
      (
        await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, {
          ...{ type: 'homework', title: 'Three samples', published: true, points: '20' },
          ...more,
        })
      ).id,
    /** Writes a draft over whatever there is, and hands it in. */
    async handIn(id: string, text = '<p>Salt.</p>', more: object = {}, who: Actor = env.student) {
      const first = await draft(id, { text, version: 0, ...more }, who)
      const kept = first.status === 409 ? await draft(id, { text, version: first.body.params.version, ...more }, who) : first
      if (kept.status !== 200) throw new Error(JSON.stringify(kept.body))
      return await send(id, kept.body.version, who)
    },
    /** A student's own upload, as its facts have it: without a name. */
    file: (owner: Actor, more: object = {}) =>
      env.upload(owner, { type: 'document', name: '', extension: 'pdf', stored: true, sha256: 'ab'.repeat(32), ...more }),
    /** The teacher's list. */
    list: (id: string, query = ''): Promise<{ items: SubmissionRow[]; total: number; counts: SubmissionCounts }> =>
      env.ok(env.teacher, 'GET', `/api/activities/${id}/submissions${query}`),
  }
}

export const where = (conditions: object) => `?conditions=${encodeURIComponent(JSON.stringify(conditions))}`

/** A course in which a second student, `stranger`, is enrolled, too. */
export async function courseOfTwo(): Promise<{ env: TestCourse; made: ReturnType<typeof homeworkIn> }> {
  const env = await testCourse()
  await env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, { person_ids: [env.stranger.person], role: 'student' })
  await env.ok(env.student, 'GET', `/api/courses/${env.course}/content`)
  return { env, made: homeworkIn(env) }
}
