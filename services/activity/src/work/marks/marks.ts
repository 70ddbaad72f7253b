// Marks on works: each written by the id and version that its page knows, so that a write that is repeated changes nothing.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { personNames } from '@lyceum/identity/mirror/persons'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { openActivity } from '../../activity/open-activity.ts'
import type { Deps } from '../../deps.ts'
import { shownWork } from '../marking/feedback.ts'
import { checkMark, sameMark } from './rules.ts'
import { type Mark, type Marks, mostMarks, type WrittenMark } from './api.ts'
import { markingsOf, writeMarking } from '../marking/marking-row.ts'
import { bothDone, marksVisible, slotFor } from '../../points/slots.ts'
import { checkVersion, lockWork, readWork, type Work } from '../marking/work.ts'
import { isNameless } from '../../activity/anonymity.ts'
import { aliasOf, uploadOfAlias } from '../../activity/file-aliases.ts'

type Row = Omit<Mark, 'marker'> & { submission_id: string; marker_id: string | null; slot: number; deleted: boolean }
const columns =
  'id::text, submission_id::text, n, upload_id::text, page, kind, shape, text, colour, marker_id::text, slot, version, deleted'

const marksOf = (tx: Tx, submission: string, n: number, slots: number[]): Promise<Row[]> =>
  rows<Row>(
    tx,
    `select ${columns} from marks where submission_id = $1 and n = $2 and slot = any($3) and not deleted order by page, id limit ${mostMarks}`,
    submission,
    n,
    slots,
  )
const toMark = ({ submission_id: _, marker_id, slot: __, deleted: ___, ...mark }: Row, names: Map<string, string>): Mark => {
  const name = marker_id ? names.get(marker_id) : undefined
  return { ...mark, marker: marker_id && name !== undefined ? { id: marker_id, name } : null }
}
async function withNames(tx: Tx, list: Row[]): Promise<Mark[]> {
  const people = await personNames(
    tx,
    list.flatMap(({ marker_id }) => marker_id ?? []),
  )
  const names = new Map([...people].flatMap(([id, { name, deleted }]) => (deleted ? [] : [[id, name] as const])))
  return list.map((row) => toMark(row, names))
}

export async function listMarks(deps: Deps, { person }: Actor, id: string, n: number): Promise<Marks> {
  const { db } = deps
  const work = await readWork(db, id)
  checkVersion(work, n)
  const slots = marksVisible(await markingsOf(db, id, n), person, work.twoMarkers)
  const shown = await fileNames(deps, work)
  return { items: (await withNames(db, await marksOf(db, id, n, slots))).map(shown) }
}

/** The same marks with the ids that their marker has of the files: of nameless work aliases. */
async function fileNames({ db, config }: Pick<Deps, 'db' | 'config'>, { id, activity }: Work): Promise<(mark: Mark) => Mark> {
  if (!(await isNameless(db, activity))) return (mark) => mark
  return (mark) => ({ ...mark, upload_id: mark.upload_id && aliasOf(config, id, mark.upload_id) })
}

/**
 * The upload that a marker names. Of nameless work an alias alone is taken: another answer to its own id would say whose it is. Marks that wait on a
 * page name aliases after the release too.
 */
async function namedUpload({ db, config }: Deps, { id, activity }: Work, { n, upload_id }: WrittenMark): Promise<string | null> {
  if (upload_id === null) return null
  const version = await one<{ uploads: string[] }>(
    db,
    `select array(select f ->> 'upload_id' from jsonb_array_elements(v.files) f) as uploads from submission_versions v where v.submission_id = $1 and v.n = $2`,
    id,
    n,
  )
  const uploads = version?.uploads ?? []
  const own = !(await isNameless(db, activity)) && uploads.includes(upload_id)
  const upload = own ? upload_id : uploadOfAlias(config, id, upload_id, uploads)
  if (!upload) throw invalid({ upload_id: 'mark.wrongFile' })
  return upload
}

/** Those of a version whose feedback the actor may see, without the names of markers. */
export async function listMyMarks(deps: Deps, actor: Actor, scope: CourseScope, activityId: string, n: number): Promise<Marks> {
  const { db } = deps
  const activity = await openActivity(deps, actor, scope, activityId, true)
  const work = await shownWork(db, activity, actor.person, n)
  return { items: work ? (await marksOf(db, work, n, [0, 1, 2])).map((row) => toMark(row, new Map())) : [] }
}

/** 409 mark.newer when somebody else has written it since; mark.notYours for one of the other of two markers. */
export async function writeMark(deps: Deps, actor: Actor, id: string, markId: string, draft: WrittenMark): Promise<Mark> {
  const { db, now } = deps
  checkMark(draft)
  const work = await lockWork(db, id)
  checkVersion(work, draft.n)
  const before = await one<Row>(db, `select ${columns} from marks where id = $1`, markId)
  if (before && (before.submission_id !== id || before.n !== draft.n)) throw conflict('mark.otherWork')
  const written = { ...draft, upload_id: await namedUpload(deps, work, draft) }
  const shown = await fileNames(deps, work)
  if (before && !before.deleted && before.version === written.version + 1 && sameMark(before, written))
    return shown(await named(db, before))
  const slot = await slotOf(db, work, actor.person, written.n, now())
  if (before && work.twoMarkers && before.slot !== slot) throw conflict('mark.notYours')
  if ((before?.version ?? 0) !== written.version) throw newer(before)
  if (!before || before.deleted) await checkRoom(db, work, written)
  const row: Row = {
    ...written,
    id: markId,
    submission_id: id,
    marker_id: before?.marker_id ?? actor.person,
    slot: before?.slot ?? slot,
    version: written.version + 1,
    deleted: false,
  }
  await run(
    db,
    `
    insert into marks (id, submission_id, n, upload_id, page, kind, shape, text, colour, marker_id, slot, version, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7::text::jsonb, $8, $9, $10, $11, $12, $13)
    on conflict (id) do update set upload_id = excluded.upload_id, page = excluded.page, kind = excluded.kind, shape = excluded.shape,
      text = excluded.text, colour = excluded.colour, version = excluded.version, deleted = false, updated_at = excluded.updated_at
      where marks.submission_id = excluded.submission_id`,
    markId,
    id,
    row.n,
    row.upload_id,
    row.page,
    row.kind,
    JSON.stringify(row.shape),
    row.text,
    row.colour,
    row.marker_id,
    row.slot,
    row.version,
    now(),
  )
  return shown(await named(db, row))
}
const named = async (tx: Tx, row: Row): Promise<Mark> => (await withNames(tx, [row]))[0]!
const newer = (row: Row | undefined) =>
  conflict('mark.newer', {
    version: row?.version ?? 0,
    deleted: row?.deleted ?? true,
    ...(row && { page: row.page, kind: row.kind, text: row.text, colour: row.colour, shape: JSON.stringify(row.shape) }),
  })

/** The slot of the marker; the first mark of one of two markers takes it. */
async function slotOf(tx: Tx, { id, twoMarkers }: Work, person: string, n: number, now: Date): Promise<number> {
  if (!twoMarkers) return 0
  const list = await markingsOf(tx, id, n)
  const slot = slotFor(list, person, true)
  if (bothDone(list)) throw conflict('marking.bothDone')
  const before = list.find((one) => one.slot === slot)
  if (before?.marker_id !== person) {
    const { points = null, criteria = {}, rubric_n = null, comment = '' } = before ?? {}
    await writeMarking(tx, { id, n, slot, marker: person }, before, { points, criteria, rubric_n, comment, state: 'draft' }, now)
  }
  return slot
}

/** A new mark is one of a bounded number. */
async function checkRoom(tx: Tx, { id }: Work, { n }: WrittenMark): Promise<void> {
  const found = await one<{ marks: number }>(
    tx,
    'select count(*)::int as marks from marks m where m.submission_id = $1 and m.n = $2 and not m.deleted',
    id,
    n,
  )
  if (found!.marks >= mostMarks) throw conflict('mark.tooMany', { most: mostMarks })
}

/** Deleted once more it stays as it is. */
export async function deleteMark(
  { db, now }: Deps,
  { person }: Actor,
  id: string,
  markId: string,
  seen: number | undefined,
): Promise<{ version: number }> {
  const work = await lockWork(db, id)
  const row = await one<Row>(db, `select ${columns} from marks where id = $1 and submission_id = $2`, markId, id)
  if (!row) throw notFound('mark', markId)
  const list = await markingsOf(db, id, row.n)
  if (work.twoMarkers && !list.some(({ slot, marker_id }) => slot === row.slot && marker_id === person)) throw conflict('mark.notYours')
  if (row.deleted) return { version: row.version }
  if (work.twoMarkers && bothDone(list)) throw conflict('marking.bothDone')
  if (seen !== undefined && seen !== row.version) throw newer(row)
  await run(db, 'update marks set deleted = true, version = version + 1, updated_at = $2 where id = $1', markId, now())
  return { version: row.version + 1 }
}
