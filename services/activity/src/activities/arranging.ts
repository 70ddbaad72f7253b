// What is done to several activities at once: publishing, hiding, sorting.
import { rows } from '@lyceum/kit/db'
import { invalid, notFound } from '@lyceum/kit/errors'
import { nextVersion } from '@lyceum/kit/outbox'
import type { Place } from '@lyceum/kit/routes'
import { ActivityChangedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import type { Deps } from '../deps.ts'
import { tellActivities } from './activity-row.ts'
import { holdModule } from './draft.ts'

/** Only what really changes is written and told. */
export async function publishActivities(
  { db }: Deps,
  course: string,
  given: string[],
  published: boolean,
): Promise<{ activity_ids: string[] }> {
  const ids = await ofCourse(db, course, given)
  // hiding ends the grants that were decided before
  const changed = await rows<{ id: string }>(
    db,
    `
    update activities a set published = $2, version = n.version, grants_since = case when $2 then a.grants_since else n.version end, updated_at = now()
    from (select id, ${nextVersion()} as version from activities where id = any($1::uuid[])) n
    where a.id = n.id and a.published <> $2 returning a.id::text`,
    ids,
    published,
  )
  const after = await db.activity.findMany({
    where: { id: { in: changed.map(({ id }) => id) } },
    orderBy: [{ sort: 'asc' }, { id: 'asc' }],
  })
  await tellActivities(db, published ? ActivityPublishedSchema : ActivityChangedSchema, after)
  return { activity_ids: ids }
}

/** Brings these into the module in this order; what was in it before keeps its order behind them. */
export async function sortActivities({ db }: Deps, place: Place, module: string, given: string[]): Promise<{ activity_ids: string[] }> {
  if (!(await holdModule(db, module))) throw notFound('module', module)
  const wanted = await ofCourse(db, place.course!, given)
  const there = await rows<{ id: string }>(
    db,
    `
    select id::text from activities where module_id = $1::uuid and not deleted and id <> all($2::uuid[]) order by sort, id for update`,
    module,
    wanted,
  )
  const order = [...wanted, ...there.map(({ id }) => id)]
  const changed = await rows<{ id: string }>(
    db,
    `
    update activities a set sort = n.place, module_id = $1::uuid, version = ${nextVersion('a.version')}, updated_at = now()
    from (select id, nth::int as place from unnest($2::uuid[]) with ordinality as given(id, nth)) n
    where a.id = n.id and (a.sort <> n.place or a.module_id is distinct from $1::uuid) returning a.id::text`,
    module,
    order,
  )
  await tellActivities(
    db,
    ActivityChangedSchema,
    await db.activity.findMany({ where: { id: { in: changed.map(({ id }) => id) } }, orderBy: [{ sort: 'asc' }, { id: 'asc' }] }),
  )
  return { activity_ids: order }
}

/** These activities, held, in the order given; 400 names the first that is not in the course. */
async function ofCourse(db: Deps['db'], course: string, given: string[]): Promise<string[]> {
  const ids = given.map((id) => id.toLowerCase())
  const found = await rows<{ id: string }>(
    db,
    'select id::text from activities where id = any($1::uuid[]) and course_id = $2::uuid and not deleted order by id for update',
    ids,
    course,
  )
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown) throw invalid({ activity_ids: ['activity.unknown', { id: unknown }] })
  return ids
}
