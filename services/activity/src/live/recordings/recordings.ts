// Recordings of live lectures: added by who teaches as a link or an upload, which is the activity's while it is published; students are notified of each
// once.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { filesIn } from '@lyceum/kit/text/rich-text'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { isMedia, uploadsById } from '../../activity/uploads/uploads.ts'
import { checkMayUse } from '../../content/activities/draft.ts'
import { maxUploads } from '../../content/activities/text-files.ts'
import { type LockedActivity, lockUploads, setUploads } from '../../content/activities/uploads.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs.ts'
import { emitLive, meetingRow } from '../meeting-row.ts'
import { httpsAddress } from '../providers/link.ts'
import { mostRecordings, type Recording } from '../shapes.ts'
import type { RecordingDraft } from './api.ts'

type Row = Omit<Recording, 'upload' | 'created_at' | 'fetch'> & { upload_id: string | null; created_at: Date } & Fetched
/** `file`: of the upload that it is to become, as it is known here; `late`: it should be known by now. */
type Fetched = {
  file_id: string | null
  wanted: boolean
  late: boolean | null
  file: { status: string; reason: string | null; deleted: boolean } | null
}

function fetchOf({ upload_id, file_id, wanted, file, late }: Row): Recording['fetch'] {
  if (upload_id !== null || file_id === null) return null
  const failed = file ? file.deleted || file.status === 'failed' : late
  if (wanted || !failed) return { state: 'coming', reason: null }
  return { state: 'failed', reason: file && !file.deleted ? file.reason : null }
}

/** The first first; deleted uploads are left out, or are the address again at which they were. `all`: also hidden ones, and what is being fetched. */
export async function readRecordings(tx: Tx, activity: string, all: boolean): Promise<Recording[]> {
  const found = await rows<Row>(
    tx,
    `select r.id::text, r.title, r.page, r.upload_id::text, r.processing, r.published, r.created_at, r.file_id::text, r.wanted, r.${offeredLate} as late,
       case when f.id is not null then json_build_object('status', f.status, 'reason', f.reason, 'deleted', f.deleted) end as file
     from meeting_recordings r left join uploads f on f.id = r.file_id
     where r.activity_id = $1 and r.deleted_at is null and ($2::bool or r.published) order by r.created_at, r.id limit ${mostRecordings}`,
    activity,
    all,
  )
  const uploads = await uploadsById(
    tx,
    found.flatMap(({ upload_id }) => upload_id ?? []),
  )
  return found.flatMap((row) => {
    const { id, title, page, upload_id, processing, published, created_at } = row
    const upload = (upload_id !== null && uploads.get(upload_id)) || null
    if (upload_id !== null && !upload && page === null) return []
    const fetch = all ? fetchOf(row) : null
    // whoever teaches watches it there before students do: the lecture plays what is published
    const place = upload && published ? null : page
    return [{ id, title, page: place, upload, processing, fetch, published, created_at: created_at.toISOString() }]
  })
}

/** Of a film that nobody takes: its owner has left the school, or upload has missed the fact. */
export const offeredLate = `offered_at < now() - interval '1 hour'`

type Ids = { id: string; rid: string }

/**
 * 400 recording.onePlace without exactly one of address and upload, upload.unknown for an upload that is neither of the activity, of one of its recordings
 * nor the actor's to use, activity.notVideo for one that cannot be played. Repeatable; a deleted one comes back.
 */
export async function putRecording(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  { id, rid }: Ids,
  draft: RecordingDraft,
): Promise<Recording> {
  const { db, now } = deps
  const activity = await lockUploads(db, id)
  await meetingRow(db, id, { lock: true })
  const title = cleanTitle(draft.title)
  if (title === '') throw invalid({ title: 'field.required' })
  const { page = null, upload_id: upload = null, published } = draft
  if ((page === null) === (upload === null)) throw invalid({ page: 'recording.onePlace' })
  const url = page === null ? null : httpsAddress(page)
  if (url === undefined) throw invalid({ page: 'meeting.address' })
  const before = await uploadsOf(db, id)
  if (upload !== null) await checkUpload(deps, actor, scope, upload, [...activity.uploadIds, ...before])
  const others = await one<{ count: number }>(
    db,
    'select count(*)::int as count from meeting_recordings where activity_id = $1 and id <> $2 and deleted_at is null',
    id,
    rid,
  )
  if ((others?.count ?? 0) >= mostRecordings) throw conflict('recording.tooMany', { most: mostRecordings })
  const row = await one<{ news: boolean }>(
    db,
    `with before as (select noticed from meeting_recordings where id = $1)
     insert into meeting_recordings as r (id, activity_id, title, page, upload_id, published, noticed, created_at)
     values ($1, $2, $3, $4, $5, $6::bool, $6::bool, $7)
     on conflict (id) do update set title = excluded.title, published = excluded.published,
       -- its film has come since the writer read the address
       upload_id = case when excluded.page = r.page and r.upload_id = r.file_id then r.upload_id else excluded.upload_id end,
       page = case when excluded.upload_id = r.file_id then r.page else excluded.page end,
       -- not over another place that who teaches has chosen
       file_id = case when excluded.upload_id = r.file_id or excluded.page = r.page then r.file_id end,
       noticed = r.noticed or excluded.published, deleted_at = null
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
  await followUploads(deps, activity, upload === null ? before : [...before, upload])
  await takeFilms(db, [id])
  await emitLive(db, id, now(), row.news ? { event: 'recording', of: rid } : {})
  const written = (await readRecordings(db, id, true)).find((one) => one.id === rid)
  if (!written) throw notFound('recording', rid)
  return written
}

/** Has the films taken that are here and wait: one that came into the bin is taken with the restore of its lecture. */
export async function takeFilms(tx: Tx, activities: readonly string[]): Promise<void> {
  const found = await rows<{ id: string }>(
    tx,
    `select r.id::text from meeting_recordings r join activities a on a.id = r.activity_id and not a.deleted
       join uploads f on f.id = r.file_id and not f.deleted and (f.playable or f.status = 'ready')
     where r.activity_id = any($1) and r.upload_id is null order by r.id`,
    activities,
  )
  await enqueue(
    tx,
    found.map(({ id }) => ({ kind: 'takeFilm' as const, key: `film:${id}`, payload: { recording: id } })),
  )
}

async function checkUpload({ db }: Deps, actor: Actor, scope: CourseScope, upload: string, known: readonly string[]): Promise<void> {
  if (!known.includes(upload)) await checkMayUse({ db }, actor, scope, scope.course, 'upload_id', [upload])
  const found = (await uploadsById(db, [upload])).get(upload)
  if (found && !isMedia(found)) throw invalid({ upload_id: 'activity.notVideo' })
}

/**
 * The uploads of published recordings are the activity's: whoever may open it plays them, counted as views of it, and grants end when one is hidden.
 * `before`: the uploads of its recordings before. 409 recording.tooMany.
 */
export async function followUploads(deps: Pick<Deps, 'db' | 'now'>, activity: LockedActivity, before: readonly string[]): Promise<void> {
  const found = await rows<{ upload_id: string }>(
    deps.db,
    `select upload_id::text from meeting_recordings where activity_id = $1 and upload_id is not null and published
     group by upload_id order by min(created_at), upload_id`,
    activity.id,
  )
  const inOrder = found.map(({ upload_id }) => upload_id)
  // what was watched of one film does not count for another: the first stays it while it is shown
  const [counted] = activity.uploadIds
  const shown = counted !== undefined && inOrder.includes(counted) ? [counted, ...inOrder] : inOrder
  const inText = filesIn(activity.body)
  const others = activity.uploadIds.filter((one) => inText.includes(one) || !before.includes(one))
  // the first of them is what is watched of the lecture
  const uploadIds = [...new Set([...shown, ...others])]
  if (uploadIds.length > maxUploads) throw conflict('recording.tooMany', { most: mostRecordings })
  await setUploads(deps, activity, uploadIds)
}

export const uploadsOf = async (tx: Tx, activity: string): Promise<string[]> =>
  (
    await rows<{ upload_id: string }>(
      tx,
      'select distinct upload_id::text from meeting_recordings where activity_id = $1 and upload_id is not null',
      activity,
    )
  ).map(({ upload_id }) => upload_id)

/** Milliseconds for which a deleted one comes back as it was. */
const restorable = 3_600_000

export async function deleteRecording(deps: Deps, { id, rid }: Ids): Promise<Record<string, never>> {
  const { db, now } = deps
  const activity = await lockUploads(db, id)
  await meetingRow(db, id, { lock: true })
  const before = await uploadsOf(db, id)
  await run(
    db,
    // its provider still has it: it is not taken again
    `with gone as (delete from meeting_recordings where activity_id = $1 and deleted_at < $2 returning ref)
     update meetings m set gone_refs = m.gone_refs || array(select ref from gone where ref is not null) where m.activity_id = $1`,
    id,
    new Date(now().getTime() - restorable),
  )
  const gone = await run(
    db,
    'update meeting_recordings set deleted_at = $3, published = false where id = $1 and activity_id = $2 and deleted_at is null',
    rid,
    id,
    now(),
  )
  if (gone === 0) throw notFound('recording', rid)
  await followUploads(deps, activity, before)
  await emitLive(db, id, now())
  return {}
}
