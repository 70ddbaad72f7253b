// The calls on one upload: read, rename, move, retry, add a rendition.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound, refused } from '@lyceum/kit/calls/errors'
import { enqueue } from '../jobs.ts'
import { enqueuePreview } from '../conversion/convert.ts'
import type { Deps } from '../deps.ts'
import type { UploadChanges } from './api.ts'
import type { Upload, Video } from '../rows/shapes.ts'
import { isPlayed } from './declare.ts'
import { waitAgain } from '../rows/added-to-shares.ts'
import { checkFolder, lockFolders, pathOf, parentFields, spaceOf, treeOf } from '../rows/folders.ts'
import { cleanName, extensionOf, linkName } from '../rows/names.ts'
import { assertNotHeld, requireReadable, lockWritable } from './rights.ts'
import { findRow, inFolder, type Row, emitUpload, toUpload, writeRow } from '../rows/rows.ts'

export const readUpload = async (deps: Deps, actor: Actor, id: string): Promise<Upload> =>
  toUpload(await requireReadable(deps.db, actor, id))

export async function changeUpload(deps: Deps, actor: Actor, id: string, changes: UploadChanges): Promise<Upload> {
  const { db, now } = deps
  if (changes.parent_id !== undefined) await moveUploads(deps, actor, [id], changes.parent_id)
  const row = await lockWritable(db, actor, id)
  if (changes.name === undefined && changes.allow_download === undefined) return toUpload(row)
  const isFile = !row.isFolder && row.linkUrl === null
  const name = changes.name === undefined ? row.name : row.linkUrl === null ? cleanName(changes.name) : linkName(changes.name)
  if (isFile && extensionOf(name) !== extensionOf(row.name)) throw invalid({ name: 'fileUpload.extensionChanged' })
  if (name !== row.name) await assertNotHeld(db, [id])
  const download = changes.allow_download === undefined ? {} : { allowDownload: changes.allow_download, downloadChosen: true }
  const written = await writeRow(db, row, { name, ...download }, now())
  await emitUpload(db, 'changed', written)
  return toUpload(written)
}

/** Moves uploads into a folder of the same space, null: to its top. 400 folder.notFound, folder.inItself, folderExceedsMaxLevel, fileExceedsMaxCount. */
export async function moveUploads(deps: Deps, actor: Actor, ids: string[], folder: string | null): Promise<{ items: Upload[] }> {
  const { db, now } = deps
  const first = await findRow(db, ids[0]!)
  if (!first) throw notFound('lark.errorMsg', ids[0]!)
  const space = spaceOf(first)
  await lockFolders(db, space)
  const locked: Row[] = []
  for (const id of ids) {
    const row = await lockWritable(db, actor, id)
    const { course, owner } = spaceOf(row)
    if (course !== space.course || (!course && owner !== space.owner)) throw invalid({ upload_ids: 'folder.notFound' })
    if (!inFolder(row.parentType) && row.parentType !== 'course') throw invalid({ parent_id: 'folder.notFound' })
    locked.push(row)
  }
  const moved = locked.filter((row) => parentFields(space, folder).parentId !== row.parentId)
  if (folder) {
    const folders = moved.filter((row) => row.isFolder).map(({ id }) => id)
    const { levels } = await treeOf(db, folders)
    await checkFolder(deps, space, folder, { levels, files: moved.length - folders.length })
    if ((await pathOf(db, space, folder)).some((above) => ids.includes(above.id))) throw invalid({ parent_id: 'folder.inItself' })
  }
  const items: Upload[] = []
  for (const row of locked) {
    if (!moved.includes(row)) {
      items.push(toUpload(row))
      continue
    }
    const written = await writeRow(db, row, parentFields(space, folder), now())
    await emitUpload(db, 'changed', written)
    items.push(toUpload(written))
  }
  if (folder && moved.length > 0) {
    const { ids: added } = await treeOf(
      db,
      moved.map(({ id }) => id),
    )
    await waitAgain(deps, folder, added)
  }
  return { items }
}

/** Retries a failed transcoding or conversion, if the bytes are stored; a manager does too. 409 upload.notFailed, upload.notMedia. */
export async function retryUpload({ db, now, config }: Deps, actor: Actor, id: string): Promise<Upload> {
  const row = await lockWritable(db, actor, id, { managers: true })
  // a manager does not see what is held by nobody's right
  if (row.ownerId !== actor.person) await requireReadable(db, actor, id)
  if (row.previewStatus === 'failed' && row.status === 'ready') {
    const previewStatus = await enqueuePreview(db, config, row)
    if (!previewStatus) throw conflict('upload.notFailed')
    return toUpload(await db.upload.update({ where: { id }, data: { previewStatus, previewReason: null }, include: { videos: true } }))
  }
  if (!isPlayed(row.type)) throw conflict('upload.notMedia')
  if (row.status !== 'failed' || !row.storedAt) throw conflict('upload.notFailed')
  await enqueue(db, { kind: 'transcode', key: `transcode:${id}`, payload: { upload: id } })
  const queued = await writeRow(db, row, { status: 'processing', reason: 'upload.queued', percent: 0 }, now())
  await emitUpload(db, 'changed', queued)
  return toUpload(queued)
}

/** Adds a rendition encoded elsewhere; an existing one is not overwritten. */
export async function addVideo({ db, now }: Deps, actor: Actor, id: string, video: Video): Promise<Upload> {
  const row = await lockWritable(db, actor, id)
  if (row.type !== 'video') throw conflict('upload.notMedia')
  // a rendition is what viewers see of it
  await assertNotHeld(db, [id])
  if (row.videos.some(({ resolution }) => resolution === video.resolution)) return toUpload(row)
  const written = await writeRow(db, row, { videos: { create: video } }, now())
  await emitUpload(db, 'changed', written)
  return toUpload(written)
}

/** Returns the row of a downloadable upload. 409 upload.folder, upload.notReady. */
export function assertDownloadable(row: Row): Row {
  if (row.isFolder) throw refused(409, 'upload.folder')
  if (!row.storedAt || !row.etag) throw conflict('upload.notReady')
  return row
}
