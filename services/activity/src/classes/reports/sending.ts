// Sending of the report of a class: noted for each person, who may read it from then on, and emitted for their notification.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { one, plainDatabase, rows } from '@lyceum/kit/database/database'
import { emit } from '@lyceum/kit/facts/outbox'
import { taskJob } from '@lyceum/kit/tasks/task-job'
import { ClassReportedSchema } from '@lyceum/proto/activity'
import type { Deps } from '../../deps.ts'
import { type Jobs, startTask } from '../../jobs.ts'
import type { ReportDraft } from './api.ts'

/** People of one fact. */
const step = 500

/** 404 for a class of another course. */
export async function startSending(
  { db }: Deps,
  actor: Actor,
  { course }: CourseScope,
  { session_id, send_to }: ReportDraft,
): Promise<{ task: string }> {
  const found = await one(db, 'select from class_sessions where id = $1 and course_id = $2', session_id, course)
  if (!found) throw notFound('classSession', session_id)
  const payload = { session: session_id, to: send_to, person: actor.person }
  return { task: await startTask(db, actor, { kind: 'sendClassReport', payload, subject: `course:${course}` }) }
}

type Class = { org: string; course: string; title: string }

/** An attempt that is made again sends nothing twice: each person is noted with the task. */
export const sendClassReport = taskJob<Deps, Jobs['sendClassReport']>(async ({ job, deps, now }) => {
  const { session, to, task, person: actor } = job.payload
  return await plainDatabase(deps.pool).$transaction(async (tx) => {
    const of = await one<Class>(
      tx,
      'select org_id::text as org, course_id::text as course, title from class_sessions where id = $1 for share',
      session,
    )
    if (!of) return { people: 0 }
    const sent = await rows<{ person: string }>(
      tx,
      `insert into class_report_people as p (session_id, person_id, task, sent_at)
       select $1::uuid, m.person_id, $2, $3::timestamptz from mirror.members m join mirror.courses c on c.id = m.course_id
       where m.course_id = $4 and m.state = 'active' and (m.role <> 'student' or ($5::bool and c.published)) order by m.person_id
       on conflict (session_id, person_id) do update set task = excluded.task, sent_at = excluded.sent_at where p.task <> excluded.task
       returning person_id::text as person`,
      session,
      task,
      now(),
      of.course,
      to === 'everybody',
    )
    const people = sent.map(({ person }) => person)
    for (let first = 0; first < people.length; first += step)
      await emit(
        tx,
        ClassReportedSchema,
        { key: `course:${of.course}`, org: of.org, hint: { people: [] }, actor },
        { id: session, orgId: of.org, courseId: of.course, title: of.title, personIds: people.slice(first, first + step) },
      )
    return { people: people.length }
  })
})
