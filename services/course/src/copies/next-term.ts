// The courses of the next term: copies of many courses as one task, which ends when their contents are there.
import { setTimeout as sleep } from 'node:timers/promises'
import { may } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { within } from '@lyceum/kit/calls/context'
import { forbidden, invalid, Problem } from '@lyceum/kit/calls/errors'
import { one, plain, rows } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { ReportLine } from '@lyceum/kit/tasks/api'
import { type TaskContext, taskJob } from '@lyceum/kit/tasks/task-job'
import { lockCourseRow } from '../courses/change-row.ts'
import { managedCourses } from '../courses/search.ts'
import type { Deps } from '../deps.ts'
import type { PrismaClient } from '../generated/client.ts'
import { type Jobs, startTask } from '../jobs.ts'
import { termColumns } from '../terms/terms.ts'
import type { NextTerm } from './api.ts'
import { bring, makeCopy } from './copies.ts'

const most = 500
/** Milliseconds between two looks at contents that are not there yet, and without any progress until it is no longer waited for. */
const [pause, patience] = [500, 10 * 60_000]

/** Of the courses that are named or found, all of them of the actor's organisation and department. 400 course.tooMany, course.unknown. */
export async function startNextTerm(deps: Deps, actor: Actor, { course_ids, conditions, except_ids = [], ...term }: NextTerm) {
  if (!may(actor, 'course.create')) throw forbidden()
  if (!course_ids && !conditions) throw invalid({ course_ids: 'field.required' })
  const except = new Set(except_ids.map((id) => id.toLowerCase()))
  const found = await managedCourses(deps, actor, course_ids ? { ids: course_ids } : (conditions ?? {}), most + except.size + 1)
  const known = new Set(found)
  const unknown = course_ids?.find((id) => !known.has(id.toLowerCase()))
  if (unknown) throw invalid({ course_ids: ['course.unknown', { id: unknown }] })
  const courses = found.filter((id) => !except.has(id))
  if (courses.length === 0) throw invalid({ course_ids: 'field.required' })
  // a term that is not there is said at once
  if (term.term_id) await termColumns(deps.db, actor.org, term.term_id)
  if (courses.length > most) throw invalid({ conditions: ['course.tooMany', { most }] })
  const payload = {
    ...term,
    person: actor.person,
    org: actor.org,
    courses: courses.map((from) => ({ from, to: newId() })),
    endures: true as const,
  }
  return { task_id: await startTask(deps.db, actor, { kind: 'makeNextTerm', payload }), courses: courses.length }
}

type Context = TaskContext<Deps, Jobs['makeNextTerm']>

/** Each course in a transaction of its own; a second try after a kill makes those that are not there. */
export const nextTermJob = (client: PrismaClient) =>
  taskJob<Deps, Jobs['makeNextTerm']>(
    async ({ job, deps, progress, report, beginReport, signal }: Context) => {
      const { courses, person, org } = job.payload
      await beginReport()
      const actor: Actor = { kind: 'job', person, org, roles: [], session: '' }
      const made: string[] = []
      for (const [nth, { from, to }] of courses.entries()) {
        await progress((0.5 * nth) / courses.length, 'courses')
        const line = await within({ requestId: newId(), actor }, () => copyOne(client, deps, job.payload, { from, to }))
        if (line) await report([line])
        else made.push(to)
      }
      await contents(deps, made, { progress, report, signal })
      return { courses: made.length }
    },
    { concurrent: 1 },
  )

/** The line of a course that is not copied. */
async function copyOne(
  client: PrismaClient,
  deps: Deps,
  { person, roles = ['instructor'], courses: _, task: __, endures: ___, org: ____, ...term }: Jobs['makeNextTerm'],
  { from, to }: { from: string; to: string },
): Promise<ReportLine | undefined> {
  const found = await one<{ name: string; made: boolean }>(
    client,
    'select name, exists (select from courses c where c.id = $2) as made from courses where id = $1',
    from,
    to,
  )
  if (found?.made) return undefined
  try {
    await client.$transaction(async (db) => {
      const inside = { ...deps, db }
      const source = await lockCourseRow(inside, from)
      const row = await makeCopy(inside, person, source, { ...term, name: source.name }, to)
      // a course without anybody who teaches it is nobody's
      if ((await bring(inside, source, row, roles)) === 0) throw new Problem(409, 'course.publish.instructorMissing')
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { item: found?.name ?? from, outcome: 'failed', code: error.code, params: error.params }
  }
  return undefined
}

/** Waits until the contents of the copies are there, and reports each. */
async function contents(deps: Deps, made: string[], { progress, report, signal }: Pick<Context, 'progress' | 'report' | 'signal'>) {
  const waiting = new Set(made)
  for (let last = Date.now(); waiting.size > 0; ) {
    const ended = await rows<{ id: string; name: string; status: number }>(
      plain(deps.pool),
      'select id::text, name, importer_status as status from courses where id = any($1) and importer_status > 0',
      [...waiting],
    )
    await report(
      ended.map(({ name, status }) =>
        status === 1 ? { item: name, outcome: 'done' } : { item: name, outcome: 'failed', code: 'course.contentMissing' },
      ),
    )
    for (const { id } of ended) waiting.delete(id)
    if (ended.length > 0) last = Date.now()
    else if (Date.now() - last > patience) {
      await report([...waiting].map((id) => ({ item: id, outcome: 'failed', code: 'course.contentMissing' })))
      return
    }
    await progress(made.length === 0 ? 1 : 0.5 + 0.5 * (1 - waiting.size / made.length), 'contents')
    if (waiting.size > 0) await sleep(pause, undefined, { signal })
  }
}
