// The calls on the plan of a course: its syllabuses, and what is in them.
import { type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { binLifetime } from '../../activity/lifetime.ts'
import type { Deps } from '../../deps.ts'
import { mostSyllabuses, type Syllabus, type SyllabusDraft } from './api.ts'
import { day, emitSyllabuses, readPlan, type SyllabusRow, toSyllabus } from './syllabus-row.ts'

/** Serialises the writes of a course's plan: a thing that two bring into different weeks at once is in one of them, and both have their order. */
const lockPlan = (tx: Tx, course: string) => run(tx, `select pg_advisory_xact_lock(hashtextextended('syllabuses:' || $1, 0))`, course)

export async function listSyllabuses({ db }: Deps, scope: CourseScope, course: string): Promise<{ syllabuses: Syllabus[] }> {
  return { syllabuses: (await readPlan(db, course, seesAll(scope.access))).map(toSyllabus) }
}

type Stretch = Pick<SyllabusRow, 'starts_on' | 'ends_on'>
/** Name and days after a write; `at` names the fields in a refusal. */
function checked(draft: Partial<SyllabusDraft>, current?: Stretch, at = '') {
  const name = draft.name === undefined ? undefined : cleanTitle(draft.name)
  if (name === '') throw invalid({ [`${at}name`]: 'field.required' })
  const after = (field: 'starts_on' | 'ends_on') => (draft[field] === undefined ? day(current?.[field] ?? null) : draft[field])
  const [starts, ends] = [after('starts_on'), after('ends_on')]
  if (starts && ends && ends < starts) throw invalid({ [`${at}ends_on`]: 'syllabus.endBeforeStart' })
  return { name, starts, ends }
}

/** 409 syllabus.tooMany. */
export async function addSyllabuses({ db }: Deps, scope: CourseScope, course: string, drafts: SyllabusDraft[]) {
  const made = drafts.map((draft, nth) => checked(draft, undefined, `syllabuses.${nth}.`))
  await lockPlan(db, course)
  const { present = 0, last = 0 } =
    (await one<{ present: number; last: number }>(
      db,
      'select (count(*) filter (where not deleted))::int as present, coalesce(max(sort), 0) as last from syllabuses where course_id = $1',
      course,
    )) ?? {}
  if (present + made.length > mostSyllabuses) throw conflict('syllabus.tooMany', { most: mostSyllabuses })
  const ids = made.map(() => newId())
  await run(
    db,
    `
    insert into syllabuses (id, org_id, course_id, name, sort, starts_on, ends_on, version)
    select n.id, $1::uuid, $2::uuid, n.name, $3 + n.nth, n.starts, n.ends, ${nextVersion('0')}
    from unnest($4::uuid[], $5::text[], $6::date[], $7::date[]) with ordinality as n(id, name, starts, ends, nth)`,
    scope.org,
    course,
    last,
    ids,
    made.map(({ name }) => name),
    made.map(({ starts }) => starts),
    made.map(({ ends }) => ends),
  )
  const byId = new Map((await emitSyllabuses(db, ids)).map((row) => [row.id, row]))
  return { syllabuses: ids.map((id) => toSyllabus(byId.get(id)!)) }
}

type Locked = Stretch & { course: string; version: string }
/** Locks the plan, then the row. 404, 409 when it has changed since the version that the writer saw. */
async function lockSyllabus(tx: Tx, course: string, id: string, seen: number | undefined): Promise<Locked> {
  await lockPlan(tx, course)
  const row = await one<Locked>(
    tx,
    'select course_id::text as course, starts_on, ends_on, version::text from syllabuses where id = $1 and not deleted for update',
    id,
  )
  if (!row) throw notFound('syllabus', id)
  if (seen !== undefined && seen < Number(row.version)) throw conflict('syllabus.newer', { version: Number(row.version) })
  return row
}

export async function changeSyllabus(
  { db }: Deps,
  scope: CourseScope,
  id: string,
  { version, ...draft }: Partial<SyllabusDraft> & { version?: number },
): Promise<Syllabus> {
  const { name, starts, ends } = checked(draft, await lockSyllabus(db, scope.course, id, version))
  await run(
    db,
    `update syllabuses set name = coalesce($2, name), starts_on = $3::date, ends_on = $4::date, version = ${nextVersion()} where id = $1`,
    id,
    name ?? null,
    starts,
    ends,
  )
  return toSyllabus((await emitSyllabuses(db, [id]))[0]!)
}

export async function deleteSyllabus({ db, now }: Deps, scope: CourseScope, id: string, version: number | undefined): Promise<null> {
  await lockSyllabus(db, scope.course, id, version)
  await run(db, `update syllabuses set deleted = true, deleted_at = $2, version = ${nextVersion()} where id = $1`, id, now())
  await emitSyllabuses(db, [id])
  return null
}

export async function restoreSyllabus({ db, now }: Deps, scope: CourseScope, id: string): Promise<Syllabus> {
  await lockPlan(db, scope.course)
  const restored = await run(
    db,
    `update syllabuses set deleted = false, deleted_at = null, version = ${nextVersion()} where id = $1 and deleted and deleted_at > $2`,
    id,
    new Date(now().getTime() - binLifetime),
  )
  if (restored === 0) throw notFound('syllabus', id)
  return toSyllabus((await emitSyllabuses(db, [id]))[0]!)
}

type Items = { activity_ids?: string[]; module_ids?: string[] }
const kinds = [
  { table: 'modules', field: 'module_ids', isModule: true, unknown: 'module.unknown' },
  { table: 'activities', field: 'activity_ids', isModule: false, unknown: 'activity.unknown' },
] as const

/**
 * Brings things into a syllabus, from wherever they stand in the plan. A call names the things and their place, so that of two who move at once neither undoes
 * the other; where what they were to stand before is gone, they come to the end. 400 names the first that is not in the course.
 */
export async function sortItems(
  { db }: Deps,
  scope: CourseScope,
  id: string,
  items: Items & { before?: string | null },
): Promise<Syllabus> {
  const { course } = await lockSyllabus(db, scope.course, id, undefined)
  const touched = new Set([id])
  for (const { table, field, isModule, unknown } of kinds) {
    const moved = (items[field] ?? []).map((one) => one.toLowerCase())
    if (moved.length === 0) continue
    const known = await rows<{ id: string; syllabus: string | null }>(
      db,
      `
      select t.id::text, i.syllabus_id::text as syllabus from ${table} t left join syllabus_items i on i.item_id = t.id
      where t.id = any($1) and t.course_id = $2 and not t.deleted`,
      moved,
      course,
    )
    const ids = new Set(known.map((row) => row.id))
    const stranger = moved.find((one) => !ids.has(one))
    if (stranger) throw invalid({ [field]: [unknown, { id: stranger }] })
    for (const { syllabus } of known) if (syllabus) touched.add(syllabus)
    const present = await rows<{ id: string }>(
      db,
      'select item_id::text as id from syllabus_items where syllabus_id = $1 and is_module = $2 and item_id <> all($3) order by sort, item_id',
      id,
      isModule,
      moved,
    )
    const others = present.map((row) => row.id)
    const at = items.before ? others.indexOf(items.before.toLowerCase()) : -1
    const order = at < 0 ? [...others, ...moved] : [...others.slice(0, at), ...moved, ...others.slice(at)]
    await run(
      db,
      `
      insert into syllabus_items as i (item_id, syllabus_id, course_id, is_module, sort)
      select o.id, $1::uuid, $2::uuid, $3, o.nth from unnest($4::uuid[]) with ordinality as o(id, nth)
      on conflict (item_id) do update set syllabus_id = excluded.syllabus_id, sort = excluded.sort
      where i.syllabus_id <> excluded.syllabus_id or i.sort <> excluded.sort`,
      id,
      course,
      isModule,
      order,
    )
  }
  return toSyllabus((await emitChanged(db, [...touched])).find((row) => row.id === id)!)
}

/** Takes things out of the plan; what is not in it stays so. */
export async function leavePlan({ db }: Deps, course: string, { activity_ids = [], module_ids = [] }: Items): Promise<null> {
  await lockPlan(db, course)
  const left = await rows<{ syllabus: string }>(
    db,
    'delete from syllabus_items where course_id = $1 and item_id = any($2) returning syllabus_id::text as syllabus',
    course,
    [...activity_ids, ...module_ids].map((id) => id.toLowerCase()),
  )
  await emitChanged(db, [...new Set(left.map(({ syllabus }) => syllabus))])
  return null
}

/** Raises the versions of syllabuses in which something else is now, and emits them. */
async function emitChanged(tx: Tx, ids: string[]): Promise<SyllabusRow[]> {
  await run(
    tx,
    `
    update syllabuses s set version = ${nextVersion('s.version')} from (select id from syllabuses where id = any($1) order by id for update) l
    where s.id = l.id`,
    ids,
  )
  return await emitSyllabuses(tx, ids)
}

/** Deletes at most `size` syllabuses that lay in the bin until `before`; returns their number. */
export const purgeSyllabuses = (tx: Tx, before: Date, size: number): Promise<number> =>
  run(tx, 'delete from syllabuses where id in (select id from syllabuses where deleted and deleted_at <= $1 limit $2)', before, size)
