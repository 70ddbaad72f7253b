// Views of files in the page: by the right to read them, or by the grant of an activity.
import { buffer } from 'node:stream/consumers'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { grantLifetime, roundedSize } from '../../mirror/grant.ts'
import { signOwnGrant } from '../grants/sign-own-grant.ts'
import { captionsOf, chaptersOf } from '../captions/captions.ts'
import type { PreviewStatus } from '../rows/office-files.ts'
import type { Deps } from '../deps.ts'
import type { UploadStatus, UploadType } from '../rows/shapes.ts'
import { auditRead } from '../uploads/audit-files.ts'
import { requireReadable, readAccess } from '../uploads/rights.ts'
import { linkOf } from '../links/links.ts'
import { enqueueWanted } from '../conversion/convert.ts'
import { copyState } from '../stripping/copies.ts'
import { findRow, type Row } from '../rows/rows.ts'
import type { View } from './api.ts'
import { openGranted, requireGrant } from '../grants/granted.ts'
import { declaredIn, decode, detectEncoding, type Encoding } from '@lyceum/kit/text/encodings'
import { isConvertedPicture } from '../rows/contents.ts'
import { drawnFormatOf, viewKindOf } from '../rows/view-kinds.ts'

/** Bytes of a text at most. */
const maxTextSize = 1024 * 1024

/** `name`: as the holder calls the file, else its own. `alias`: it is shown to somebody who must not learn whose it is. */
type FileView = {
  row: Row
  name: string
  grant: string
  expires: number
  wholeFile: boolean
  alias?: string | undefined
  stripped?: boolean | undefined
}

/** Opens a file for a view. 401 for a guest without a grant, who has no right of their own; 403 grant.ended for an invalid or ended grant, or one of another person or file. */
async function openForView(
  { db, config, openGrant, now }: Deps,
  actor: Actor,
  id: string,
  grantText: string | undefined,
): Promise<FileView> {
  if (grantText !== undefined) {
    const { grant } = await openGrant(grantText, { person: actor.person, upload: id })
    // not the cached row: a rendition may just have been stored
    const row = await findRow(db, grant.upload)
    if (!row) throw notFound('lark.errorMsg', id)
    const { expires, file, alias, stripped } = grant
    return { row, name: grant.name ?? row.name, grant: grantText, expires, wholeFile: file, alias, stripped }
  }
  requireGrant(actor, grantText)
  const access = await readAccess(db, actor, id)
  await auditRead(db, now(), actor, access)
  const { row, wholeFile: byRight } = access
  const wholeFile = byRight || row.allowDownload
  const expires = Math.floor(now().getTime() / 1000) + grantLifetime
  const grant = signOwnGrant(config, actor, id, { expires, file: wholeFile })
  return { row, name: row.name, grant, expires, wholeFile }
}

/** Of a file that is shown as another one made of it. */
function previewOf({ office }: Deps['config'], row: Row, stored: boolean): View['preview'] {
  const isOfConverted = isConvertedPicture(row)
  if (!isOfConverted && viewKindOf(row) !== 'office') return null
  const status = row.previewStatus as PreviewStatus | null
  return { status: status ?? (stored && (isOfConverted || office) ? 'queued' : 'none'), reason: row.previewReason }
}

const assertStored = (row: Row) => {
  if (row.isFolder || !row.storedAt || !row.etag) throw conflict('upload.notReady', { status: row.status })
  return row
}

export async function readView(deps: Deps, actor: Actor, id: string, grantText: string | undefined): Promise<View> {
  const { row, name, grant, expires, wholeFile, alias, stripped } = await openForView(deps, actor, id, grantText)
  const kind = viewKindOf(row)
  const stored = row.etag !== null && row.storedAt !== null && !row.isFolder
  if (stored) await enqueueWanted(deps, row)
  const isOpen = async (of: 'file' | 'preview') => !stripped || (await copyState(deps, row, of)) !== 'failed'
  const available = stored && (await isOpen('file'))
  const drawn = available ? drawnFormatOf(deps.config, row) : undefined
  const base = `/bytes/${grant}`
  const status = row.previewStatus as PreviewStatus | null
  return {
    id,
    name,
    type: row.type as UploadType,
    size: stripped ? roundedSize(Number(row.size)) : Number(row.size),
    properties: stored && !available ? 'kept' : stripped ? 'stripped' : null,
    status: row.status as UploadStatus,
    reason: row.reason,
    created_at: alias === undefined ? row.createdAt.toISOString() : null,
    kind,
    download: wholeFile && available,
    allow_download: row.allowDownload,
    mine: alias === undefined && actor.person === row.ownerId,
    grant,
    expires_at: new Date(expires * 1000).toISOString(),
    urls: {
      file: available && (wholeFile || kind === 'pdf' || kind === 'image' || drawn !== undefined) ? `${base}/file` : null,
      hls: row.hls && row.playable ? `${base}/master.m3u8` : null,
      preview: kind === 'office' && status === 'ready' && row.previewKey && (await isOpen('preview')) ? `${base}/preview` : null,
    },
    preview: previewOf(deps.config, row, stored),
    drawn: drawn ?? null,
    link: linkOf(row),
    pages: row.pages,
    duration: row.duration,
    captions: (await captionsOf(deps.db, row.id)).map(({ language }) => ({ language, url: `${base}/captions/${language}` })),
    chapters: chaptersOf(row.chapters),
  }
}

export async function readText(deps: Deps, actor: Actor, id: string, query: { grant?: string; encoding?: Encoding }) {
  const { row } = await openForView(deps, actor, id, query.grant)
  if (!['text', 'code'].includes(viewKindOf(row))) throw conflict('upload.noText')
  assertStored(row)
  const size = Number(row.size)
  const bytes = await buffer(
    await deps.blobs.read(row.key, { start: 0, end: Math.min(size, maxTextSize) - 1, etag: row.etag ?? undefined }),
  )
  const part = size > maxTextSize
  const encoding =
    query.encoding ?? detectEncoding(bytes, { declared: declaredIn(bytes), language: (await orgById(deps.db, row.orgId))?.locale, part })
  return { text: decode(bytes, encoding, { part }).replaceAll('\0', '\ufffd'), encoding, truncated: size > maxTextSize }
}

export async function readAudio(deps: Deps, actor: Actor, id: string, grantText: string | undefined) {
  const { row, grant, expires } = await openForView(deps, actor, id, grantText)
  if (row.type !== 'audio') throw conflict('upload.notAudio')
  if (!row.hls || !row.playable) throw conflict('upload.notReady', { status: row.status, ...(row.reason && { reason: row.reason }) })
  return { url: `/bytes/${grant}/master.m3u8`, duration: row.duration, expires_at: new Date(expires * 1000).toISOString() }
}

/** Reads the row only: a job counts the pages, and num_pages is null before that and for uncountable files. */
export async function readPdfInfo(deps: Deps, actor: Actor, id: string, grantText: string | undefined) {
  const { row, alias } = await openForView(deps, actor, id, grantText)
  const kind = viewKindOf(row)
  if (kind === 'office' && row.previewKey) return { num_pages: row.pages, file_key: alias ?? row.previewKey }
  if (kind === 'office') throw conflict('upload.notReady', { status: row.previewStatus ?? 'none' })
  if (kind !== 'pdf') throw conflict('upload.notPdf')
  assertStored(row)
  return { num_pages: row.pages, file_key: alias ?? row.key }
}

/** Refuses with 409 preview.providerNotSet; 401, 403 and 404 come first, as for the file. */
export async function refuseProvider(
  deps: Deps,
  actor: Actor,
  id: string,
  provider: string,
  grantText: string | undefined,
): Promise<never> {
  const grant = requireGrant(actor, grantText)
  if (grant === undefined) await requireReadable(deps.db, actor, id)
  else await openGranted(deps, actor, id, grant)
  throw conflict('preview.providerNotSet', { provider })
}
