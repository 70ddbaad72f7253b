// Rubrics: the present version of each, kept as it is once somebody has marked by it.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { audit } from '@lyceum/kit/audit/audit'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import { askers } from '../../types/askers.ts'
import { definitionOf } from '../../types/activity-types.ts'
import { openActivity } from '../../activity/open-activity.ts'
import type { Deps } from '../../deps.ts'
import { addressesRenamed, type CourseCopy } from '../../activity/links.ts'
import { bestSum, hasSameId, textsMapped, written } from './rules.ts'
import type { CourseRubric, Criterion, Rubric, RubricDraft } from './api.ts'

type Row = { n: number; version: string; begun: boolean; criteria: Criterion[] }

/** The newest version of an activity's rubric, or version n. Undefined: it has none. */
export const rubricOf = (tx: Tx, activity: string, n?: number | null): Promise<Row | undefined> =>
  one<Row>(
    tx,
    `
    select v.n, r.version::text, v.begun, v.criteria from rubrics r join rubric_versions v on v.activity_id = r.activity_id
    where r.activity_id = $1 and v.n = coalesce($2::int, r.n)`,
    activity,
    n ?? null,
  )

export const toRubric = (row: Row): Rubric => ({
  criteria: row.criteria,
  n: row.n,
  best: bestSum(row.criteria),
  begun: row.begun,
  version: Number(row.version),
})

/** The same, null where it has no criteria. */
export async function readRubricOf(tx: Tx, activity: string, n?: number | null): Promise<Rubric | null> {
  const row = await rubricOf(tx, activity, n)
  return row && row.criteria.length > 0 ? toRubric(row) : null
}

const none: Rubric = { criteria: [], n: 0, best: '0', begun: false, version: 0 }

/** Students read it as soon as they can open the activity: it says what is expected. */
export async function readRubric(deps: Deps, actor: Actor, scope: CourseScope, id: string, n?: number): Promise<Rubric> {
  if (!seesAll(scope.access)) await openActivity(deps, actor, scope, id, true)
  const row = await rubricOf(deps.db, id, n)
  if (!row && n !== undefined) throw notFound('rubric')
  return row ? toRubric(row) : none
}

/** 409 rubric.newer when somebody else has written it since `version`. */
export async function writeRubric(
  { db, now }: Deps,
  scope: CourseScope,
  id: string,
  { criteria: draft, version: seen }: RubricDraft,
): Promise<Rubric> {
  const activity = await one<{ type: string }>(db, 'select type from activities where id = $1 for no key update', id)
  if (!activity) throw notFound('activity', id)
  const definition = definitionOf(activity.type)
  if (!definition?.fields.includes('points') && !(definition?.asks && askers[definition.asks].rubric))
    throw invalid({ criteria: 'rubric.notOffered' })
  if (hasSameId(draft)) throw invalid({ criteria: 'rubric.sameId' })
  const criteria = written(draft)
  const row = await rubricOf(db, id)
  const present = Number(row?.version ?? 0)
  if (seen !== present) throw conflict('rubric.newer', { version: present })
  // nobody begins to mark by it between the reading and the change of a version that nobody has marked by
  const locked = row && (await one<Row>(db, 'select begun from rubric_versions where activity_id = $1 and n = $2 for update', id, row.n))
  const n = !row ? 1 : locked?.begun ? row.n + 1 : row.n
  const version = versionAfter(row && BigInt(row.version), now())
  await run(
    db,
    `
    insert into rubrics (activity_id, course_id, n, version) values ($1, $2, $3, $4)
    on conflict (activity_id) do update set n = excluded.n, version = excluded.version`,
    id,
    scope.course,
    n,
    version,
  )
  await run(
    db,
    `
    insert into rubric_versions (activity_id, n, criteria) values ($1, $2, $3::text::jsonb)
    on conflict (activity_id, n) do update set criteria = excluded.criteria`,
    id,
    n,
    JSON.stringify(criteria),
  )
  await audit(db, {
    action: 'rubric.changed',
    subject: `activity:${id}`,
    course: scope.course,
    org: scope.org,
    after: { n, best: bestSum(criteria) },
  })
  return toRubric({ n, version: String(version), begun: false, criteria })
}

/** From now on this version stays as it is: somebody marks by it. Returns its criteria; undefined: there is no such version. */
export async function beginRubric(tx: Tx, activity: string, n: number): Promise<Criterion[] | undefined> {
  const begun = await one<{ criteria: Criterion[] }>(
    tx,
    'update rubric_versions set begun = true where activity_id = $1 and n = $2 and not begun returning criteria',
    activity,
    n,
  )
  return (begun ?? (await rubricOf(tx, activity, n)))?.criteria
}

export async function listRubrics({ db }: Deps, course: string): Promise<{ items: CourseRubric[] }> {
  const found = await rows<{ id: string; title: string; criteria: Criterion[] }>(
    db,
    `
    select a.id::text, a.title, v.criteria from rubrics r
    join activities a on a.id = r.activity_id and not a.deleted
    join rubric_versions v on v.activity_id = r.activity_id and v.n = r.n
    where r.course_id = $1 and jsonb_array_length(v.criteria) > 0 order by r.version desc limit 100`,
    course,
  )
  return { items: found.map(({ id, title, criteria }) => ({ activity_id: id, title, criteria, best: bestSum(criteria) })) }
}

/** The present rubrics of activities for their copies. */
export async function copyRubrics(
  tx: Tx,
  course: string,
  copies: readonly { from: string; to: string }[],
  now: Date,
  copy?: CourseCopy,
): Promise<void> {
  const made = await rows<{ activity_id: string; criteria: Criterion[] }>(
    tx,
    `
    with copied as (
      insert into rubrics (activity_id, course_id, n, version)
      select c.to_id, $3::uuid, 1, (extract(epoch from $4::timestamptz) * 1000)::bigint
      from unnest($1::uuid[], $2::uuid[]) as c(from_id, to_id) join rubrics r on r.activity_id = c.from_id
      returning activity_id)
    insert into rubric_versions (activity_id, n, criteria)
    select c.to_id, 1, v.criteria from unnest($1::uuid[], $2::uuid[]) as c(from_id, to_id)
    join copied on copied.activity_id = c.to_id
    join rubrics r on r.activity_id = c.from_id join rubric_versions v on v.activity_id = r.activity_id and v.n = r.n
    returning activity_id::text, criteria`,
    copies.map(({ from }) => from),
    copies.map(({ to }) => to),
    course,
    now,
  )
  if (!copy) return
  await run(
    tx,
    `
    update rubric_versions v set criteria = n.criteria from jsonb_to_recordset($1::text::jsonb) as n(activity_id uuid, criteria jsonb)
    where v.activity_id = n.activity_id and v.criteria <> n.criteria`,
    JSON.stringify(
      made.map(({ activity_id, criteria }) => ({
        activity_id,
        criteria: textsMapped(criteria, (text) => addressesRenamed(text, copy.as)),
      })),
    ),
  )
}
