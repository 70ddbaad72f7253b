// Deleting, and bringing back: what is deleted stays for 30 days, or until its room is needed, and can be undone.
import { likeText } from '@lyceum/kit/like'
import type { Actor } from '@lyceum/kit/actor'
import { rows } from '@lyceum/kit/db'
import { conflict, forbidden, notFound } from '@lyceum/kit/errors'
import { enqueue } from '@lyceum/kit/jobs'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/shapes'
import type { Db, Deps } from '../deps.ts'
import { usesOf } from '../references/references.ts'
import { giveRoomBack, takeRoom } from '../storage/storage.ts'
import type { Upload } from './api.ts'
import { holdFolders, placed, spaceOf, spaceOfFolder, treeOf } from './folders.ts'
import { writable } from './rights.ts'
import { counts, findRow, lockAny, lockRow, type Row, tell, view, writeRow } from './rows.ts'

export const binDays = 30

/** A folder goes with all in it. 409 upload.inUse unless forced. Of what never had bytes nothing is kept. */
export async function deleteUploads(deps: Deps, actor: Actor, ids: string[], { force = false, purge = false } = {}): Promise<null> {
  const { db, now } = deps
  for (const id of ids) {
    const found = await findRow(db, id)
    if (found?.isFolder) await holdFolders(db, spaceOf(found))
    await writable(db, actor, id, { managers: true })
  }
  const { ids: tree } = await treeOf(db, ids)
  const uses = force ? 0 : await usesOf(db, tree)
  if (uses > 0) throw conflict('upload.inUse', { activities: uses })
  for (const id of ids) {
    for (const one of (await treeOf(db, [id])).ids) {
      const row = await lockRow(db, one)
      if (!row) continue
      if (counts(row)) await giveRoomBack(db, row.orgId, row.ownerId, Number(row.size))
      const gone = purge || (!row.isFolder && !row.storedAt)
      const at = now()
      await tell(db, 'deleted', await writeRow(db, row, { deleted: true, deletedAt: at, deletedWith: id, purgedAt: gone ? at : null }, at))
      if (gone && !row.isFolder) await cleanSoon(db, one)
    }
  }
  return null
}

const cleanSoon = (db: Db, id: string) => enqueue(db, { kind: 'clean', key: `clean:${id}`, payload: { upload: id } })

/** For good, also what was deleted before. */
export async function purgeUpload(deps: Deps, actor: Actor, id: string, force: boolean): Promise<null> {
  const { db, now } = deps
  const row = await lockAny(db, id)
  if (!row?.deleted) return await deleteUploads(deps, actor, [id], { force, purge: true })
  mayRestore(actor, row)
  const gone = await rows<{ id: string }>(
    db,
    'update uploads set purged_at = $2::timestamptz where deleted_with = $1::uuid and purged_at is null returning id::text',
    row.deletedWith,
    now(),
  )
  for (const one of gone) await cleanSoon(db, one.id)
  return null
}

/** Who deleted is who may: its owner. */
function mayRestore(actor: Actor, row: Row): void {
  if (row.ownerId !== actor.person || row.orgId !== actor.org) throw forbidden()
}

/** To where they were, or to the top when that folder is gone. 409 storage.insufficient, upload.purged. */
export async function restoreUploads(deps: Deps, actor: Actor, ids: string[]): Promise<{ items: Upload[] }> {
  const { db, now } = deps
  const items: Upload[] = []
  for (const id of ids) {
    const root = await lockAny(db, id)
    if (!root) throw notFound('upload', id)
    if (!root.deleted) {
      await writable(db, actor, id)
      items.push(view(root))
      continue
    }
    mayRestore(actor, root)
    if (root.purgedAt || root.deletedWith !== id) throw conflict('upload.purged')
    const space = spaceOf(root)
    await holdFolders(db, space)
    const folder = root.parentType === 'folder' || root.parentType === null ? root.parentId : null
    const target = folder ? await spaceOfFolder(db, folder) : undefined
    const place = placed(space, target && target.course === space.course ? folder : null)
    const with_ = await rows<{ id: string }>(db, 'select id::text from uploads where deleted_with = $1::uuid and deleted order by id', id)
    for (const one of with_) {
      const row = await lockAny(db, one.id)
      // of a folder's files some may have made room for others meanwhile
      if (!row || row.purgedAt) continue
      const back = await writeRow(db, row, { deleted: false, deletedAt: null, deletedWith: null, ...(one.id === id && place) }, now())
      if (counts(back)) await takeRoom(deps, back.orgId, back.ownerId, Number(back.size))
      await tell(db, 'changed', back)
      if (one.id === id) items.push(view(back))
    }
  }
  return { items }
}

/** What I have deleted, newest first: each with what was deleted with it. */
export async function listDeleted({ db }: Deps, actor: Actor, query: PageQuery & { conditions?: string }) {
  const { keyword = '' } = conditionsOf(query.conditions, ['keyword'])
  const text = String(keyword).trim()
  const where = {
    ownerId: actor.person,
    orgId: actor.org,
    deleted: true,
    purgedAt: null,
    deletedWith: { equals: db.upload.fields.id },
    ...(text && { name: { contains: likeText(text), mode: 'insensitive' as const } }),
  }
  const { limit, offset } = limits(query)
  const [total, found] = await Promise.all([
    db.upload.count({ where }),
    db.upload.findMany({ where, include: { videos: true }, orderBy: [{ deletedAt: 'desc' }, { id: 'desc' }], take: limit, skip: offset }),
  ])
  const folders = found.filter((row) => row.isFolder).map(({ id }) => id)
  const held = new Map(
    (folders.length
      ? await rows<{ id: string; n: number }>(
          db,
          'select deleted_with::text as id, count(*)::int - 1 as n from uploads where deleted_with = any($1::uuid[]) and purged_at is null group by 1',
          folders,
        )
      : []
    ).map(({ id, n }) => [id, n]),
  )
  return pageOf(
    query,
    total,
    found.map((row) => ({
      ...view(row),
      deleted_at: row.deletedAt!.toISOString(),
      purge_at: new Date(row.deletedAt!.getTime() + binDays * 86_400_000).toISOString(),
      item_count: row.isFolder ? (held.get(row.id) ?? 0) : null,
    })),
  )
}

/** Of the bin what is over its days goes for good; at most 1,000 at a time. */
export async function emptyOld(db: Db, now: Date): Promise<void> {
  const gone = await rows<{ id: string }>(
    db,
    `update uploads set purged_at = $1::timestamptz where id in (
      select id from uploads where deleted and purged_at is null and deleted_at < $1::timestamptz - make_interval(days => ${binDays}) limit 1000)
    returning id::text`,
    now,
  )
  for (const { id } of gone) await cleanSoon(db, id)
}
