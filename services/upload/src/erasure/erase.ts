// The erasure of a person: their files are purged with their names. Files that a course or a group uses stay.
import { personOfKey } from '@lyceum/identity/mirror/person-key'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { newId } from '@lyceum/kit/ids'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { enqueue, type Jobs } from '../jobs.ts'
import { redactFacts } from '@lyceum/kit/facts/outbox'
import type { Deps } from '../deps.ts'
import { emitGroups, ownGroups } from '../rows/group-facts.ts'
import { usesStorage, lockAll, emitUpload, writeRow } from '../rows/rows.ts'
import { releaseStorage } from '../storage/storage.ts'
import { dropPackages } from '../packages/package-row.ts'

const batch = 100
/** The fact of a restore in the last minute may take a while to arrive. */
const restoreLag = '1 hour'

/** Holders have let go of files: those of erased people that nothing else holds are erased. */
export async function eraseReleased(tx: Tx, uploads: string[]): Promise<void> {
  if (uploads.length === 0) return
  const owners = await rows<{ person: string; uploads: string[] }>(
    tx,
    `select u.owner_id::text as person, array_agg(u.id::text) as uploads from uploads u
     join mirror.persons p on p.id = u.owner_id and p.deleted where u.id = any($1) and u.purged_at is null group by u.owner_id`,
    uploads,
  )
  await enqueue(
    tx,
    // keys of their own: a job that waits or runs under the same key would keep its own files
    owners.map((payload) => ({ kind: 'erasePersonFiles', key: `forget:${payload.person}:${newId()}`, payload })),
  )
}

/** Lets go of the files of deleted holders that cannot be restored any more; at most 1,000 at a time. */
export async function sweepRestorable(tx: Tx, now: Date): Promise<void> {
  const expired = await rows<{ id: string }>(
    tx,
    `
    delete from restorable_uploads where (upload_id, holder_id, holder_kind) in (
      select upload_id, holder_id, holder_kind from restorable_uploads where restorable_until < $1::timestamptz - interval '${restoreLag}' limit 1000)
    returning upload_id::text as id`,
    now,
  )
  await eraseReleased(
    tx,
    expired.map(({ id }) => id),
  )
}

/** Handles identity's personErased. A job erases the files in pieces: they may be thousands. */
export async function erasePerson(tx: Tx, _: unknown, { key, rebuilding }: Pick<HandledFact, 'key' | 'rebuilding'>): Promise<void> {
  const person = personOfKey(key)
  await run(tx, `delete from upload_tokens t using uploads u where u.id = t.upload_id and u.owner_id = $1 and u.stored_at is null`, person)
  await run(tx, 'delete from personal_grant_revocations where person_id = $1', person)
  await leaveGroups(tx, person, rebuilding)
  await run(tx, 'delete from shared_overrides where person_id = $1', person)
  // in a rebuild the holders of the files are not all known yet, and the files were erased before
  await run(tx, `delete from storage_quotas where kind = 'person' and subject_id = $1`, person)
  if (!rebuilding) await enqueue(tx, { kind: 'erasePersonFiles', key: `forget:${person}`, payload: { person } })
}

/** Removes the person from groups, with the invitations that they made. A group without an owner gets another (ownGroups); an empty one is deleted. */
async function leaveGroups(tx: Tx, person: string, rebuilding: boolean): Promise<void> {
  const memberships = await rows<{ id: string }>(
    tx,
    'delete from resource_group_members where person_id = $1 returning group_id::text as id',
    person,
  )
  const groups = memberships.map(({ id }) => id)
  await run(tx, 'delete from resource_group_invitations where created_by = $1', person)
  await ownGroups(tx, groups)
  await run(
    tx,
    `update resource_groups g set deleted = true where id = any($1)
     and not exists (select from resource_group_members m where m.group_id = g.id)`,
    groups,
  )
  if (!rebuilding) await emitGroups(tx, groups, 'nobody')
}

/** Whether a holder holds the upload, or will again if it is restored. */
const heldSql = (id: string) => `(exists (select from upload_references r where r.upload_id = ${id})
  or exists (select from restorable_uploads r where r.upload_id = ${id}))`

/** The person's own files and folders, outside of courses, without those that a holder holds or that somebody of an existing group sees. */
const erasableSql = `
  select u.id::text from uploads u
  where u.owner_id = $1 and ($2::uuid[] is null or u.id = any($2::uuid[])) and u.course_id is null and (u.purged_at is null or u.name <> '')
    and not ${heldSql('u.id')}
    and not exists (
      with recursive up as (
        select u.id, u.parent_id, 1 as n
        union all select f.id, f.parent_id, n + 1 from uploads f join up on f.id = up.parent_id where f.is_folder and n < 100)
      select from up join shared_resources s on s.upload_id = up.id join resource_groups g on g.id = s.group_id and not g.deleted
      where s.audit_status = 'agree' or exists (select from shared_overrides o where o.share_id = s.id))
    and not (u.is_folder and exists (
      with recursive down as (
        select f.id, f.is_folder from uploads f where f.parent_id = u.id
        union all select f.id, f.is_folder from uploads f join down on f.parent_id = down.id)
      select from down where ${heldSql('down.id')}))
  order by u.id limit ${batch}`

export async function eraseFiles({ job, deps, signal }: JobContext<Deps, Jobs['erasePersonFiles']>): Promise<void> {
  const { client, now } = deps
  for (;;) {
    if (signal.aborted) throw signal.reason
    const files = await rows<{ id: string }>(client, erasableSql, job.payload.person, job.payload.uploads ?? null)
    const ids = files.map(({ id }) => id)
    await client.$transaction(async (tx) => {
      const locked = await lockAll(tx, ids)
      // a holder may have come between
      const erasable = new Set(
        (await rows<{ id: string }>(tx, erasableSql, job.payload.person, job.payload.uploads ?? null)).map(({ id }) => id),
      )
      const erased = locked.filter(({ id }) => erasable.has(id))
      await tx.caption.deleteMany({ where: { uploadId: { in: erased.map(({ id }) => id) } } })
      await dropPackages(
        tx,
        erased.map(({ id }) => id),
      )
      for (const row of erased) {
        const { id } = row
        if (usesStorage(row)) await releaseStorage(tx, row.orgId, row.ownerId, Number(row.size))
        const time = now()
        const state = {
          deleted: true,
          deletedAt: time,
          deletedWith: id,
          purgedAt: time,
          name: '',
          linkUrl: null,
          filmId: null,
          chapters: [],
        }
        await redactFacts(tx, `upload:${id}`)
        await emitUpload(tx, 'deleted', await writeRow(tx, row, state, time))
        if (!row.isFolder) await enqueue(tx, { kind: 'cleanUpload', key: `clean:${id}`, payload: { upload: id } })
      }
    })
    if (files.length < batch) break
  }
  await client.storageUsed.deleteMany({ where: { personId: job.payload.person, bytes: 0 } })
}
