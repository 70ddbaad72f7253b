// The job that reads the text of a file for those who hold it and asked for it, as work is compared by the text of its files.
import { rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { BlobMissing } from '@lyceum/kit/blobs/blobs'
import { rows } from '@lyceum/kit/database/database'
import { emit } from '@lyceum/kit/facts/outbox'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { TextReadySchema } from '@lyceum/proto/upload'
import { longestText, offerText } from '../../mirror/file-texts.ts'
import type { Deps } from '../deps.ts'
import { localFile, ownFolders, scratchFolder } from '../processes/scratch.ts'
import { extensionOf } from '../rows/names.ts'
import { findRow, type Row } from '../rows/rows.ts'
import { decodeText } from '@lyceum/kit/text/csv'
import { viewKindOf } from '../rows/view-kinds.ts'
import { officeTextKinds } from './office-text.ts'
import { readFileText, type TextRead } from './read-file-text.ts'

/** Bytes of a text file at most: so many characters at four bytes each. */
const maxTextSize = 4 * longestText

export async function readText({ deps, job, signal, done }: JobContext<Deps, { upload: string }>): Promise<void> {
  const row = await findRow(deps.client, job.payload.upload)
  if (row) await emitText(deps, row, row.etag ? tidied(await textOf(deps, row, signal)) : { unknown: 'broken' }, done)
}

/** After its last attempt: the program or the machine has failed too often. */
export async function markTextFailed({ deps, job }: { deps: Deps; job: { payload: { upload: string } } }): Promise<void> {
  const row = await findRow(deps.client, job.payload.upload)
  if (row) await emitText(deps, row, { unknown: 'broken' })
}

async function emitText(deps: Deps, { id, orgId }: Row, read: TextRead, done?: JobContext['done']): Promise<void> {
  if ('text' in read) await offerText(deps.kv, id, read)
  await deps.client.$transaction(async (tx) => {
    await done?.(tx)
    const holders = await rows<{ holder: string }>(
      tx,
      `select holder_kind || ':' || activity_id as holder from upload_references where upload_id = $1 and hold and not by_right order by 1`,
      id,
    )
    if (holders.length === 0) return
    const unknown = 'unknown' in read ? read.unknown : ''
    const data = { uploadId: id, orgId, holders: holders.map(({ holder }) => holder), unknown }
    // who asked is of no concern, nor who uploaded it
    await emit(tx, TextReadySchema, { key: `upload:${id}`, org: orgId, actor: '' }, data)
  })
  deps.onCommit()
}

async function textOf(deps: Deps, row: Row, signal: AbortSignal): Promise<TextRead> {
  const { blobs } = deps
  const view = viewKindOf(row)
  const extension = extensionOf(row.name)
  const preview = row.previewStatus === 'ready' ? row.previewKey : null
  const kind = view === 'pdf' || officeTextKinds.has(extension) ? extension : view === 'office' && preview ? 'pdf' : undefined
  if (view !== 'text' && view !== 'code' && !kind) return { unknown: 'kind' }
  const scratch = await scratchFolder('text', row.id)
  try {
    if (!kind) {
      const end = Math.min(Number(row.size), maxTextSize) - 1
      const language = (await orgById(deps.client, row.orgId))?.locale
      return plainText(await buffer(await blobs.read(row.key, { start: 0, end, etag: row.etag! })), row, language)
    }
    const fromPreview = kind === 'pdf' && view !== 'pdf'
    const file = await localFile(blobs, fromPreview ? { key: preview!, etag: null } : row, scratch, signal)
    return await readFileText({ file, kind, scratch, hidden: ownFolders(blobs), signal })
  } catch (error) {
    if (signal.aborted || !(error instanceof BlobMissing)) throw error
    return { unknown: 'broken' }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

function plainText(bytes: Buffer, { size }: Pick<Row, 'size'>, language: string | undefined): TextRead {
  const text = decodeText(bytes, language === undefined ? {} : { language })
  return { text: text.slice(0, longestText), cut: text.length > longestText || Number(size) > maxTextSize }
}

/** Whole characters that a database keeps, spaces and lines as one. */
function tidied(read: TextRead): TextRead {
  if ('unknown' in read) return read
  const text = read.text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no text has
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f\ufeff\ufffd]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
  return text === '' ? { unknown: 'noText' } : { text, cut: read.cut }
}
