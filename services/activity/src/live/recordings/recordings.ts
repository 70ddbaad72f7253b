// Recordings of live lectures: added by who teaches as a link or an upload of the activity; students are notified of each once it is published.
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { sqlOf } from '@lyceum/kit/database/connections'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { uploadsById } from '../../activity/uploads/uploads.ts'
import type { Deps } from '../../deps.ts'
import { emitLive, meetingRow } from '../meeting-row.ts'
import { httpsAddress } from '../providers/link.ts'
import { mostRecordings, type Recording } from '../shapes.ts'
import type { RecordingDraft } from './api.ts'

type Row = Omit<Recording, 'upload' | 'created_at'> & { upload_id: string | null; created_at: Date }

/** The first first; deleted uploads are left out. */
export async function readRecordings(tx: Tx, activity: string, all: boolean): Promise<Recording[]> {
  const found = await rows<Row>(
    sqlOf(tx),
    `select id::text, title, page, upload_id::text, processing, published, created_at from meeting_recordings
     where activity_id = $1 and ($2::bool or published) order by created_at, id limit ${mostRecordings}`,
    activity,
    all,
  )
  const uploads = await uploadsById(
    tx,
    found.flatMap(({ upload_id }) => upload_id ?? []),
  )
  return found.flatMap(({ upload_id, created_at, ...row }) => {
    const upload = upload_id === null ? null : uploads.get(upload_id)
    return upload === undefined ? [] : [{ ...row, upload, created_at: created_at.toISOString() }]
  })
}

type Ids = { id: string; rid: string }

/** 400 recording.onePlace without exactly one of address and upload, upload.unknown for an upload that the activity does not have. Repeatable. */
export async function putRecording({ db, now }: Deps, { id, rid }: Ids, draft: RecordingDraft): Promise<Recording> {
  const { upload_ids } = await meetingRow(db, id, { lock: true })
  const title = cleanTitle(draft.title)
  if (title === '') throw invalid({ title: 'field.required' })
  const { page = null, upload_id: upload = null, published } = draft
  if ((page === null) === (upload === null)) throw invalid({ page: 'recording.onePlace' })
  const url = page === null ? null : httpsAddress(page)
  if (url === undefined) throw invalid({ page: 'meeting.address' })
  if (upload !== null && !upload_ids.includes(upload)) throw invalid({ upload_id: 'upload.unknown' })
  const others = await one<{ count: number }>(
    sqlOf(db),
    'select count(*)::int as count from meeting_recordings where activity_id = $1 and id <> $2',
    id,
    rid,
  )
  if ((others?.count ?? 0) >= mostRecordings) throw conflict('recording.tooMany', { most: mostRecordings })
  const row = await one<{ news: boolean }>(
    sqlOf(db),
    `with before as (select noticed from meeting_recordings where id = $1)
     insert into meeting_recordings as r (id, activity_id, title, page, upload_id, published, noticed, created_at)
     values ($1, $2, $3, $4, $5, $6::bool, $6::bool, $7)
     on conflict (id) do update set title = excluded.title, page = excluded.page, upload_id = excluded.upload_id, published = excluded.published,
       noticed = r.noticed or excluded.published
     where r.activity_id = excluded.activity_id
     returning r.published and not coalesce((select noticed from before), false) as news`,
    rid,
    id,
    title,
    url?.href ?? null,
    upload,
    published,
    now(),
  )
  // the id is that of a recording elsewhere
  if (!row) throw notFound('recording', rid)
  await emitLive(db, id, now(), row.news ? { event: 'recording', of: rid } : {})
  const written = (await readRecordings(db, id, true)).find((one) => one.id === rid)
  if (!written) throw notFound('recording', rid)
  return written
}

export async function deleteRecording({ db, now }: Deps, { id, rid }: Ids): Promise<Record<string, never>> {
  await meetingRow(db, id, { lock: true })
  const gone = await run(
    sqlOf(db),
    // its provider still has it: it is not taken again
    `with gone as (delete from meeting_recordings where id = $1 and activity_id = $2 returning ref)
     update meetings m set gone_refs = case when gone.ref is null then m.gone_refs else m.gone_refs || gone.ref end from gone where m.activity_id = $2`,
    rid,
    id,
  )
  if (gone === 0) throw notFound('recording', rid)
  await emitLive(db, id, now())
  return {}
}
