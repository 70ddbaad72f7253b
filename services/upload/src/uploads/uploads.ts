// My files: found, listed, renamed, moved, deleted, transcoded again.
import { likePattern } from '@lyceum/identity/mirror/persons'
import type { Actor } from '@lyceum/kit/actor'
import { rows } from '@lyceum/kit/db'
import { conflict, invalid, refused } from '@lyceum/kit/errors'
import { enqueue } from '@lyceum/kit/jobs'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/shapes'
import type { Db, Deps } from '../deps.ts'
import type { Prisma } from '../generated/client.ts'
import { usesOf } from '../references/references.ts'
import { giveRoomBack } from '../storage/storage.ts'
import { type Upload, type UploadChanges, uploadConditions, type Video } from './api.ts'
import { checkFolder, holdFolders, isPlayed } from './declare.ts'
import { cleanName, extensionOf } from './names.ts'
import { readable, writable } from './rights.ts'
import { counts, findRow, inFolder, lockRow, type Row, tell, view, writeRow } from './rows.ts'

export const getUpload = async (deps: Deps, actor: Actor, id: string): Promise<Upload> => view(await readable(deps.db, actor, id))

/** A folder of mine, the top without parent_id; a keyword searches all folders. */
export async function listUploads({ db }: Deps, actor: Actor, query: PageQuery & { parent_id?: string; conditions?: string }) {
  const { keyword = '', type, status } = conditionsOf(query.conditions, uploadConditions)
  const pattern = likePattern(String(keyword))
  const where: Prisma.UploadWhereInput = {
    ownerId: actor.person,
    orgId: actor.org,
    deleted: false,
    ...(pattern ? { name: { contains: String(keyword).trim(), mode: 'insensitive' } } : { parentId: query.parent_id ?? null }),
    ...(type !== undefined && { type: Array.isArray(type) ? { in: type } : String(type) }),
    ...(status !== undefined && { status: String(status) }),
  }
  const { limit, offset } = limits(query)
  const [total, found, path] = await Promise.all([
    db.upload.count({ where }),
    db.upload.findMany({
      where,
      include: { videos: true },
      orderBy: [{ isFolder: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }],
      take: limit,
      skip: offset,
    }),
    query.parent_id ? pathOf(db, actor, query.parent_id) : [],
  ])
  return { ...pageOf(query, total, found.map(view)), path }
}

const pathOf = (db: Db, actor: Actor, folder: string) =>
  rows<{ id: string; name: string }>(
    db,
    `
  with recursive up as (
    select id, parent_id, name, 1 as n from uploads where id = $1::uuid and owner_id = $2::uuid and is_folder and not deleted
    union all select u.id, u.parent_id, u.name, n + 1 from uploads u join up on u.id = up.parent_id where n < 100)
  select id::text, name from up order by n desc`,
    folder,
    actor.person,
  )

export async function changeUpload({ db, now }: Deps, actor: Actor, id: string, changes: UploadChanges): Promise<Upload> {
  if (changes.parent_id) await holdFolders(db, actor.person)
  const row = await writable(db, actor, id)
  const name = changes.name === undefined ? row.name : cleanName(changes.name)
  if (name === undefined) throw invalid({ name: 'fileUpload.nameError' })
  if (!row.isFolder && extensionOf(name) !== extensionOf(row.name)) throw invalid({ name: 'fileUpload.extensionChanged' })
  if (changes.parent_id !== undefined && !inFolder(row.parentType)) throw invalid({ parent_id: 'folder.notFound' })
  if (changes.parent_id) {
    await checkFolder(db, actor, changes.parent_id, row.isFolder)
    if ((await pathOf(db, actor, changes.parent_id)).some((folder) => folder.id === id)) throw invalid({ parent_id: 'folder.inItself' })
  }
  const written = await writeRow(
    db,
    row,
    {
      name,
      allowDownload: changes.allow_download ?? row.allowDownload,
      ...(changes.parent_id !== undefined && { parentId: changes.parent_id }),
    },
    now(),
  )
  await tell(db, 'changed', written)
  return view(written)
}

/** A folder goes with all in it. The bytes go by a job. 409 upload.inUse unless forced. */
export async function deleteUpload({ db, now }: Deps, actor: Actor, id: string, force: boolean): Promise<null> {
  const found = await findRow(db, id)
  if (found?.isFolder) await holdFolders(db, found.ownerId)
  await writable(db, actor, id, { managers: true })
  const tree = (
    await rows<{ id: string }>(
      db,
      `
    with recursive down as (
      select id from uploads where id = $1::uuid
      union all select u.id from uploads u join down on u.parent_id = down.id where not u.deleted and coalesce(u.parent_type, 'folder') = 'folder')
    select id::text from down`,
      id,
    )
  ).map((one) => one.id)
  const uses = force ? 0 : await usesOf(db, tree)
  if (uses > 0) throw conflict('upload.inUse', { activities: uses })
  for (const one of tree) {
    const row = await lockRow(db, one)
    if (!row) continue
    if (counts(row)) await giveRoomBack(db, row.orgId, row.ownerId, Number(row.size))
    await tell(db, 'deleted', await writeRow(db, row, { deleted: true }, now()))
    if (!row.isFolder) await enqueue(db, { kind: 'clean', key: `clean:${one}`, payload: { upload: one } })
  }
  return null
}

/** Transcodes again what has failed though its bytes are there. */
export async function retryUpload({ db, now }: Deps, actor: Actor, id: string): Promise<Upload> {
  const row = await writable(db, actor, id)
  if (!isPlayed(row.type)) throw conflict('upload.notMedia')
  if (row.status !== 'failed' || !row.storedAt) throw conflict('upload.notFailed')
  await enqueue(db, { kind: 'transcode', key: `transcode:${id}`, payload: { upload: id } })
  const queued = await writeRow(db, row, { status: 'processing', reason: 'upload.queued', percent: 0 }, now())
  await tell(db, 'changed', queued)
  return view(queued)
}

/** Notes a form made elsewhere; one that was made here is not overwritten. */
export async function noteVideo({ db, now }: Deps, actor: Actor, id: string, video: Video): Promise<Upload> {
  const row = await writable(db, actor, id)
  if (row.type !== 'video') throw conflict('upload.notMedia')
  if (row.videos.some(({ resolution }) => resolution === video.resolution)) return view(row)
  const written = await writeRow(db, row, { videos: { create: video } }, now())
  await tell(db, 'changed', written)
  return view(written)
}

/** For its download: the row, when its bytes may be had at all. */
export function downloadable(row: Row): Row {
  if (row.isFolder) throw refused(409, 'upload.folder')
  if (!row.storedAt || !row.etag) throw conflict('upload.notReady')
  return row
}
