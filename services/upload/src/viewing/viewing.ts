// Files looked at in the page: by who may read them, or by the grant of an activity.
import { buffer } from 'node:stream/consumers'
import type { Actor } from '@lyceum/kit/actor'
import { conflict, notFound } from '@lyceum/kit/errors'
import { grantLifetime } from '@lyceum/kit/grant'
import { ownGrant } from '../bytes/own-grant.ts'
import { captionsOf, chaptersOf } from '../captions/captions.ts'
import type { PreviewStatus } from '../conversion/office-files.ts'
import type { Deps } from '../deps.ts'
import type { UploadStatus, UploadType } from '../uploads/api.ts'
import { readable, seen } from '../uploads/rights.ts'
import { findRow, type Row } from '../uploads/rows.ts'
import type { View } from './api.ts'
import type { Encoding } from './api.ts'
import { decode, encodingOf } from './encodings.ts'
import { viewKindOf } from './kinds.ts'

/** The most of a text that is shown. */
const longestText = 1024 * 1024

type Opened = { row: Row; grant: string; expires: number; whole: boolean }

/** 403 grant.ended where the grant is not ours, over, of another person or file. */
async function opened({ db, config, openGrant, now }: Deps, actor: Actor, id: string, given: string | undefined): Promise<Opened> {
  if (given !== undefined) {
    const { grant } = await openGrant(given, { person: actor.person, upload: id })
    // not the row that is remembered: what was made of the file may just have come
    const row = await findRow(db, id)
    if (!row) throw notFound('upload', id)
    return { row, grant: given, expires: grant.expires, whole: grant.file }
  }
  const { row, whole: all } = await seen(db, actor, id)
  const whole = all || row.allowDownload
  const expires = Math.floor(now().getTime() / 1000) + grantLifetime
  const grant = ownGrant(config, actor, id, { expires, file: whole })
  return { row, grant, expires, whole }
}

const stored = (row: Row) => {
  if (row.isFolder || !row.storedAt || !row.etag) throw conflict('upload.notReady', { status: row.status })
  return row
}

export async function viewOf(deps: Deps, actor: Actor, id: string, given: string | undefined): Promise<View> {
  const { row, grant, expires, whole } = await opened(deps, actor, id, given)
  const kind = viewKindOf(row)
  const there = row.etag !== null && row.storedAt !== null && !row.isFolder
  const base = `/bytes/${grant}`
  const status = row.previewStatus as PreviewStatus | null
  return {
    id,
    name: row.name,
    type: row.type as UploadType,
    size: Number(row.size),
    status: row.status as UploadStatus,
    reason: row.reason,
    created_at: row.createdAt.toISOString(),
    kind,
    download: whole && there,
    mine: actor.person === row.ownerId,
    grant,
    expires_at: new Date(expires * 1000).toISOString(),
    urls: {
      file: there && (whole || kind === 'pdf' || kind === 'image') ? `${base}/file` : null,
      hls: row.hls && row.playable ? `${base}/master.m3u8` : null,
      preview: status === 'ready' && row.previewKey ? `${base}/preview` : null,
    },
    preview: kind === 'office' ? { status: status ?? (deps.config.office && there ? 'queued' : 'none'), reason: row.previewReason } : null,
    pages: row.pages,
    duration: row.duration,
    captions: (await captionsOf(deps.db, id)).map(({ language }) => ({ language, url: `${base}/captions/${language}` })),
    chapters: chaptersOf(row.chapters),
  }
}

export async function textOf(deps: Deps, actor: Actor, id: string, query: { grant?: string; encoding?: Encoding }) {
  const { row } = await opened(deps, actor, id, query.grant)
  if (!['text', 'code'].includes(viewKindOf(row))) throw conflict('upload.noText')
  stored(row)
  const size = Number(row.size)
  const bytes = await buffer(
    await deps.blobs.read(row.key, { start: 0, end: Math.min(size, longestText) - 1, etag: row.etag ?? undefined }),
  )
  const encoding = query.encoding ?? encodingOf(bytes)
  return { text: decode(bytes, encoding), encoding, truncated: size > longestText }
}

export async function audioOf(deps: Deps, actor: Actor, id: string, given: string | undefined) {
  const { row, grant, expires } = await opened(deps, actor, id, given)
  if (row.type !== 'audio') throw conflict('upload.notAudio')
  if (!row.hls || !row.playable) throw conflict('upload.notReady', { status: row.status, ...(row.reason && { reason: row.reason }) })
  return { url: `/bytes/${grant}/master.m3u8`, duration: row.duration, expires_at: new Date(expires * 1000).toISOString() }
}

/** Only reads the row: pages are counted by a job, and num_pages is null until then and where they cannot be counted. */
export async function pdfInfo(deps: Deps, actor: Actor, id: string, given: string | undefined) {
  const { row } = await opened(deps, actor, id, given)
  const kind = viewKindOf(row)
  if (kind === 'office' && row.previewKey) return { num_pages: row.pages, file_key: row.previewKey }
  if (kind === 'office') throw conflict('upload.notReady', { status: row.previewStatus ?? 'none' })
  if (kind !== 'pdf') throw conflict('upload.notPdf')
  stored(row)
  return { num_pages: row.pages, file_key: row.key }
}

/** Said to who may see the file; to others it is not even there for them. */
export async function noProvider({ db }: Deps, actor: Actor, id: string, provider: string): Promise<never> {
  await readable(db, actor, id)
  throw conflict('preview.providerNotSet', { provider })
}
