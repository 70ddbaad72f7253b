// The bin of a course: what was deleted can be restored for 30 days, then it is deleted for good with all that hangs on it.
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { personNames } from '@lyceum/identity/mirror/persons'
import { ActivityChangedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import { activityColumns, activityOf, emitActivities, lockActivity, type SqlActivity } from '../../activity/activity-row.ts'
import { holdActivityFiles } from '../../activity/held-files.ts'
import type { Deps } from '../../deps.ts'
import { requireInCoursesOf } from '../../content/deletions/deletions.ts'
import type { Activity as Row } from '../../generated/client.ts'
import type { Module } from '../../content/modules/api.ts'
import { emitModules, lockOrder, moduleColumns, type ModuleRow, toModule } from '../../content/modules/modules.ts'
import { refreshActivityTimes } from '../../times/personal-times.ts'
import { inEveryRoom } from '../../lifecycle.ts'
import type { DeletedItem } from './api.ts'
import { binLifetime } from '../../activity/lifetime.ts'

type BinRow = Omit<DeletedItem, 'deleted_at' | 'deleted_by' | 'purge_at'> & { deleted_at: Date; deleted_by: string | null; total: number }

/** The time before which deleted things can no longer be restored, also while they are not yet purged. */
const endedAt = (now: Date) => new Date(now.getTime() - binLifetime)

export async function listBin({ db, now }: Deps, course: string, page: PageQuery) {
  const { limit, offset } = limits(page)
  const since = endedAt(now())
  const deleted = `
    select a.id::text, 'activity' as kind, a.type, a.title, a.deleted_at, a.deleted_by::text,
      case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.name, 'deleted', d.deleted) end as module
    from activities a left join modules d on d.id = a.module_id where a.course_id = $1 and a.deleted and a.deleted_at > $2
    union all
    select id::text, 'module', null, name, deleted_at, deleted_by::text, null from modules where course_id = $1 and deleted and deleted_at > $2
    union all
    select id::text, 'score_item', null, title, deleted_at, deleted_by::text, null from score_items where course_id = $1 and deleted and deleted_at > $2`
  const items = await rows<BinRow>(
    db,
    `select b.*, count(*) over ()::int as total from (${deleted}) b order by b.deleted_at desc, b.id limit ${limit} offset ${offset}`,
    course,
    since,
  )
  const total =
    items[0]?.total ??
    (offset === 0 ? 0 : ((await one<{ n: number }>(db, `select count(*)::int as n from (${deleted}) b`, course, since))?.n ?? 0))
  const names = await personNames(
    db,
    items.flatMap(({ deleted_by }) => deleted_by ?? []),
  )
  return pageOf(
    page,
    total,
    items.map(({ deleted_at, deleted_by, total: _, ...item }): DeletedItem => {
      const person = deleted_by ? names.get(deleted_by) : undefined
      return {
        ...item,
        deleted_at: deleted_at.toISOString(),
        deleted_by: person && !person.deleted ? { id: person.id, name: person.name } : null,
        purge_at: new Date(deleted_at.getTime() + binLifetime).toISOString(),
      }
    }),
  )
}

/** Brings activities back whose rows are locked, as they were: published if they were. A module may be gone meanwhile. 404 after 30 days. */
async function bringBack({ db, now }: Deps, ids: string[]): Promise<Row[]> {
  const modules = await rows<{ id: string }>(
    db,
    'select id::text from modules where id in (select module_id from activities where id = any($1)) and not deleted order by id for share',
    ids,
  )
  const restored = (
    await rows<SqlActivity>(
      db,
      `
      update activities a set deleted = false, deleted_at = null, deleted_by = null, published = a.was_published,
        module_id = case when a.module_id = any($2::uuid[]) then a.module_id end, version = ${nextVersion('a.version')}, updated_at = now()
      where a.id = any($1) and a.deleted and (a.deleted_at is null or a.deleted_at > $3) returning ${activityColumns}`,
      ids,
      modules.map(({ id }) => id),
      endedAt(now()),
    )
  ).map(activityOf)
  const back = new Map(restored.map((row) => [row.id, row]))
  for (const id of ids) if (!back.has(id)) throw notFound('activity', id)
  const inOrder = ids.map((id) => back.get(id)!)
  for (const [course, of] of Map.groupBy(inOrder, ({ courseId }) => courseId))
    await refreshActivityTimes(
      db,
      { org: of[0]!.orgId, course },
      of.map(({ id }) => id),
    )
  await holdActivityFiles(db, inOrder, now())
  const [published, drafts] = [inOrder.filter((row) => row.published), inOrder.filter((row) => !row.published)]
  await emitActivities(db, ActivityPublishedSchema, published)
  await emitActivities(db, ActivityChangedSchema, drafts)
  return inOrder
}

export async function restoreActivity(deps: Deps, id: string) {
  await lockActivity(deps.db, id)
  const [row] = await bringBack(deps, [id.toLowerCase()])
  return { id, module_id: row!.moduleId, published: row!.published, version: Number(row!.version) }
}

export async function restoreActivities(deps: Deps, actor: Actor, requested: string[]): Promise<{ activity_ids: string[] }> {
  const { ids } = await requireInCoursesOf(deps.db, actor, requested, 'content.delete', { lock: true, deleted: true })
  await bringBack(deps, ids)
  return { activity_ids: ids }
}

/** Brings a module back where it was: before the one that has taken its place meanwhile, which makes room with those after it. */
export async function restoreModule({ db, now }: Deps, id: string): Promise<Module> {
  const module = await one<{ course: string }>(db, 'select course_id::text as course from modules where id = $1', id)
  if (!module) throw notFound('module', id)
  await lockOrder(db, module.course)
  const restored = await rows<ModuleRow>(
    db,
    `
    update modules m set deleted = false, deleted_at = null, deleted_by = null, version = ${nextVersion('m.version')}
    where m.id = $1 and m.deleted and (m.deleted_at is null or m.deleted_at > $2) returning ${moduleColumns('m')}`,
    id,
    endedAt(now()),
  )
  const [back] = restored
  if (!back) throw notFound('module', id)
  const moved = await rows<ModuleRow>(
    db,
    `
    with others as (select id, sort from modules where course_id = $1 and not deleted and id <> $2)
    update modules m set sort = m.sort + 1, version = ${nextVersion('m.version')} from others o
    where m.id = o.id and m.sort >= $3 and exists (select from others where sort = $3) returning ${moduleColumns('m')}`,
    module.course,
    id,
    back.sort,
  )
  await emitModules(db, [back, ...moved])
  return toModule(back)
}

/** Deletes for good at most `size` activities, and as many modules, deleted more than 30 days ago; returns the greatest number. */
export async function purgeBin(tx: Tx, now: Date, size: number): Promise<number> {
  // a process of the release before deletes without a time
  for (const table of ['activities', 'modules'])
    await run(
      tx,
      `update ${table} set deleted_at = $1 where id in (select id from ${table} where deleted and deleted_at is null limit ${size})`,
      now,
    )
  const before = endedAt(now)
  const gone = (
    await rows<{ id: string }>(
      tx,
      `select id::text from activities where deleted and deleted_at <= $1 order by deleted_at limit ${size} for update skip locked`,
      before,
    )
  ).map(({ id }) => id)
  if (gone.length > 0) {
    await inEveryRoom('purge', tx, gone)
    await run(tx, 'delete from activities where id = any($1)', gone)
  }
  const modules = await rows(
    tx,
    `
    with gone as (
      delete from modules where id in (
        select m.id from modules m where m.deleted and m.deleted_at <= $1 and not exists (select from activities a where a.module_id = m.id) limit ${size})
      returning id),
      planned as (delete from syllabus_items where item_id in (select id from gone))
    select from gone`,
    before,
  )
  return Math.max(gone.length, modules.length, await inEveryRoom('purgeBin', tx, before, size))
}
