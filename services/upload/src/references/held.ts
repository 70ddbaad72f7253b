// The consumers of FilesHeld, and of activities for their titles and the grants that they end.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { newId } from '@lyceum/kit/ids'
import type { Activity, PersonalTimesChanged } from '@lyceum/proto/activity'
import type { FilesHeld } from '../../mirror/held-files.ts'
import { enqueue } from '../jobs.ts'
import { eraseReleased } from '../erasure/erase.ts'

/** Writes the files of a holder; an older version changes nothing. */
export async function upsertHeld(tx: Tx, held: FilesHeld, { rebuilding }: Pick<HandledFact, 'rebuilding'>): Promise<void> {
  const { holder, orgId, courseId, uploadIds, hold, byRight, version, restorableUntil, textIds = [] } = held
  const [kind = '', id = ''] = holder.split(':')
  if (!(await advanceHolder(tx, id, kind, version))) return
  const released = await rows<{ id: string }>(
    tx,
    `
    delete from upload_references where activity_id = $1 and holder_kind = $2 and version <= $3 and upload_id <> all($4)
    returning upload_id::text as id`,
    id,
    kind,
    String(version),
    uploadIds,
  )
  const named = byRight && !rebuilding ? await unnamed(tx, uploadIds) : []
  await run(
    tx,
    `
    insert into upload_references as r (activity_id, holder_kind, upload_id, course_id, org_id, title, type, published, hold, by_right, version)
    select $1::uuid, $2, u, $4::uuid, $5::uuid, '', '', false, $6::bool, $7::bool, $8::bigint from unnest($3::uuid[]) as u
    where not exists (select 1 from upload_references where activity_id = $1::uuid and holder_kind = $2 and version > $8::bigint)
    on conflict (upload_id, activity_id) do update set course_id = excluded.course_id, hold = excluded.hold, by_right = excluded.by_right,
      version = excluded.version where r.version <= excluded.version`,
    id,
    kind,
    uploadIds,
    courseId,
    orgId,
    hold,
    byRight,
    String(version),
  )
  await enqueueNames(tx, named)
  if (hold && !byRight && !rebuilding)
    await enqueue(
      tx,
      uploadIds.map((upload) => ({ kind: 'secureHeld', key: `held:${upload}`, payload: { upload } })),
    )
  if (!rebuilding)
    await enqueue(
      tx,
      textIds.map((upload) => ({ kind: 'readText', key: `text:${upload}`, payload: { upload } })),
    )
  const ids = released.map((one) => one.id)
  if (restorableUntil) return await keepRestorable(tx, id, kind, ids, restorableUntil)
  ids.push(...(await endRestorable(tx, id, kind)))
  if (!rebuilding) await eraseReleased(tx, ids)
}

/** From now on the facts of these files carry names (namedInFacts): one of each is emitted that has not carried it yet. */
async function enqueueNames(tx: Tx, uploads: string[]): Promise<void> {
  if (uploads.length > 0) await enqueue(tx, { kind: 'tellUploads', key: `names:${newId()}`, payload: { uploads } })
}

/** Files that no course has shown so far. Roles of the time at which they were told are not known: the names of teachers' files are told again. */
const unnamed = async (tx: Tx, uploads: string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      tx,
      `
      select u.id::text as id from uploads u
      where u.id = any($1) and not u.deleted and u.course_id is null
        and not exists (select from upload_references r where r.upload_id = u.id and r.by_right)`,
      uploads,
    )
  ).map(({ id }) => id)

/** Writes the holder's version; false when a newer one is known. The row stays when it lets go: an older fact may be applied after that. */
const advanceHolder = async (tx: Tx, id: string, kind: string, version: bigint): Promise<boolean> =>
  (await run(
    tx,
    `
    insert into holders as h (id, kind, version) values ($1, $2, $3)
    on conflict (id, kind) do update set version = excluded.version where h.version <= excluded.version`,
    id,
    kind,
    String(version),
  )) === 1

/** A deleted holder has let go of these files; sweepRestorable erases those of erased people when it cannot be restored any more. */
async function keepRestorable(tx: Tx, id: string, kind: string, uploads: string[], until: string): Promise<void> {
  await run(
    tx,
    'insert into restorable_uploads (holder_id, holder_kind, upload_id, restorable_until) select $1, $2, u, $4 from unnest($3::uuid[]) as u on conflict do nothing',
    id,
    kind,
    uploads,
    new Date(until),
  )
  await run(tx, 'update restorable_uploads set restorable_until = $3 where holder_id = $1 and holder_kind = $2', id, kind, new Date(until))
}

/** A holder is restored, or gone for good. Returns the files that waited for it. */
async function endRestorable(tx: Tx, id: string, kind: string): Promise<string[]> {
  const ended = await rows<{ id: string }>(
    tx,
    'delete from restorable_uploads where holder_id = $1 and holder_kind = $2 returning upload_id::text as id',
    id,
    kind,
  )
  return ended.map((one) => one.id)
}

/**
 * Writes title, type and state of an activity beside its files. Its files too: a release before FilesHeld tells them here alone, and facts of that
 * time are read again in a rebuild.
 */
export async function upsertActivity(tx: Tx, { activity }: { activity?: Activity | undefined }): Promise<void> {
  if (!activity) return
  const { id, orgId, courseId, title, type, published, deleted, uploadIds, version, grantsSince } = activity
  if (grantsSince > 0n) await revokeGrants(tx, id, grantsSince)
  const uses = deleted ? [] : uploadIds
  await run(tx, 'delete from upload_references where activity_id = $1 and version < $2 and upload_id <> all($3)', id, String(version), uses)
  await run(
    tx,
    `
    insert into upload_references as r (activity_id, upload_id, course_id, org_id, title, type, published, version)
    select $1::uuid, u, $3::uuid, $4::uuid, $5, $6, $7::bool, $8::bigint from unnest($2::uuid[]) as u
    where not exists (select 1 from upload_references where activity_id = $1::uuid and version > $8::bigint)
      and not exists (select 1 from holders where id = $1::uuid and kind = 'activity' and version > $8::bigint)
    on conflict (upload_id, activity_id) do update set course_id = excluded.course_id, title = excluded.title, type = excluded.type,
      published = excluded.published, version = excluded.version where r.version <= excluded.version`,
    id,
    uses,
    courseId,
    orgId,
    title,
    type,
    published,
    String(version),
  )
}

/** Ends the grants that were decided on an older version of this activity. */
const revokeGrants = (tx: Tx, activity: string, before: bigint) =>
  run(
    tx,
    `
    insert into grant_revocations as r (activity_id, before) values ($1, $2)
    on conflict (activity_id) do update set before = excluded.before where r.before < excluded.before`,
    activity,
    String(before),
  )

/** Ends a person's grants that were decided by older times of theirs. */
export const revokePersonalGrants = (tx: Tx, { personId, narrowedIds, version }: PersonalTimesChanged) =>
  run(
    tx,
    `
    insert into personal_grant_revocations as r (activity_id, person_id, before) select a, $2::uuid, $3::bigint from unnest($1::uuid[]) as a
    on conflict (activity_id, person_id) do update set before = excluded.before, revoked_at = excluded.revoked_at where r.before < excluded.before`,
    narrowedIds,
    personId,
    String(version),
  )
