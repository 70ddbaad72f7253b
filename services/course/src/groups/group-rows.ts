// Rows of group sets and groups: their columns, locks and facts.
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { emitAll, fact, nextVersion } from '@lyceum/kit/facts/outbox'
import { raiseVersions } from '@lyceum/kit/facts/resync'
import { GroupChangedSchema, GroupSetChangedSchema } from '@lyceum/proto/course'
import { teachersOf } from '../courses/teachers.ts'
import type { CourseGroup, GroupSet } from '../generated/client.ts'

export const setColumns = columnsOf<GroupSet>()(
  'id',
  'org_id',
  'course_id',
  'name',
  'sort',
  'sign_up',
  'seats',
  'sign_up_until',
  'deleted',
  'deleted_at',
  'version',
)
export type SetRow = RowOf<typeof setColumns>

export const groupColumns = columnsOf<CourseGroup>()(
  'id',
  'org_id',
  'course_id',
  'set_id',
  'name',
  'sort',
  'leader_id',
  'deleted',
  'deleted_at',
  'version',
)
export type GroupRow = RowOf<typeof groupColumns>

/** The set, kept from changing until the transaction ends, or `for share` from being deleted. 404 when it is deleted, 409 when it is newer than what the writer saw. */
export async function lockSet(
  tx: Tx,
  id: string,
  { seen, deleted = false, share = false }: { seen?: number | undefined; deleted?: boolean; share?: boolean } = {},
): Promise<SetRow> {
  const lock = share ? 'for share' : 'for no key update'
  const row = await one<SetRow>(tx, `select ${setColumns()} from group_sets where id = $1 and deleted = $2 ${lock}`, id, deleted)
  if (!row) throw notFound('groupSet', id)
  if (seen !== undefined && seen < Number(row.version)) throw conflict('groupSet.newer', { version: Number(row.version) })
  return row
}

/** The groups, locked in the order of their ids. */
export const lockGroups = (tx: Tx, ids: Iterable<string>): Promise<GroupRow[]> =>
  rows<GroupRow>(tx, `select ${groupColumns()} from groups where id = any($1) order by id for no key update`, [...new Set(ids)])

/** One group, as lockSet. */
export async function lockGroup(
  tx: Tx,
  id: string,
  { seen, deleted = false }: { seen?: number | undefined; deleted?: boolean } = {},
): Promise<GroupRow> {
  const [row] = await lockGroups(tx, [id])
  if (!row || row.deleted !== deleted) throw notFound('courseGroup', id)
  if (seen !== undefined && seen < Number(row.version)) throw conflict('courseGroup.newer', { version: Number(row.version) })
  return row
}

export const emitSets = (tx: Tx, changed: SetRow[]) =>
  emitAll(
    tx,
    changed.map((row) =>
      fact(
        GroupSetChangedSchema,
        { key: `course:${row.course_id}`, org: row.org_id },
        {
          id: row.id,
          orgId: row.org_id,
          courseId: row.course_id,
          name: row.name,
          signUp: row.sign_up,
          deleted: row.deleted,
          version: BigInt(row.version),
        },
      ),
    ),
  )

type Stay = { group: string; person: string; since: Date; until: Date | null }

/** People of each group. */
type OfGroup = ReadonlyMap<string, readonly string[]>
/**
 * Emits groups of one course as they are now. `whom`: of each group the people whose pages get a hint, beside those of its teachers; 'nobody' in a
 * resync. `placed`: whom somebody else put into it, who are notified.
 */
export async function emitGroups(
  tx: Tx,
  changed: GroupRow[],
  whom: OfGroup | 'nobody' = new Map(),
  placed: OfGroup = new Map(),
): Promise<void> {
  const [first] = changed
  if (!first) return
  const stays = await rows<Stay>(
    tx,
    `
    select group_id::text as group, person_id::text as person, since, until from group_members
    where group_id = any($1) order by since, person_id`,
    changed.map(({ id }) => id),
  )
  const ofGroup = Map.groupBy(stays, ({ group }) => group)
  const teachers = await teachersOf(tx, first.course_id)
  await emitAll(
    tx,
    changed.map((row) =>
      fact(
        GroupChangedSchema,
        {
          key: `course:${row.course_id}`,
          org: row.org_id,
          ...(whom !== 'nobody' && {
            hint: { people: [...new Set([...(whom.get(row.id) ?? []), ...teachers])] },
          }),
        },
        {
          id: row.id,
          setId: row.set_id,
          orgId: row.org_id,
          courseId: row.course_id,
          name: row.name,
          leaderId: row.leader_id ?? undefined,
          members: (ofGroup.get(row.id) ?? []).map(({ person, since, until }) => ({
            personId: person,
            since: since.toISOString(),
            until: until?.toISOString(),
          })),
          deleted: row.deleted,
          version: BigInt(row.version),
          placed: [...(placed.get(row.id) ?? [])],
        },
      ),
    ),
  )
}

/** Raises the versions of groups of one course and emits them. */
export async function touchGroups(tx: Tx, ids: Iterable<string>, whom?: OfGroup, placed?: OfGroup): Promise<GroupRow[]> {
  const changed = await rows<GroupRow>(
    tx,
    `update groups g set version = ${nextVersion('g.version')} where g.id = any($1) returning ${groupColumns('g')}`,
    [...new Set(ids)],
  )
  await emitGroups(tx, changed, whom, placed)
  return changed
}

/** Resync of group sets, deleted ones too. Answers the last id. */
export async function resyncSets(tx: Tx, after: string): Promise<string | undefined> {
  const raised = await raiseVersions(tx, 'group_sets', after)
  await emitSets(tx, await rows<SetRow>(tx, `select ${setColumns('s')} from group_sets s where s.id = any($1) order by s.id`, raised))
  return raised.at(-1)
}

/** The same for groups, with everybody who is and was in them; nobody gets a hint. */
export async function resyncGroups(tx: Tx, after: string): Promise<string | undefined> {
  const raised = await raiseVersions(tx, 'groups', after)
  const changed = await rows<GroupRow>(tx, `select ${groupColumns('g')} from groups g where g.id = any($1) order by g.id`, raised)
  for (const ofCourse of Map.groupBy(changed, ({ course_id }) => course_id).values()) await emitGroups(tx, ofCourse, 'nobody')
  return raised.at(-1)
}
