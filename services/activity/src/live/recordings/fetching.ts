// Films of recordings that upload fetches: taken in place of the address once they play, and wanted once more where they did not come: by whoever teaches,
// and by itself where the address had expired.
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { notFound } from '@lyceum/kit/calls/errors'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import type { Upload } from '@lyceum/proto/upload'
import { lockUploads } from '../../content/activities/uploads.ts'
import type { Deps } from '../../deps.ts'
import type { PrismaClient } from '../../generated/client.ts'
import { enqueue } from '../../jobs.ts'
import { emitLive, meetingRow } from '../meeting-row.ts'
import { expiringProviders } from '../providers/providers.ts'
import type { Recording } from '../shapes.ts'
import { followUploads, offeredLate, readRecordings, uploadsOf } from './recordings.ts'

type Rebuilding = Pick<HandledFact, 'rebuilding'>
/** Handles the facts of uploads: of one that plays, or that did not come, the recording is written by a job. */
export async function takeFilmLater(tx: Tx, { upload }: { upload?: Upload | undefined }, { rebuilding }: Rebuilding): Promise<void> {
  if (!upload || rebuilding || !(upload.playable || upload.status !== 'processing')) return
  const row = await one<{ id: string }>(
    tx,
    'select id::text from meeting_recordings where file_id = $1 and upload_id is null limit 1',
    upload.id,
  )
  if (row) await enqueue(tx, { kind: 'takeFilm', key: `film:${row.id}:${upload.version}`, payload: { recording: row.id } })
}

/** The most times that a provider is asked by itself for where one film is: it may refuse every address. */
const mostAsked = 3
/** The recording whose film was refused at an address that may have expired. */
const expiredSql = `update meeting_recordings r set wanted = true, asked_again = r.asked_again + 1 from meetings m, uploads f
  where r.id = $1 and r.activity_id = $2 and r.deleted_at is null and r.upload_id is null and not r.wanted and r.asked_again < ${mostAsked}
    and m.activity_id = r.activity_id and coalesce(m.made ->> 'provider', m.provider) = any($3)
    and f.id = r.file_id and not f.deleted and f.status = 'failed' and f.reason = 'upload.fetchRefused'`

/** Has the provider asked now for the recordings of a lecture. */
const askNow = (tx: Tx, activity: string, now: Date) =>
  run(tx, 'update meetings set ask_at = $2, ask_n = least(ask_n, 48) where activity_id = $1', activity, now)

/** Puts the upload in the place of the address, which comes back where the upload is deleted. Nobody is notified again. */
export async function takeFilm({ now }: Pick<Deps, 'now'>, client: PrismaClient, recording: string): Promise<void> {
  await client.$transaction(async (tx) => {
    const found = await one<{ activity: string }>(
      tx,
      `select r.activity_id::text as activity from meeting_recordings r join activities a on a.id = r.activity_id and not a.deleted
       where r.id = $1 and r.upload_id is null`,
      recording,
    )
    if (!found) return
    const { activity: id } = found
    const activity = await lockUploads(tx, id)
    await meetingRow(tx, id, { lock: true })
    const before = await uploadsOf(tx, id)
    const taken = await run(
      tx,
      `update meeting_recordings r set upload_id = r.file_id, wanted = false from uploads f
       where r.id = $1 and r.upload_id is null and f.id = r.file_id and not f.deleted and (f.playable or f.status = 'ready')`,
      recording,
    )
    if (taken === 0 && (await run(tx, expiredSql, recording, id, expiringProviders)) > 0) await askNow(tx, id, now())
    if (taken > 0) await followUploads({ db: tx, now }, activity, [...before, ...(await uploadsOf(tx, id))])
    await emitLive(tx, id, now())
  })
}

/** Asks the provider at once for where the film is now; nothing where it is here, or on its way. */
export async function fetchAgain({ db, now }: Deps, { id, rid }: { id: string; rid: string }): Promise<Recording> {
  await meetingRow(db, id, { lock: true })
  const wanted = await run(
    db,
    `update meeting_recordings r set wanted = true
     where r.id = $1 and r.activity_id = $2 and r.deleted_at is null and r.upload_id is null and r.file_id is not null and not r.wanted
       and coalesce((select f.deleted or f.status = 'failed' from uploads f where f.id = r.file_id), r.${offeredLate})`,
    rid,
    id,
  )
  if (wanted > 0) {
    await askNow(db, id, now())
    await emitLive(db, id, now())
  }
  const recording = (await readRecordings(db, id, true)).find((one) => one.id === rid)
  if (!recording) throw notFound('recording', rid)
  return recording
}
