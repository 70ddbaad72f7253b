// The declaration of an upload, before its bytes: checks it and returns the ticket for sending them.
import { randomBytes } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import { type Fields, invalid } from '@lyceum/kit/calls/errors'
import { newId } from '@lyceum/kit/ids'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { blockSize, maxPutSize } from '../rows/shapes.ts'
import type { Config } from '../config.ts'
import type { Db, Deps } from '../deps.ts'
import { readRules, type UploadRules } from '../rows/storage-rules.ts'
import { reserveStorage } from '../storage/storage.ts'
import type { UploadTicket } from './api.ts'
import type { UploadDraft } from '../rows/shapes.ts'
import type { StorageType, UploadType } from '../rows/shapes.ts'
import { waitAgain } from '../rows/added-to-shares.ts'
import { checkFolder, lockFolders, mySpace, type Space, spaceOfFolder } from '../rows/folders.ts'
import { incomingKey, joinedKey } from '../rows/keys.ts'
import { extensions, kindOf, typesOf } from '../rows/kinds.ts'
import { declareLink } from '../links/links.ts'
import { cleanName, extensionOf } from '../rows/names.ts'
import { courseSpace } from './rights.ts'
import { inFolder, type Row, emitUpload, toUpload } from '../rows/rows.ts'
import { createToken } from '../rows/tokens.ts'
import { isSurelyShown } from '../rows/view-kinds.ts'

/** Seconds within which a PUT straight into the store must begin. */
const directSeconds = 3600

export async function declareUpload(deps: Deps, actor: Actor, draft: UploadDraft, origin: string): Promise<UploadTicket> {
  const { db, now } = deps
  if (draft.original_url !== undefined)
    return { ...toUpload(await declareLink(deps, actor, await spaceFor(db, actor, draft), draft)), ...noDestination }
  if (draft.duration !== undefined) throw invalid({ duration: 'field.unknown' })
  const name = cleanName(draft.name)
  const isFolder = draft.is_folder ?? false
  const parentType = draft.parent_type ?? null
  const space = await spaceFor(db, actor, draft)
  if (draft.parent_id && inFolder(parentType)) {
    await lockFolders(db, space)
    await checkFolder(deps, space, draft.parent_id, isFolder ? { levels: 1 } : { files: 1 })
  }
  const size = isFolder ? 0 : checkFile(await readRules(deps, actor.org), deps.config, draft, name)
  const type: UploadType = isFolder ? 'folder' : draft.is_scorm ? 'scorm' : (kindOf(extensionOf(name))?.type ?? 'other')
  const isPackage = draft.is_scorm || draft.is_wmpkg
  const storageType = draft.storage_type ?? 'media'
  if (!isFolder) await reserveStorage(deps, { org: space.org, person: actor.person, course: space.course }, size)
  const id = newId()
  const row = await db.upload.create({
    include: { videos: true },
    data: {
      id,
      orgId: space.org,
      courseId: space.course,
      ownerId: actor.person,
      key: storageType === 'chunked' ? joinedKey(id) : incomingKey(id),
      name,
      type,
      size: BigInt(size),
      isFolder,
      parentType,
      parentId: draft.parent_id ?? null,
      status: isFolder ? 'ready' : 'processing',
      reason: isFolder ? null : 'upload.waiting',
      storageType,
      transcoder: storageType === 'object' && isPlayed(type) ? 'WRPC' : null,
      blockSecret: storageType === 'chunked' ? randomBytes(32).toString('base64url') : null,
      source: draft.source ?? null,
      allowDownload: draft.allow_download ?? (!isPackage && !isFolder && !isSurelyShown(deps.config, { name, type, size })),
      downloadChosen: draft.allow_download !== undefined,
      isScorm: draft.is_scorm ?? false,
      isWmpkg: draft.is_wmpkg ?? false,
      isMarkedAttachment: draft.is_marked_attachment ?? false,
      embedMaterialType: draft.embed_material_type ?? null,
      createdAt: now(),
      version: versionAfter(undefined, now()),
    },
  })
  await emitUpload(db, 'created', row)
  if (row.parentId && inFolder(parentType)) await waitAgain(deps, row.parentId, [id])
  return { ...toUpload(row), ...(isFolder ? noDestination : await createDestination(deps, row, origin)) }
}

/** Video and audio are transcoded before they are ready. */
export const isPlayed = (type: string) => type === 'video' || type === 'audio'

/** The files that the draft goes into: a course's, for its teachers, else the actor's own. */
async function spaceFor(db: Db, actor: Actor, { parent_type, parent_id }: UploadDraft): Promise<Space> {
  if (!parent_id) return mySpace(actor)
  if (parent_type === 'course') return await courseSpace(db, actor, parent_id)
  const folder = inFolder(parent_type ?? null) ? await spaceOfFolder(db, parent_id) : undefined
  return folder?.course ? await courseSpace(db, actor, folder.course) : mySpace(actor)
}

function checkFile({ limits }: UploadRules, { moreExtensions }: Config, draft: UploadDraft, name: string): number {
  const extension = extensionOf(name)
  const kind = kindOf(extension)
  const { size } = draft
  const problems: Fields = {}
  if (!kind && !moreExtensions.includes(extension))
    problems.name = ['fileUpload.formatError', { extension, allowed: [...extensions, ...moreExtensions].join(', ') }]
  if ((draft.is_scorm || draft.is_wmpkg) && extension !== 'zip') problems.name = ['fileUpload.formatError', { extension, allowed: 'zip' }]
  const limit = Math.max(...typesOf(extension).map((type) => limits[type as keyof typeof limits] ?? limits.other))
  if (size === undefined) problems.size = 'field.required'
  else if (size === 0) problems.size = 'fileUpload.zeroSize'
  else if (size > limit) problems.size = ['fileUpload.sizeLimit', { limit }]
  else if (size > maxPutSize && draft.storage_type !== 'chunked') problems.storage_type = ['fileUpload.blocksOnly', { limit: maxPutSize }]
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return size!
}

type Destination = Pick<UploadTicket, 'upload_url' | 'headers' | 'block_size' | 'callback_token' | 'expires_at'>
const noDestination: Destination = { upload_url: null, headers: {}, block_size: null, callback_token: null, expires_at: null }

async function createDestination(deps: Deps, row: Row, origin: string): Promise<Destination> {
  const storageType = row.storageType as StorageType
  const callback = row.transcoder === 'WRPC' ? (await createToken(deps, row.id, 'callback')).token : null
  if (storageType === 'chunked') {
    const { token, expires } = await createToken(deps, row.id, 'blocks')
    return {
      ...noDestination,
      upload_url: `${origin}/bytes/blocks/${row.id}`,
      headers: { 'upload-token': token },
      block_size: blockSize,
      expires_at: expires.toISOString(),
    }
  }
  const headers = { 'content-type': kindOf(extensionOf(row.name))?.media ?? 'application/octet-stream' }
  if (storageType === 'object' && deps.blobs.signPut) {
    const expires = new Date(deps.now().getTime() + 1000 * directSeconds)
    return {
      ...noDestination,
      upload_url: await deps.blobs.signPut(row.key, directSeconds),
      headers,
      callback_token: callback,
      expires_at: expires.toISOString(),
    }
  }
  const { token, expires } = await createToken(deps, row.id, 'put')
  return {
    ...noDestination,
    upload_url: `${origin}/bytes/in/${token}`,
    headers,
    callback_token: callback,
    expires_at: expires.toISOString(),
  }
}
