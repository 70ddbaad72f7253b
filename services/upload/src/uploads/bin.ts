// The bin: deleted uploads can be restored for 30 days, or until their storage is needed.
import { wordsContained } from '@lyceum/kit/database/like-pattern'
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows, run } from '@lyceum/kit/database/database'
import { conflict, forbidden, notFound } from '@lyceum/kit/calls/errors'
import { enqueue } from '../jobs.ts'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import type { Db, Deps } from '../deps.ts'
import { countUses } from '../rows/references.ts'
import { countsAgain, stopCounting } from '../storage/shared-bytes.ts'
import { reserveStorage } from '../storage/storage.ts'
import type { Upload } from '../rows/shapes.ts'
import { lockFolders, parentFields, spaceOf, spaceOfFolder, treeOf } from '../rows/folders.ts'
import { auditDeleted } from './audit-files.ts'
import { assertNotHeld, lockWritable } from './rights.ts'
import { waitAgain } from '../rows/added-to-shares.ts'
import { usesStorage, findRow, inFolder, lockAll, lockAny, type Row, emitUpload, toUpload, writeRow } from '../rows/rows.ts'

export const binDays = 30

/**
 * Deletes uploads, folders with their content. 409 upload.held, upload.inUse unless forced. An upload without bytes is purged at once. Purged by
 * somebody else than its owner it lies in the owner's bin first, and what belongs to others is audited.
 */
export async function deleteUploads(deps: Deps, actor: Actor, ids: string[], { force = false, purge = false } = {}): Promise<null> {
  const { db, now } = deps
  for (const id of ids) {
    const current = await findRow(db, id)
    if (current?.isFolder) await lockFolders(db, spaceOf(current))
    await lockWritable(db, actor, id, { managers: true })
  }
  const { ids: tree } = await treeOf(db, ids)
  await assertNotHeld(db, tree)
  const uses = force ? 0 : await countUses(db, tree)
  if (uses > 0) throw conflict('upload.inUse', { activities: uses })
  for (const id of ids) {
    const tree = await lockAll(db, (await treeOf(db, [id])).ids)
    const own = tree.every(({ ownerId }) => ownerId === actor.person)
    await auditDeleted(
      db,
      actor,
      tree.filter(({ deleted }) => !deleted),
    )
    for (const row of tree) {
      if (row.deleted) continue
      const counted = await stopCounting(db, row)
      const purged = (purge && own) || (!row.isFolder && !row.storedAt)
      const time = now()
      await emitUpload(
        db,
        'deleted',
        await writeRow(db, row, { deleted: true, deletedAt: time, deletedWith: id, purgedAt: purged ? time : null, counted }, time),
      )
      if (purged && !row.isFolder) await enqueueClean(db, [row.id], time)
    }
  }
  return null
}

/** Milliseconds for which the bytes of a student's purged file stay: the fact that they were just handed in may be under way (references/secure-held.ts). */
const purgeDelay = 10 * 60_000

async function enqueueClean(db: Db, ids: string[], now: Date) {
  const ofStudents = await rows<{ id: string }>(
    db,
    `select u.id::text from uploads u join mirror.memberships m on m.person_id = u.owner_id and m.org_id = u.org_id and m.roles <@ array['student']
     where u.id = any($1) and u.stored_at is not null`,
    ids,
  )
  const later = new Set(ofStudents.map(({ id }) => id))
  await enqueue(
    db,
    ids.map((id) => ({
      kind: 'cleanUpload',
      key: `clean:${id}`,
      payload: { upload: id },
      ...(later.has(id) && { runAt: new Date(now.getTime() + purgeDelay) }),
    })),
  )
}

/** Purges an upload, also a deleted one. */
export async function purgeUpload(deps: Deps, actor: Actor, id: string, force: boolean): Promise<null> {
  const { db, now } = deps
  const row = await lockAny(db, id)
  if (!row?.deleted) return await deleteUploads(deps, actor, [id], { force, purge: true })
  assertMayRestore(actor, row)
  const deletedTogether = await rows<{ id: string }>(db, 'select id::text from uploads where deleted_with = $1', row.deletedWith)
  await assertNotHeld(
    db,
    deletedTogether.map(({ id }) => id),
  )
  // in the folder of a course lie files of several people: those of others go to the bins of their owners
  await run(
    db,
    'update uploads set deleted_with = id where deleted_with = $1 and owner_id <> $2 and purged_at is null',
    row.deletedWith,
    actor.person,
  )
  const purged = await rows<{ id: string }>(
    db,
    'update uploads set purged_at = $2 where deleted_with = $1 and purged_at is null returning id::text',
    row.deletedWith,
    now(),
  )
  await enqueueClean(
    db,
    purged.map((one) => one.id),
    now(),
  )
  return null
}

/** A held upload stays in the bin when the folder with which it was deleted is purged: there on its own, so that it can be restored. */
const keepHeld = (db: Db, purged: string[]) =>
  run(
    db,
    `update uploads set deleted_with = id where deleted_with = any($1::uuid[]) and deleted and purged_at is null
       and exists (select from upload_references r where r.upload_id = uploads.id and r.hold)`,
    purged,
  )

/** A purged upload. deleted_with: the root with which it was deleted; bytes: those that it took, 0 of a folder. */
export type Purged = { id: string; owner_id: string; course_id: string | null; deleted_with: string; bytes: string }

/** Purges what was deleted with these uploads of the bin, whosever it is; what a holder holds stays. Answers what is purged. */
export async function emptyBin({ db, now }: Pick<Deps, 'db' | 'now'>, roots: string[]): Promise<Purged[]> {
  await run(db, 'select 1 from uploads where deleted_with = any($1::uuid[]) order by id for update', roots)
  const purged = await rows<Purged>(
    db,
    `update uploads set purged_at = $2 where deleted_with = any($1::uuid[]) and deleted and purged_at is null
       and not exists (select from upload_references r where r.upload_id = uploads.id and r.hold)
     returning id::text, owner_id::text, course_id::text, deleted_with::text, (case when not is_folder and counted then size else 0 end)::text as bytes`,
    roots,
    now(),
  )
  const ids = purged.map(({ id }) => id)
  await keepHeld(db, ids)
  await enqueueClean(db, ids, now())
  return purged
}

/** Only the owner may restore or purge. 403. */
function assertMayRestore(actor: Actor, row: Row): void {
  if (row.ownerId !== actor.person || row.orgId !== actor.org) throw forbidden()
}

/** Restores uploads to their folder, or to the top when that is deleted; `checked`: the actor may, although they are others'. 409 storage.insufficient, upload.purged. */
export async function restoreUploads(deps: Deps, actor: Actor, ids: string[], checked = false): Promise<{ items: Upload[] }> {
  const { db, now } = deps
  const items: Upload[] = []
  for (const id of ids) {
    const root = await lockAny(db, id)
    if (!root) throw notFound('lark.errorMsg', id)
    if (!root.deleted) {
      if (!checked) await lockWritable(db, actor, id)
      items.push(toUpload(root))
      continue
    }
    if (!checked) assertMayRestore(actor, root)
    if (root.purgedAt || root.deletedWith !== id) throw conflict('upload.purged')
    const space = spaceOf(root)
    await lockFolders(db, space)
    const folder = root.parentType === 'folder' || root.parentType === null ? root.parentId : null
    const target = folder ? await spaceOfFolder(db, folder) : undefined
    const parent = parentFields(space, target && target.course === space.course ? folder : null)
    const deletedTogether = await rows<{ id: string }>(
      db,
      'select id::text from uploads where deleted_with = $1 and deleted order by id',
      id,
    )
    for (const one of deletedTogether) {
      const row = await lockAny(db, one.id)
      // some files of a folder may have been purged for storage meanwhile
      if (!row || row.purgedAt) continue
      const counted = await countsAgain(db, row)
      const restoredRow = await writeRow(
        db,
        row,
        { deleted: false, deletedAt: null, deletedWith: null, counted, ...(one.id === id && parent) },
        now(),
      )
      if (usesStorage(restoredRow)) {
        const { orgId: org, ownerId: person, courseId: course } = restoredRow
        await reserveStorage(deps, { org, person, course }, Number(restoredRow.size), restoredRow.id)
      }
      await emitUpload(db, 'changed', restoredRow)
      if (one.id === id) items.push(toUpload(restoredRow))
    }
    if (inFolder(parent.parentType) && parent.parentId)
      await waitAgain(
        deps,
        parent.parentId,
        deletedTogether.map((one) => one.id),
      )
  }
  return { items }
}

/** Lists the actor's deleted uploads, newest first, each with the number of items deleted with it. */
export async function listDeleted({ db }: Deps, actor: Actor, query: PageQuery & { conditions?: string }) {
  const { keyword = '' } = conditionsOf(query.conditions, ['keyword'])
  const where = {
    ownerId: actor.person,
    orgId: actor.org,
    deleted: true,
    purgedAt: null,
    deletedWith: { equals: db.upload.fields.id },
    AND: wordsContained(String(keyword)),
  }
  const { limit, offset } = limits(query)
  const [total, list] = await Promise.all([
    db.upload.count({ where }),
    db.upload.findMany({ where, include: { videos: true }, orderBy: [{ deletedAt: 'desc' }, { id: 'desc' }], take: limit, skip: offset }),
  ])
  const folders = list.filter((row) => row.isFolder).map(({ id }) => id)
  const itemCounts = new Map(
    (folders.length
      ? await rows<{ id: string; n: number }>(
          db,
          'select deleted_with::text as id, count(*)::int - 1 as n from uploads where deleted_with = any($1) and purged_at is null group by 1',
          folders,
        )
      : []
    ).map(({ id, n }) => [id, n]),
  )
  return pageOf(
    query,
    total,
    list.map((row) => ({
      ...toUpload(row),
      deleted_at: row.deletedAt!.toISOString(),
      purge_at: new Date(row.deletedAt!.getTime() + binDays * 86_400_000).toISOString(),
      item_count: row.isFolder ? (itemCounts.get(row.id) ?? 0) : null,
    })),
  )
}

/** Purges at most `size` uploads that have been in the bin for binDays; returns their number. */
export async function purgeExpired(db: Db, now: Date, size: number): Promise<number> {
  const purged = await rows<{ id: string }>(
    db,
    `update uploads set purged_at = $1::timestamptz where id in (
      select id from uploads where deleted and purged_at is null and deleted_at < $1::timestamptz - make_interval(days => ${binDays})
        and not exists (select from upload_references r where r.upload_id = uploads.id and r.hold) limit $2)
    returning id::text`,
    now,
    size,
  )
  const ids = purged.map(({ id }) => id)
  await keepHeld(db, ids)
  await enqueueClean(db, ids, now)
  return purged.length
}
