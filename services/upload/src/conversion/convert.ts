// The job that makes a PDF of an office file, so that it can be read in the page. The file itself is ready without it; each attempt
// writes under a key of its own.
import { createReadStream } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobMissing } from '@lyceum/kit/blobs'
import { type Tx, rows } from '@lyceum/kit/db'
import { enqueue, type JobContext } from '@lyceum/kit/jobs'
import { hint } from '@lyceum/kit/live'
import type { Config } from '../config.ts'
import type { Db, Deps } from '../deps.ts'
import { countPages } from '../pages/count-pages.ts'
import { pagesOf } from '../pages/pages.ts'
import { localFile, ownFolders, scratchFolder } from '../processes/scratch.ts'
import { extensionOf } from '../uploads/names.ts'
import { lockRow, type Row } from '../uploads/rows.ts'
import { isOffice } from './office-files.ts'
import { convertToPdf } from './run-office.ts'

type Job = JobContext<Deps, { upload: string }>

/** Wants it in the caller's transaction, where a converter is configured and the file is one for it. Answers what the row's preview_status becomes. */
export async function wantPreview(tx: Tx, config: Config, row: Pick<Row, 'id' | 'name' | 'isFolder'>): Promise<'queued' | null> {
  if (!config.office || row.isFolder || !isOffice(row.name)) return null
  await enqueue(tx, { kind: 'convert', key: `convert:${row.id}`, payload: { upload: row.id } })
  return 'queued'
}

export async function convert(job: Job): Promise<void> {
  const { deps, signal } = job
  const { config } = deps
  const row = await begin(job)
  if (!row || !config.office) return
  if (Number(row.size) > config.conversion.maxSize) return await fail(job, row, 'preview.tooLarge')
  const scratch = await scratchFolder('convert', row.id)
  try {
    // a copy, named by its kind: the program reads the kind off the name, and may write beside it
    const source = await localFile(deps.blobs, row, scratch, signal)
    const file = join(scratch, `document.${extensionOf(row.name)}`)
    await copyFile(source, file)
    const { seconds, memoryMb, maxOutput } = config.conversion
    const hidden = ownFolders(deps.blobs)
    const made = await convertToPdf({ program: config.office, file, scratch, hidden, seconds, memoryMb, maxOutput, signal })
    if ('failed' in made) {
      deps.log.warn({ upload: row.id, reason: made.failed, words: made.words.slice(-500) }, 'an office file could not be converted')
      return await fail(job, row, made.failed)
    }
    const key = `preview/${row.id}/${job.attempt}.pdf`
    await deps.blobs.put(key, createReadStream(made.pdf), { size: made.size, type: 'application/pdf' })
    const counted = await countPages({ file: made.pdf, scratch, hidden, signal })
    await finish(job, row, { previewStatus: 'ready', previewReason: null, previewKey: key, ...pagesOf(counted) })
  } catch (error) {
    if (signal.aborted || !(error instanceof BlobMissing)) throw error
    await fail(job, row, 'preview.broken')
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The row under work; undefined when there is nothing to do (any more). */
const begin = ({ deps, job, hold, done }: Job): Promise<Row | undefined> =>
  deps.client.$transaction(async (tx) => {
    await hold(tx)
    const row = await lockRow(tx, job.payload.upload)
    if (row?.status !== 'ready' || !row.etag || !isOffice(row.name) || !deps.config.office) return void (await done(tx))
    await tx.upload.update({ where: { id: row.id }, data: { previewStatus: 'running', previewReason: null } })
    return row
  })

type Result = {
  previewStatus: 'ready' | 'failed'
  previewReason: string | null
  previewKey: string | null
  pages?: number | null
  pagesUnknown?: string | null
}

/** A form of the file, not the file: its version stays, and nothing is told but a hint. */
async function finish({ deps, done }: Job, row: Row, result: Result) {
  await deps.client.$transaction(async (tx) => {
    await done(tx)
    await tx.upload.updateMany({ where: { id: row.id }, data: result })
    await enqueue(tx, { kind: 'clean', key: `clean:${row.id}`, payload: { upload: row.id } })
  })
  await hint(deps.kv, { subject: 'upload', id: row.id, org: row.orgId, people: [row.ownerId] }).catch(() => {})
}
const fail = (job: Job, row: Row, previewReason: string) => finish(job, row, { previewStatus: 'failed', previewReason, previewKey: null })

/** Given up: the program or the machine failed it too often. */
export const conversionGivenUp = ({ deps, job }: { deps: Deps; job: { payload: { upload: string } } }) =>
  deps.client.upload
    .updateMany({
      where: { id: job.payload.upload, previewStatus: { in: ['queued', 'running'] } },
      data: { previewStatus: 'failed', previewReason: 'preview.failed', previewKey: null },
    })
    .then(() => undefined)

/** Files that came before there was a converter, a few at a time. */
export async function wantMissingPreviews({ deps, signal }: JobContext<Deps>): Promise<void> {
  if (!deps.config.office) return
  for (let found = 1; found > 0 && !signal.aborted; )
    found = await deps.client.$transaction(async (tx) => {
      const missing = await rows<{ id: string }>(tx, missingSql)
      await enqueue(
        tx,
        missing.map(({ id }) => ({ kind: 'convert', key: `convert:${id}`, payload: { upload: id } })),
      )
      await setQueued(
        tx,
        missing.map(({ id }) => id),
      )
      return missing.length
    })
  deps.committed()
}
const setQueued = (db: Db, ids: string[]) => db.upload.updateMany({ where: { id: { in: ids } }, data: { previewStatus: 'queued' } })
/** Written as its index is. */
const missingSql = String.raw`
  select id::text from uploads
  where preview_status is null and status = 'ready' and not deleted and type = 'document'
    and lower(name) ~ '\.(docx?|xlsx?|pptx?|uof|uot|uos|uop|ofd|odt|ods|odp|rtf)$' limit 100 for update skip locked`
