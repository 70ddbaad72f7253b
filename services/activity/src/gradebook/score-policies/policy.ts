// The policy of a course: how its results follow from its scores, and that they are final.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit, changesOf } from '@lyceum/kit/audit/audit'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { emit, nextVersion } from '@lyceum/kit/facts/outbox'
import { CourseResultFinalSchema } from '@lyceum/proto/activity'
import type {} from '../../audit-actions.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs.ts'
import { defaultPolicy, lockBook } from '../scores/book.ts'
import { recalculateAll, recalculateIf, recalculateNow } from '../scores/recalculation.ts'
import type { Policy, PolicyDraft, ScoreScale } from './api.ts'
import type { Gradebook } from '../scores/score-row.ts'

type Row = Omit<PolicyDraft, 'missing'> & {
  missing_percent: number | null
  scale: ScoreScale | null
  final_at: Date | null
  by_id: string | null
  by_name: string | null
  reopened_at: Date | null
  reopener_id: string | null
  reopener_name: string | null
  reopened_reason: string
  recalculating: string | null
  version: number
}

export async function readPolicy(tx: Tx, course: string): Promise<Policy> {
  const row = await one<Row>(
    tx,
    `
    select p.aggregation, p.digits, p.scale_id::text, p.pass_percent, p.late, p.missing_percent, p.distribution, p.final_at, b.id::text as by_id,
      b.name as by_name, p.reopened_at, p.reopened_reason, t.id as recalculating, o.id::text as reopener_id, o.name as reopener_name, p.version::float8 as version, case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'levels', s.levels,
        'used', 1, 'version', s.version) end as scale
    from score_policies p left join score_scales s on s.id = p.scale_id left join mirror.persons b on b.id = p.final_by and not b.deleted
    left join kit.tasks t on t.id = p.task and t.state = 'running' left join mirror.persons o on o.id = p.reopened_by and not o.deleted
    where p.course_id = $1`,
    course,
  )
  if (!row) return { ...defaultPolicy, scale: null, final: null, reopened: null, recalculating: null, version: 0 }
  const { missing_percent, final_at, by_id, by_name, reopened_at, reopener_id, reopener_name, reopened_reason, ...policy } = row
  const person = (id: string | null, name: string | null) => (id && name !== null ? { id, name } : null)
  return {
    ...policy,
    missing: missing_percent === null ? null : { percent: missing_percent },
    final: final_at && { at: final_at.toISOString(), by: person(by_id, by_name) },
    reopened: reopened_at && { at: reopened_at.toISOString(), by: person(reopener_id, reopener_name), reason: reopened_reason },
  }
}

/** 400 scoreScale.unknown for a scale of another organisation. */
export async function checkScale(tx: Tx, org: string, id: string | null | undefined): Promise<void> {
  if (!id) return
  const found = await one(tx, 'select from score_scales where id = $1 and org_id = $2 for share', id, org)
  if (!found) throw invalid({ scale_id: ['scoreScale.unknown', { id }] })
}

type Change = Partial<PolicyDraft> & { version?: number }

export async function changePolicy(deps: Deps, place: Gradebook, draft: Change): Promise<{ policy: Policy; task: string | null }> {
  const counts = await writePolicy(deps, place, draft)
  const task = await recalculateIf(counts, deps, place)
  return { policy: await readPolicy(deps.db, place.course), task }
}

/** Returns whether results follow from it. 409 scorePolicy.newer, results.final. */
export async function writePolicy({ db }: Pick<Deps, 'db'>, place: Gradebook, { version, ...draft }: Change): Promise<boolean> {
  await lockBook(db, place, 'update')
  const before = await readPolicy(db, place.course)
  if (version !== undefined && version < before.version) throw conflict('scorePolicy.newer', { version: before.version })
  if (draft.scale_id !== before.scale_id) await checkScale(db, place.org, draft.scale_id)
  const after = { ...before, ...draft }
  await run(
    db,
    `
    update score_policies set aggregation = $2, digits = $3, scale_id = $4::uuid, pass_percent = $5, late = $6::jsonb, missing_percent = $7, distribution = $8,
      version = ${nextVersion()} where course_id = $1`,
    place.course,
    after.aggregation,
    after.digits,
    after.scale_id,
    after.pass_percent,
    after.late && JSON.stringify(after.late),
    after.missing?.percent ?? null,
    after.distribution,
  )
  // who is missing is decided anew
  if ((before.missing === null) !== (after.missing === null))
    await run(db, 'update score_items set sweep_at = now() where course_id = $1 and activity_id is not null', place.course)
  const changed = changesOf(valuesOf(before), valuesOf(after))
  if (changed)
    await audit(db, { action: 'scorePolicy.changed', subject: `course:${place.course}`, org: place.org, course: place.course, ...changed })
  return changed !== undefined && Object.keys(changed.after).some((field) => field !== 'distribution')
}
const valuesOf = ({ aggregation, digits, scale_id, pass_percent, late, missing, distribution }: PolicyDraft) => ({
  aggregation,
  digits,
  scale_id,
  pass_percent,
  late,
  missing,
  distribution,
})

/** Results as they stand now, calculated once more; from then on nothing of the book is written. 409 results.final. */
export async function submitResults({ db, now }: Deps, actor: Actor, place: Gradebook): Promise<Policy> {
  await lockBook(db, place, 'update')
  await recalculateNow(db, place, null, now())
  await writeFinal(db, place, { at: now(), by: actor.person })
  await audit(db, { action: 'results.final', subject: `course:${place.course}`, org: place.org, course: place.course })
  return await readPolicy(db, place.course)
}

type Reopening = { reason: string; version?: number }
/** 409 results.notFinal, scorePolicy.newer. */
export async function reopenResults({ db, now }: Deps, actor: Actor, place: Gradebook, { reason, version }: Reopening): Promise<Policy> {
  const row = await one<{ final: boolean; version: number }>(
    db,
    'select final_at is not null as final, version::float8 as version from score_policies where course_id = $1 for update',
    place.course,
  )
  if (!row?.final) throw conflict('results.notFinal')
  if (version !== undefined && version < row.version) throw conflict('scorePolicy.newer', { version: row.version })
  if (reason.trim() === '') throw invalid({ reason: 'field.required' })
  await writeFinal(db, place, null, reason.trim())
  await run(
    db,
    'update score_policies set reopened_at = $2, reopened_by = $3, reopened_reason = $4 where course_id = $1',
    place.course,
    now(),
    actor.person,
    reason.trim(),
  )
  await audit(db, { action: 'results.reopened', subject: `course:${place.course}`, org: place.org, course: place.course })
  await recalculateAll(db, place, now())
  // roll calls were noted meanwhile
  await enqueue(db, { kind: 'scoreAttendance', key: `attendance-score:${place.course}`, payload: { org: place.org, course: place.course } })
  return await readPolicy(db, place.course)
}

/** `reason`: of reopening; it reaches those who teach the course. */
async function writeFinal(tx: Tx, { org, course }: Gradebook, final: { at: Date; by: string } | null, reason?: string): Promise<void> {
  const row = await one<{ version: string }>(
    tx,
    `update score_policies set final_at = $2::timestamptz, final_by = $3::uuid, version = ${nextVersion()} where course_id = $1 returning version::text`,
    course,
    final?.at ?? null,
    final?.by ?? null,
  )
  await emit(
    tx,
    CourseResultFinalSchema,
    { key: `course:${course}`, org },
    { orgId: org, courseId: course, final: final !== null, by: final?.by, reason, version: BigInt(row!.version) },
  )
}
