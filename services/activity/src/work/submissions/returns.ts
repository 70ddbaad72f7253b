// The return of work: what was marked is shown to whose work it is, or it goes back to be handed in once more. Many are a task.
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { within } from '@lyceum/kit/calls/context'
import { rows } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { type TaskContext, taskJob } from '@lyceum/kit/tasks/task-job'
import type {} from '../../audit-actions.ts'
import { readActivities } from '../../activity/activity-row.ts'
import { weightsOf } from '../../types/settings.ts'
import type { Deps } from '../../deps.ts'
import type { Activity, PrismaClient } from '../../generated/client.ts'
import { type Jobs, startTask } from '../../jobs.ts'
import { recordForMany } from '../../progress/progress.ts'
import { recordedActivity } from '../../progress/recorded-activity.ts'
import { releaseWork, scoresWait } from '../../gradebook/scores/work-scores.ts'
import { isNameless } from '../../activity/anonymity.ts'
import { mostAtOnce, type Selected } from './api.ts'
import { selectedIds } from './selection.ts'
import { emitSubmissions } from './submission-facts.ts'
import { submissionColumns, submissionOf, type SqlSubmission, type SubmissionRow } from './submission-row.ts'
import { readAssignment } from './work.ts'

export async function returnSelected(
  deps: Deps,
  actor: Actor,
  id: string,
  { rework = false, ...selected }: Selected & { rework?: boolean },
): Promise<{ returned: number; ids: string[]; task: string | null }> {
  const activity = await readAssignment(deps, id)
  const ids = await selectedIds(deps, activity, await isNameless(deps.db, activity), selected)
  if (ids.length <= mostAtOnce) {
    const returned = await returnWork(deps, activity, ids, { rework, by: actor.person })
    return { returned: returned.length, ids: returned.map((work) => work.id), task: null }
  }
  const payload = { activity: id, ids, rework, person: actor.person, org: actor.org }
  const task = await startTask(deps.db, actor, { kind: 'returnWork', payload, subject: `activity:${id}` })
  return { returned: 0, ids: [], task }
}

type Return = { rework: boolean; by: string | null }

/**
 * Returns handed-in work, and tells it. Its scores are released; rework has none yet, and its people have something to do again. Work whose newest
 * version nobody has marked for good goes back for rework alone: its students would be told of nothing. Work that is returned in this way already
 * stays as it is, unless it was marked since and its score waits. Answers what was changed.
 */
export async function returnWork(deps: Deps, activity: Activity, ids: readonly string[], { rework, by }: Return): Promise<SubmissionRow[]> {
  const { db, now } = deps
  const time = now()
  // where the teacher's part counts nothing the others make the score
  const unmarkedToo = rework || weightsOf(activity)?.teacher === 0
  const changed = (
    await rows<SqlSubmission & { was_rework: boolean }>(
      db,
      `
      update submissions s set state = 'returned', returned_at = $3, rework = $4, version = ${nextVersion('s.version')},
        rework_before = case when $4 and not l.rework then l.state else s.rework_before end,
        returned_before = case when $4 and not l.rework then l.returned_at else s.returned_before end
      from (
        select o.id, o.state, o.rework, o.returned_at from submissions o
        left join markings m on m.submission_id = o.id and m.n = o.n and m.slot = 0 and m.state = 'done'
        where o.id = any($1) and o.activity_id = $2 and o.n > 0 and not o.trial and ($5::bool or m.id is not null)
          and (o.state <> 'returned' or o.rework <> $4 or (not $4 and m.updated_at > o.returned_at and exists (
            select from score_items i join scores c on c.item_id = i.id and c.person_id = any(o.member_ids) and not c.released
            where i.activity_id = o.activity_id and not i.deleted)))
        order by o.id for no key update of o) l
      where s.id = l.id returning ${submissionColumns}, l.rework as was_rework`,
      ids,
      activity.id,
      time,
      rework,
      unmarkedToo,
    )
  ).map(({ was_rework, ...row }) => ({ row: submissionOf(row), wasRework: was_rework }))
  const returned = changed.map(({ row }) => row)
  if (returned.length === 0) return []
  const people = peopleOf(returned)
  const noRework = rework ? [] : peopleOf(changed.flatMap(({ row, wasRework }) => (wasRework ? [row] : [])))
  if (rework || noRework.length > 0)
    await recordForMany(
      db,
      await recordedActivity(db, activity),
      rework ? people : noRework,
      { kind: rework ? 'rework' : 'reworkTakenBack' },
      { now: time, counts: true },
    )
  if (!rework) await releaseWork(db, deps, activity, people, by)
  await emitSubmissions(db, returned, { nameless: await isNameless(db, activity), waiting: !rework && (await scoresWait(db, activity)) })
  await audit(db, {
    action: 'submission.returned',
    subject: `activity:${activity.id}`,
    org: activity.orgId,
    course: activity.courseId,
    after: { submissions: returned.length, rework },
  })
  return returned
}

const peopleOf = (works: readonly SubmissionRow[]) => [...new Set(works.flatMap(({ memberIds }) => memberIds))]

/** Takes back returns for rework: what was handed in once more since stays. More than a call returns are a task. */
export async function takeBackSelected(
  deps: Deps,
  actor: Actor,
  id: string,
  selected: Selected,
): Promise<{ taken_back: number; task: string | null }> {
  const activity = await readAssignment(deps, id)
  const ids = await selectedIds(deps, activity, await isNameless(deps.db, activity), selected)
  if (ids.length <= mostAtOnce) return { taken_back: await takeBackRework(deps, activity, ids, actor), task: null }
  const payload = { activity: id, ids, person: actor.person, org: actor.org }
  return { taken_back: 0, task: await startTask(deps.db, actor, { kind: 'takeBackRework', payload, subject: `activity:${id}` }) }
}

/**
 * Makes of work that is to be handed in once more what it was before, with the progress of its people; nobody is notified. Work that was marked
 * meanwhile is returned where markings are shown at once. Answers how much was taken back.
 */
async function takeBackRework(deps: Deps, activity: Activity, ids: readonly string[], { person }: { person: string }): Promise<number> {
  const { db, now } = deps
  const works = (
    await rows<SqlSubmission>(
      db,
      `
      update submissions s set state = coalesce(nullif(s.rework_before, ''), 'submitted'), returned_at = s.returned_before, rework = false,
        version = ${nextVersion('s.version')}
      from (select o.id from submissions o where o.id = any($1) and o.activity_id = $2 and o.state = 'returned' and o.rework and not o.trial
        order by o.id for no key update of o) l
      where s.id = l.id returning ${submissionColumns}`,
      ids,
      activity.id,
    )
  ).map(submissionOf)
  if (works.length === 0) return 0
  const recorded = await recordedActivity(db, activity)
  await recordForMany(db, recorded, peopleOf(works), { kind: 'reworkTakenBack' }, { now: now(), counts: true })
  await emitSubmissions(db, works, { nameless: await isNameless(db, activity), news: false })
  await audit(db, {
    action: 'submission.reworkTakenBack',
    subject: `activity:${activity.id}`,
    org: activity.orgId,
    course: activity.courseId,
    after: { submissions: works.length },
  })
  const marked = works.filter(({ state }) => state === 'submitted').map(({ id }) => id)
  if (activity.release === 'at_once' && marked.length > 0) await returnWork(deps, activity, marked, { rework: false, by: person })
  return works.length
}

const step = 200

type Step = (deps: Deps, activity: Activity, ids: readonly string[], payload: { person: string; rework?: boolean }) => Promise<number>
/** The rest of a change that is too long for a call; each step is a transaction, and a second try finds it done. */
const inSteps = <K extends 'returnWork' | 'takeBackRework'>(client: PrismaClient, result: string, change: Step) =>
  taskJob<Deps, Jobs[K]>(async ({ job, deps, progress }: TaskContext<Deps, Jobs[K]>) => {
    const { activity: id, ids, person, org } = job.payload
    const actor: Actor = { kind: 'job', person, org, roles: [], session: '' }
    let changed = 0
    for (let from = 0; from < ids.length; from += step) {
      await progress(from / ids.length)
      changed += await within({ requestId: newId(), actor }, () =>
        client.$transaction(async (db) => {
          const [activity] = await readActivities(db, [id])
          return !activity || activity.deleted ? 0 : await change({ ...deps, db }, activity, ids.slice(from, from + step), job.payload)
        }),
      )
    }
    return { [result]: changed }
  })

export const returnWorkJob = (client: PrismaClient) =>
  inSteps<'returnWork'>(
    client,
    'returned',
    async (deps, activity, ids, { person, rework = false }) => (await returnWork(deps, activity, ids, { rework, by: person })).length,
  )
export const takeBackReworkJob = (client: PrismaClient) => inSteps<'takeBackRework'>(client, 'taken_back', takeBackRework)
