// Forgetting a person: files that only they had go for good, with their names. What a course or a group uses is theirs by now and stays.
import { rows, type Tx } from '@lyceum/kit/db'
import type { HandledFact } from '@lyceum/kit/consumer'
import { enqueue, type JobContext } from '@lyceum/kit/jobs'
import { unsay } from '@lyceum/kit/outbox'
import type { Deps } from '../deps.ts'
import { counts, lockAny, tell, writeRow } from '../uploads/rows.ts'
import { giveRoomBack } from '../storage/storage.ts'

const most = 100

/** identity's personErased. They may be thousands of files: a job, in pieces. */
export async function forgetPerson(tx: Tx, _: unknown, { key }: Pick<HandledFact, 'key'>): Promise<void> {
  const person = key.slice('person:'.length)
  await tx.$executeRawUnsafe(
    `delete from upload_tokens t using uploads u where u.id = t.upload_id and u.owner_id = $1::uuid and u.stored_at is null`,
    person,
  )
  await leaveGroups(tx, person)
  await enqueue(tx, { kind: 'forget', key: `forget:${person}`, payload: { person } })
}

/** A group that loses its last owner gets the oldest of those who may most; one that is empty ends. */
async function leaveGroups(tx: Tx, person: string): Promise<void> {
  const left = await rows<{ id: string }>(
    tx,
    'delete from resource_group_members where person_id = $1::uuid returning group_id::text as id',
    person,
  )
  const groups = left.map(({ id }) => id)
  await tx.$executeRawUnsafe(
    `
    update resource_group_members m set role = 'owner' from (
      select distinct on (group_id) group_id, person_id from resource_group_members
      where group_id = any($1::uuid[]) order by group_id, array_position(array['owner', 'manager', 'member'], role), joined_at, person_id) first
    where m.group_id = first.group_id and m.person_id = first.person_id`,
    groups,
  )
  await tx.$executeRawUnsafe(
    `update resource_groups g set deleted = true where id = any($1::uuid[])
     and not exists (select from resource_group_members m where m.group_id = g.id)`,
    groups,
  )
}

/** The person's own files and folders, outside of courses; not those that an activity uses or that are shared into a living group. */
const own = `
  select u.id::text from uploads u
  where u.owner_id = $1::uuid and u.course_id is null and (u.purged_at is null or u.name <> '')
    and not exists (select from upload_references r where r.upload_id = u.id)
    and not exists (
      with recursive up as (
        select u.id, u.parent_id, 1 as n
        union all select f.id, f.parent_id, n + 1 from uploads f join up on f.id = up.parent_id where f.is_folder and n < 100)
      select from up join shared_resources s on s.upload_id = up.id join resource_groups g on g.id = s.group_id and not g.deleted)
    and not (u.is_folder and exists (
      with recursive down as (
        select f.id, f.is_folder from uploads f where f.parent_id = u.id
        union all select f.id, f.is_folder from uploads f join down on f.parent_id = down.id)
      select from down join upload_references r on r.upload_id = down.id))
  order by u.id limit ${most}`

export async function forgetFiles({ job, deps, signal }: JobContext<Deps, { person: string }>): Promise<void> {
  const { client, now } = deps
  for (;;) {
    if (signal.aborted) throw signal.reason
    const found = await rows<{ id: string }>(client, own, job.payload.person)
    await client.$transaction(async (tx) => {
      for (const { id } of found) {
        const row = await lockAny(tx, id)
        if (!row) continue
        if (counts(row)) await giveRoomBack(tx, row.orgId, row.ownerId, Number(row.size))
        const at = now()
        const gone = { deleted: true, deletedAt: at, deletedWith: id, purgedAt: at, name: '', chapters: [] }
        await tx.caption.deleteMany({ where: { uploadId: id } })
        await unsay(tx, `upload:${id}`)
        await tell(tx, 'deleted', await writeRow(tx, row, gone, at))
        if (!row.isFolder) await enqueue(tx, { kind: 'clean', key: `clean:${id}`, payload: { upload: id } })
      }
    })
    if (found.length < most) break
  }
  await client.storageUsed.deleteMany({ where: { personId: job.payload.person, bytes: 0 } })
}
