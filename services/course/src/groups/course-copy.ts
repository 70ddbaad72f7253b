// The group sets of a course that is copied: names, groups and sign-up come along, people do not.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { daysLater } from '@lyceum/kit/text/time-zones'
import type { CopiedSet } from '../courses/course-facts.ts'
import { emitGroups, emitSets, type GroupRow, groupColumns, type SetRow, setColumns } from './group-rows.ts'

/** Ids of the group sets of a course in its copy, chosen before they are there, since the fact of the copy comes first. One that is deleted meanwhile comes along. */
export const nameSets = async (tx: Tx, from: string): Promise<CopiedSet[]> =>
  (await rows<{ id: string }>(tx, 'select id::text from group_sets where course_id = $1 and not deleted order by sort, id', from)).map(
    ({ id }) => ({ fromId: id, toId: newId() }),
  )

/** The end of a sign-up moves by these days as every date of the copy does: by the clock of the course's zone. */
export type Shift = { days: number; zone: string }

export async function copySets(tx: Tx, sets: CopiedSet[], to: { id: string; orgId: string }, shift: Shift): Promise<void> {
  if (sets.length === 0) return
  const sources = await rows<SetRow>(
    tx,
    `select ${setColumns()} from group_sets where id = any($1)`,
    sets.map(({ fromId }) => fromId),
  )
  const endOf = new Map(sources.map(({ id, sign_up_until: end }) => [id, end && daysLater(end, shift.days, shift.zone)]))
  const made = await rows<SetRow>(
    tx,
    `
    insert into group_sets as s (id, org_id, course_id, name, sort, sign_up, seats, sign_up_until, version)
    select w.copy, $3::uuid, $4::uuid, o.name, o.sort, o.sign_up, o.seats, w.ends, ${nextVersion('0')}
    from unnest($1::uuid[], $2::uuid[], $5::timestamptz[]) as w(source, copy, ends) join group_sets o on o.id = w.source
    returning ${setColumns('s')}`,
    sets.map(({ fromId }) => fromId),
    sets.map(({ toId }) => toId),
    to.orgId,
    to.id,
    sets.map(({ fromId }) => endOf.get(fromId) ?? null),
  )
  const groups = await rows<GroupRow>(
    tx,
    `
    insert into groups as g (id, org_id, course_id, set_id, name, sort, version)
    select gen_random_uuid(), $3::uuid, $4::uuid, w.copy, o.name, o.sort, ${nextVersion('0')}
    from unnest($1::uuid[], $2::uuid[]) as w(source, copy) join groups o on o.set_id = w.source and not o.deleted
    returning ${groupColumns('g')}`,
    sets.map(({ fromId }) => fromId),
    sets.map(({ toId }) => toId),
    to.orgId,
    to.id,
  )
  await emitSets(tx, made)
  await emitGroups(tx, groups)
}
