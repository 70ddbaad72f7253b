// Recordings that a provider has: kept as they are found, and their films offered to upload, which fetches them.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { FileOfferedSchema } from '@lyceum/proto/activity'
import { sealOffer } from '@lyceum/upload/mirror/offered-file'
import type { Deps } from '../../deps.ts'
import { emitLive, lockMeeting, type MeetingRow } from '../meeting-row.ts'
import type { ProviderRecording } from '../providers/provider.ts'
import { mostRecordings } from '../shapes.ts'

type Found = {
  list: readonly ProviderRecording[]
  /** Films of them are fetched. */
  fetches: boolean
}

/**
 * New recordings are hidden until who teaches shows them; those that were deleted here do not come back. Asked no more once all of some are ready, with
 * their films where these are fetched: a provider may make them later than the page.
 */
export async function keepRecordings(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'now'>,
  row: MeetingRow,
  { list: found, fetches }: Found,
): Promise<void> {
  const now = deps.now()
  const list = found.slice(0, mostRecordings).map(({ id, title, page, ready }) => ({
    id: newId(),
    ref: id.slice(0, 200),
    title: (cleanTitle(title) || row.title).slice(0, 200),
    page: page ?? null,
    processing: !ready,
  }))
  // the meeting before its recordings, as whoever changes them
  await run(tx, lockMeeting, row.id)
  const changed = await run(
    tx,
    `insert into meeting_recordings as r (id, activity_id, title, page, published, created_at, ref, processing)
     select id, activity_id, title, page, false, $3::timestamptz, ref, processing from (
       select n.*, m.activity_id, k.id is not null as known, row_number() over (partition by k.id is null order by n.id) as nth
       from meetings m cross join jsonb_to_recordset($2::jsonb) as n(id uuid, ref text, title text, page text, processing bool)
       left join meeting_recordings k on k.activity_id = m.activity_id and k.ref = n.ref
       where m.activity_id = $1 and not n.ref = any(m.gone_refs) and (n.page is not null or n.processing)) n
     where known or nth + (select count(*) from meeting_recordings where activity_id = $1 and deleted_at is null) <= ${mostRecordings}
     on conflict (activity_id, ref) do update set page = excluded.page, processing = excluded.processing
     where r.processing and not excluded.processing`,
    row.id,
    JSON.stringify(list),
    now,
  )
  const offered = fetches ? await offerFilms(tx, deps, row, found) : 0
  // one that was wanted and has none, or where none are fetched any more, fails again
  const failed = await run(tx, 'update meeting_recordings set wanted = false where activity_id = $1 and wanted', row.id)
  const done = found.length > 0 && found.every(({ ready, films }) => ready && (films || !fetches))
  if (done) await run(tx, 'update meetings set ask_at = null where activity_id = $1 and ask_n > 2', row.id)
  if (changed > 0 || offered > 0 || failed > 0) await emitLive(tx, row.id, now)
}

/**
 * Offers the films that are not here yet, or that somebody wants once more, for who has made the lecture, else for who teaches the course. Returns how
 * many it has offered.
 */
async function offerFilms(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { id, org_id, course_id }: MeetingRow,
  found: readonly ProviderRecording[],
): Promise<number> {
  const films = new Map(found.flatMap(({ id: ref, ready, films = [] }) => (ready && films.length > 0 ? [[ref.slice(0, 200), films]] : [])))
  const owner = (await rows<{ id: string }>(tx, ownerSql, id))[0]?.id
  const due = await rows<{ ref: string; file: string; title: string }>(
    tx,
    `update meeting_recordings r set wanted = false, offered_at = now(),
       -- one that has failed, or that its owner has deleted, comes as another: upload may have its bytes, or have it of another owner
       file_id = case when r.file_id is null or exists (select from uploads f where f.id = r.file_id and (f.deleted or f.status = 'failed'))
         then n.file else r.file_id end
     from unnest($2::text[], $3::uuid[]) as n(ref, file)
     where r.activity_id = $1 and r.ref = n.ref and r.upload_id is null and r.deleted_at is null and (r.file_id is null or r.wanted)
     returning r.ref, r.file_id::text as file, r.title`,
    id,
    owner ? [...films.keys()] : [],
    owner ? [...films.keys()].map(() => newId()) : [],
  )
  await emitAll(
    tx,
    due.map(({ ref, file, title }) => {
      const addresses = films.get(ref)!.map((url) => ({ url, named: config.meetingHosts.includes(new URL(url).origin) }))
      const extension = /\.(webm|m4v)$/i.exec(new URL(addresses[0]!.url).pathname)?.[1]?.toLowerCase() ?? 'mp4'
      return fact(
        FileOfferedSchema,
        { key: `course:${course_id}`, org: org_id },
        {
          uploadId: file,
          orgId: org_id,
          courseId: course_id,
          personId: owner!,
          name: `${title}.${extension}`,
          sealed: sealOffer(config.grantKeys, { upload: file, addresses }),
        },
      )
    }),
  )
  return due.length
}

const ownerSql = `select p.id::text from activities a
  join mirror.persons p on not p.deleted and (p.id = a.created_by or p.id in (
    select b.person_id from mirror.members b where b.course_id = a.course_id and b.role = 'instructor' and b.state = 'active'))
  join mirror.memberships m on m.person_id = p.id and m.org_id = a.org_id
  where a.id = $1 order by p.id <> a.created_by, p.id limit 1`

/** Of a provider that was asked for the last time and has not answered: what was wanted once more did not come. */
export async function giveUpFetching(tx: Tx, { id }: MeetingRow, now: Date): Promise<void> {
  const failed = await run(
    tx,
    `update meeting_recordings r set wanted = false from meetings m
     where r.activity_id = $1 and r.wanted and m.activity_id = r.activity_id and m.ask_at is null`,
    id,
  )
  if (failed > 0) await emitLive(tx, id, now)
}
