// The calls on the modules of a course: add, rename, delete, sort.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { newId } from '@lyceum/kit/ids'
import { emitAll, fact, nextVersion } from '@lyceum/kit/facts/outbox'
import { raiseVersions } from '@lyceum/kit/facts/resync'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { ModuleChangedSchema } from '@lyceum/proto/activity'
import { writersOf } from '../../activity/activity-row.ts'
import type { Deps } from '../../deps.ts'
import type { Module as ModuleModel } from '../../generated/client.ts'
import { timeOf } from '../../types/rules.ts'
import type { ModuleTimes } from '../../times/rules.ts'
import type { Changer, Module, ModuleDraft } from './api.ts'
import { followModules, lockActivitiesIn } from './following.ts'

export const moduleColumns = columnsOf<ModuleModel>()(
  'id',
  'org_id',
  'course_id',
  'name',
  'sort',
  'published',
  'starts_at',
  'ends_at',
  'deleted',
  'version',
)
export type ModuleRow = RowOf<typeof moduleColumns>
type Row = ModuleRow
const columns = moduleColumns
export const toModule = ({ org_id: _, deleted: __, starts_at, ends_at, version, ...row }: Row): Module => ({
  ...row,
  starts_at: starts_at?.toISOString() ?? null,
  ends_at: ends_at?.toISOString() ?? null,
  version: Number(version),
})

/** `hidden`: of a course, and seen by students neither before nor after; the pages of who teaches it alone get a hint. */
export async function emitModules(tx: Tx, changed: Row[], hidden = false): Promise<void> {
  const people = hidden && changed[0] ? await writersOf(tx, changed[0].course_id) : undefined
  await emitAll(
    tx,
    changed.map((row) =>
      fact(
        ModuleChangedSchema,
        { key: `course:${row.course_id}`, org: row.org_id, ...(people && { hint: { people } }) },
        {
          id: row.id,
          orgId: row.org_id,
          courseId: row.course_id,
          name: row.name,
          sort: row.sort,
          published: row.published,
          deleted: row.deleted,
          startsAt: row.starts_at?.toISOString(),
          endsAt: row.ends_at?.toISOString(),
          version: BigInt(row.version),
        },
      ),
    ),
  )
}

/** Emits the next modules after an id, for a resync; returns the last id. */
export async function resyncModules(tx: Tx, after: string): Promise<string | undefined> {
  const raised = await raiseVersions(tx, 'modules', after)
  await emitModules(tx, await rows<Row>(tx, `select ${columns('m')} from modules m where m.id = any($1) order by m.id`, raised))
  return raised.at(-1)
}

const checkName = (name: string): string => {
  const trimmed = cleanTitle(name)
  if (trimmed === '') throw invalid({ name: 'field.required' })
  return trimmed
}

/** Serialises writes per course: two modules created at the same moment must not get the same position. */
export const lockOrder = (tx: Tx, course: string) => run(tx, `select pg_advisory_xact_lock(hashtextextended('modules:' || $1, 0))`, course)

/** The dates after a write: it closes after it opens. */
function checkDates({ starts_at, ends_at }: Changes, current?: Pick<Row, 'starts_at' | 'ends_at'>) {
  const after = (field: 'starts_at' | 'ends_at', value: string | null | undefined): Date | null => {
    const time = timeOf(value)
    return time === undefined ? (current?.[field] ?? null) : time
  }
  const [starts, ends] = [after('starts_at', starts_at), after('ends_at', ends_at)]
  if (starts && ends && ends <= starts) throw invalid({ ends_at: 'activity.endBeforeStart' })
  return { starts, ends }
}

export async function addModule({ db }: Deps, scope: CourseScope, course: string, draft: ModuleDraft): Promise<Module> {
  const { starts, ends } = checkDates(draft)
  await lockOrder(db, course)
  const created = await rows<Row>(
    db,
    `
    insert into modules as m (id, org_id, course_id, name, sort, published, starts_at, ends_at, version)
    select $1::uuid, $2::uuid, $3::uuid, $4, coalesce(max(sort), 0) + 1, $5, $6::timestamptz, $7::timestamptz, ${nextVersion('0')}
    from modules where course_id = $3::uuid
    returning ${columns('m')}`,
    newId(),
    scope.org,
    course,
    checkName(draft.name),
    draft.published ?? true,
    starts,
    ends,
  )
  await emitModules(db, created, !created[0]!.published)
  return toModule(created[0]!)
}

/** Locks the module. 404 when it is deleted, 409 when it has changed since the version that the writer saw. */
async function lockExisting(tx: Tx, id: string, seen: number | undefined): Promise<Row> {
  const row = await one<Row>(tx, `select ${columns()} from modules where id = $1 and not deleted for update`, id)
  if (!row) throw notFound('module', id)
  if (seen !== undefined && seen < Number(row.version)) throw conflict('module.newer', { version: Number(row.version) })
  return row
}

type Changes = Partial<ModuleDraft>
/** Its activities follow: grants for files that they no longer open end, own times move along, and facts of openings are emitted for those that are open now. */
export async function changeModule(
  { db, now }: Deps,
  actor: Actor,
  id: string,
  { version, ...draft }: Changes & { version?: number },
): Promise<Module> {
  const previous = await lockExisting(db, id, version)
  const { starts, ends } = checkDates(draft, previous)
  const changed = await rows<Row>(
    db,
    `
    update modules m set name = coalesce($2, m.name), published = coalesce($3, m.published), starts_at = $4, ends_at = $5,
      changed_by = $6::uuid, changed_at = $7, version = ${nextVersion('m.version')} where m.id = $1 returning ${columns('m')}`,
    id,
    draft.name === undefined ? null : checkName(draft.name),
    draft.published ?? null,
    starts,
    ends,
    actor.person || null,
    now(),
  )
  const row = changed[0]!
  await emitModules(db, changed, !previous.published && !row.published)
  const [before, after] = [timesOf(previous), timesOf(row)]
  if (!sameTimes(before, after))
    await followModules(
      db,
      (await lockActivitiesIn(db, id)).map((one) => ({ row: one, before, after })),
    )
  return toModule(row)
}

export async function readChanger({ db }: Deps, id: string): Promise<Changer> {
  const row = await one<{ version: string; at: Date | null; by: { id: string; name: string } | null }>(
    db,
    `
    select m.version::text, m.changed_at as at, case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as by
    from modules m left join mirror.persons p on p.id = m.changed_by and not p.deleted where m.id = $1 and not m.deleted`,
    id,
  )
  if (!row) throw notFound('module', id)
  return { version: Number(row.version), changed_at: row.at?.toISOString() ?? null, changed_by: row.by }
}

const sameTimes = (one: ModuleTimes, other: ModuleTimes) =>
  one.published === other.published && one.starts?.getTime() === other.starts?.getTime() && one.ends?.getTime() === other.ends?.getTime()
const timesOf = ({ published, starts_at, ends_at }: Row): ModuleTimes => ({ published, starts: starts_at, ends: ends_at })

/** 409 module.notEmpty while the module has activities. */
export async function deleteModule({ db, now }: Deps, actor: Actor, id: string, version: number | undefined): Promise<null> {
  await lockExisting(db, id, version)
  const changed = await rows<Row>(
    db,
    `
    update modules m set deleted = true, deleted_at = $2, deleted_by = $3, version = ${nextVersion('m.version')}
    where m.id = $1 returning ${columns('m')}`,
    id,
    now(),
    actor.person,
  )
  const count = await db.activity.count({ where: { moduleId: id, deleted: false } })
  if (count > 0) throw conflict('module.notEmpty', { count })
  await emitModules(db, changed, !changed[0]!.published)
  return null
}

/** Puts the named modules first, in this order; the others follow in their own order. Only rows that move are written and emitted. 400 module.unknown. */
export async function sortModules({ db }: Deps, course: string, ids: string[]): Promise<{ modules: Module[] }> {
  await lockOrder(db, course)
  await run(db, 'select 1 from modules where course_id = $1 and not deleted order by id for update', course)
  const current = await rows<Row>(
    db,
    `select ${columns('m')} from modules m where m.course_id = $1 and not m.deleted order by m.sort, m.id`,
    course,
  )
  const existing = new Set(current.map(({ id }) => id))
  const first = ids.map((id) => id.toLowerCase())
  const foreign = first.find((id) => !existing.has(id))
  if (foreign) throw invalid({ module_ids: ['module.unknown', { id: foreign }] })
  const order = [...first, ...current.map(({ id }) => id).filter((id) => !first.includes(id))]
  await emitModules(
    db,
    await rows<Row>(
      db,
      `
    update modules m set sort = n.position, version = ${nextVersion('m.version')}
    from (select id, nth::int as position from unnest($1::uuid[]) with ordinality as ordered(id, nth)) n
    where m.id = n.id and m.sort <> n.position returning ${columns('m')}`,
      order,
    ),
  )
  const after = await rows<Row>(
    db,
    `select ${columns('m')} from modules m where m.course_id = $1 and not m.deleted order by m.sort, m.id`,
    course,
  )
  return { modules: after.map(toModule) }
}
