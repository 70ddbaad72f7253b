// The texts of the files of work, which upload reads for it after the hand-in.
import type { Kv } from '@lyceum/kit/kv/kv'
import { type Database, one, rows, run, type Tx } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { newId } from '@lyceum/kit/ids'
import type { TextReady } from '@lyceum/proto/upload'
import { takeText } from '@lyceum/upload/mirror/file-texts'
import { enqueue, type Jobs } from '../../jobs.ts'
import type { SubmittedFile } from '../../activity/work-rules.ts'
import { holdSubmissionFiles } from '../submissions/submission-facts.ts'
import { submissionColumns, submissionOf, type SqlSubmission } from '../submissions/submission-row.ts'

/** Kinds of files that have no text. */
const silent = new Set(['image', 'video', 'audio', 'link'])
export const isSilent = ({ type }: Pick<SubmittedFile, 'type'>): boolean => silent.has(type)

/** Times that a text is asked for, which may be lost on its way. */
const mostTries = 5

/** In the transaction that hands them in: those of the files whose text is to be asked for. */
export const wantTexts = async (tx: Tx, submission: string, files: readonly SubmittedFile[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      tx,
      'insert into file_texts (submission_id, upload_id) select $1, u from unnest($2::uuid[]) u on conflict do nothing returning upload_id::text as id',
      submission,
      files.filter((file) => !isSilent(file)).map(({ upload_id }) => upload_id),
    )
  ).map(({ id }) => id)

/** Handles upload's textReady: the text itself is taken by a job. */
export async function takeTextLater(tx: Tx, { uploadId, holders, unknown }: TextReady, { rebuilding }: Pick<HandledFact, 'rebuilding'>) {
  if (rebuilding) return
  const submissions = holders.flatMap((holder) => (holder.startsWith('submission:') ? [holder.slice('submission:'.length)] : []))
  await enqueue(
    tx,
    submissions.map((submission) => ({
      kind: 'takeFileText',
      // a second answer may come while the job of the first one ends
      key: `text:${submission}:${uploadId}:${newId()}`,
      payload: { submission, upload: uploadId, unknown },
    })),
  )
}

/** Keeps it and has the work compared; one that is lost is asked for again. */
export async function takeFileText(db: Database, kv: Kv, { submission, upload, unknown }: Jobs['takeFileText']): Promise<void> {
  const taken = unknown ? undefined : await takeText(kv, upload)
  if (!unknown && !taken && !kv.shared()) throw new Error('the texts of files are out of reach')
  await db.$transaction(async (tx) => {
    // of a work that is gone there is no row
    const waiting = await one<{ asked: number }>(
      tx,
      'select asked from file_texts where submission_id = $1 and upload_id = $2 and text is null and unknown is null for update',
      submission,
      upload,
    )
    if (!waiting) return
    if (!unknown && !taken && waiting.asked < mostTries) return await requestAgain(tx, submission, upload)
    await run(
      tx,
      'update file_texts set text = $3, unknown = $4, cut = $5 where submission_id = $1 and upload_id = $2',
      submission,
      upload,
      taken?.text ?? null,
      taken ? null : unknown || 'broken',
      taken?.cut ?? false,
    )
    const work = await one<{ n: number }>(tx, 'select n from submissions where id = $1', submission)
    // a key of its own: a comparison that runs has not seen this text
    if (work) await enqueue(tx, { kind: 'compareWork', key: `${submission}:${work.n}:${upload}`, payload: { submission, n: work.n } })
  })
}

async function requestAgain(tx: Tx, submission: string, upload: string): Promise<void> {
  await run(tx, 'update file_texts set asked = asked + 1 where submission_id = $1 and upload_id = $2', submission, upload)
  const row = await one<SqlSubmission>(tx, `select ${submissionColumns} from submissions s where s.id = $1`, submission)
  if (row) await holdSubmissionFiles(tx, [submissionOf(row)], [upload])
}
