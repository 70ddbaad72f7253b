// My files: found, renamed, moved, transcoded again.
import type { Actor } from '@lyceum/kit/actor'
import { conflict, invalid, notFound, refused } from '@lyceum/kit/errors'
import { enqueue } from '@lyceum/kit/jobs'
import { wantPreview } from '../conversion/convert.ts'
import type { Deps } from '../deps.ts'
import type { Upload, UploadChanges, Video } from './api.ts'
import { isPlayed } from './declare.ts'
import { checkFolder, holdFolders, pathOf, placed, spaceOf, treeOf } from './folders.ts'
import { cleanName, extensionOf } from './names.ts'
import { readable, writable } from './rights.ts'
import { findRow, inFolder, type Row, tell, view, writeRow } from './rows.ts'

export const getUpload = async (deps: Deps, actor: Actor, id: string): Promise<Upload> => view(await readable(deps.db, actor, id))

export async function changeUpload(deps: Deps, actor: Actor, id: string, changes: UploadChanges): Promise<Upload> {
  const { db, now } = deps
  if (changes.parent_id !== undefined) await moveUploads(deps, actor, [id], changes.parent_id)
  const row = await writable(db, actor, id)
  if (changes.name === undefined && changes.allow_download === undefined) return view(row)
  const name = changes.name === undefined ? row.name : cleanName(changes.name)
  if (name === undefined) throw invalid({ name: 'fileUpload.nameError' })
  if (!row.isFolder && extensionOf(name) !== extensionOf(row.name)) throw invalid({ name: 'fileUpload.extensionChanged' })
  const written = await writeRow(db, row, { name, allowDownload: changes.allow_download ?? row.allowDownload }, now())
  await tell(db, 'changed', written)
  return view(written)
}

/** Into a folder of the same place, null: to its top. 400 folder.notFound, folder.inItself, folderExceedsMaxLevel, fileExceedsMaxCount. */
export async function moveUploads(deps: Deps, actor: Actor, ids: string[], folder: string | null): Promise<{ items: Upload[] }> {
  const { db, now } = deps
  const first = await findRow(db, ids[0]!)
  if (!first) throw notFound('upload', ids[0]!)
  const space = spaceOf(first)
  await holdFolders(db, space)
  const held: Row[] = []
  for (const id of ids) {
    const row = await writable(db, actor, id)
    const { course, owner } = spaceOf(row)
    if (course !== space.course || (!course && owner !== space.owner)) throw invalid({ upload_ids: 'folder.notFound' })
    if (!inFolder(row.parentType) && row.parentType !== 'course') throw invalid({ parent_id: 'folder.notFound' })
    held.push(row)
  }
  const moved = held.filter((row) => placed(space, folder).parentId !== row.parentId)
  if (folder) {
    const folders = moved.filter((row) => row.isFolder).map(({ id }) => id)
    const { levels } = await treeOf(db, folders)
    await checkFolder(deps, space, folder, { levels, files: moved.length - folders.length })
    if ((await pathOf(db, space, folder)).some((above) => ids.includes(above.id))) throw invalid({ parent_id: 'folder.inItself' })
  }
  const items: Upload[] = []
  for (const row of held) {
    if (!moved.includes(row)) {
      items.push(view(row))
      continue
    }
    const written = await writeRow(db, row, placed(space, folder), now())
    await tell(db, 'changed', written)
    items.push(view(written))
  }
  return { items }
}

/** Transcodes, or converts, again what has failed though its bytes are there. */
export async function retryUpload({ db, now, config }: Deps, actor: Actor, id: string): Promise<Upload> {
  const row = await writable(db, actor, id)
  if (row.previewStatus === 'failed' && row.status === 'ready') {
    const previewStatus = await wantPreview(db, config, row)
    if (!previewStatus) throw conflict('upload.notFailed')
    return view(await db.upload.update({ where: { id }, data: { previewStatus, previewReason: null }, include: { videos: true } }))
  }
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
