// The calls on one note: write, change, delete, restore. A note is its author's alone; who moderates may take one that is shared back to them.
import { type CourseScope, courseRules, permittedAmong } from '@lyceum/course/mirror/rules'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound, notKnownYet, Problem } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { binLifetime } from '../../activity/lifetime.ts'
import { type OpenedActivity, openActivity } from '../../activity/open-activity.ts'
import { type ProjectedUpload, uploadsById } from '../../activity/uploads/uploads.ts'
import type { Deps } from '../../deps.ts'
import { type Area, type Audience, mostNotes, type Note, type NoteChanges, type NoteDraft } from './api.ts'
import { readNotes } from './note-row.ts'
import { checkedPlace } from './places.ts'

type OpenFile = { activity: OpenedActivity; file: ProjectedUpload }

/** The file of an activity that the actor may open now. 404 and 403 as for the activity, 400 upload.unknown for a file that it does not show. */
async function openFile(deps: Deps, actor: Actor, activityId: string | null, target: string): Promise<OpenFile> {
  const { db } = deps
  if (activityId === null) throw notFound('activity')
  const found = await one<{ course: string; org: string }>(
    db,
    'select course_id::text as course, org_id::text as org from activities where id = $1 and not deleted',
    activityId,
  )
  if (!found) throw notFound('activity', activityId)
  const scope: CourseScope = await courseRules.viewCourse(db, actor, found)
  if (scope.access.simulating) throw conflict('simulation.readOnly')
  const activity = await openActivity(deps, actor, scope, activityId)
  const shown = activity.uploadIds.includes(target) || activity.textUploadIds.includes(target)
  const file = shown ? (await uploadsById(db, [target])).get(target) : undefined
  if (!file) throw invalid({ target_id: notKnownYet('upload.unknown') })
  return { activity, file }
}

const needsWords = (content: string, quote: string) => {
  if (content === '' && quote === '') throw invalid({ content: 'field.required' })
}

/** Counts under a lock, so that no two writes at once go beyond the bound. 409 note.tooMany. */
async function checkRoom(tx: Tx, person: string, course: string): Promise<void> {
  await run(tx, `select pg_advisory_xact_lock(hashtextextended('notes:' || $1 || $2, 0))`, person, course)
  const { n } = (await one<{ n: number }>(
    tx,
    `select count(*)::int as n from (select from notes where person_id = $1 and course_id = $2 and deleted_at is null limit ${mostNotes}) x`,
    person,
    course,
  ))!
  if (n >= mostNotes) throw conflict('note.tooMany', { most: mostNotes })
}

export async function writeNote(deps: Deps, actor: Actor, draft: NoteDraft): Promise<Note> {
  const { db, now } = deps
  const { activity_id, target_id, audience = 'me' } = draft
  const { activity, file } = await openFile(deps, actor, activity_id, target_id)
  if (activity.courseId !== draft.course_id) throw notFound('course', draft.course_id)
  const { type, place } = checkedPlace({ anchor: draft.anchor, area: draft.area ?? null, quote: (draft.quote ?? '').trim() }, file)
  if (type !== draft.target_type) throw invalid({ target_type: 'note.notOffered' })
  const content = draft.content.trim()
  needsWords(content, place.quote)
  await checkRoom(db, actor.person, activity.courseId)
  const id = newId()
  await run(
    db,
    `insert into notes (id, org_id, course_id, activity_id, person_id, target_type, target_id, anchor, area, quote, content, audience, version, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8::numeric, $9::text::jsonb, $10, $11, $12, 1, $13::timestamptz, $13::timestamptz)`,
    id,
    activity.orgId,
    activity.courseId,
    activity_id,
    actor.person,
    type,
    target_id,
    place.anchor,
    place.area && JSON.stringify(place.area),
    place.quote,
    content,
    audience,
    now(),
  )
  return (await readNotes(deps, actor, [id]))[0]!
}

type Own = {
  activity: string | null
  course: string
  target: string
  anchor: number
  area: Area | null
  quote: string
  content: string
  audience: Audience
  version: number
  deleted_at: Date | null
}
/** The actor's own note, locked. 404 for one of somebody else. */
async function ownNote(tx: Tx, { person }: Actor, id: string): Promise<Own> {
  const found = await one<Own>(
    tx,
    `select activity_id::text as activity, course_id::text as course, target_id::text as target, anchor::float8, area, quote, content, audience,
       version::int, deleted_at
     from notes where id = $1 and person_id = $2 for no key update`,
    id,
    person,
  )
  if (!found) throw notFound('note', id)
  return found
}

/** 409 with the present text, of which the writer has seen an older one. */
function checkVersion({ version, content, audience }: Own, seen: number): void {
  if (version !== seen) throw conflict('note.newer', { version, content, audience })
}

/** 409 note.newer with the text that another window has written; 400 as writeNote. */
export async function changeNote(deps: Deps, actor: Actor, id: string, draft: NoteChanges): Promise<Note> {
  const { db, now } = deps
  const note = await ownNote(db, actor, id)
  if (note.deleted_at) throw notFound('note', id)
  checkVersion(note, draft.version)
  const { content = note.content, audience = note.audience, anchor } = draft
  const moves = anchor !== undefined
  // others read it: only who may still open the file goes on
  const isShared = audience !== 'me'
  const open = moves || isShared ? await openFile(deps, actor, note.activity, note.target) : undefined
  const place =
    moves && open ? checkedPlace({ anchor, area: draft.area ?? null, quote: (draft.quote ?? '').trim() }, open.file).place : note
  needsWords(content.trim(), place.quote)
  await run(
    db,
    `update notes set content = $2, audience = $3, anchor = $4::numeric, area = $5::text::jsonb, quote = $6, placed = placed or $7::bool,
       version = version + 1, updated_at = $8::timestamptz where id = $1`,
    id,
    content.trim(),
    audience,
    place.anchor,
    place.area && JSON.stringify(place.area),
    place.quote,
    moves,
    now(),
  )
  return (await readNotes(deps, actor, [id]))[0]!
}

/** One that is deleted already stays so. */
export async function deleteNote({ db, now }: Deps, actor: Actor, id: string, version: number): Promise<null> {
  const note = await ownNote(db, actor, id)
  if (note.deleted_at) return null
  checkVersion(note, version)
  await run(db, 'update notes set deleted_at = $2::timestamptz, version = version + 1 where id = $1', id, now())
  return null
}

/** Whether the actor may open the file of a note now. */
const isOpen = (deps: Deps, actor: Actor, { activity, target }: Own): Promise<boolean> =>
  openFile(deps, actor, activity, target).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && [400, 401, 403, 404].includes(error.status)) return false
      throw error
    },
  )

/** To its author alone where the file is closed to them meanwhile. 404 after 30 days, 409 note.tooMany. */
export async function restoreNote(deps: Deps, actor: Actor, id: string): Promise<Note> {
  const { db, now } = deps
  const note = await ownNote(db, actor, id)
  if (note.deleted_at) {
    if (now().getTime() - note.deleted_at.getTime() > binLifetime) throw notFound('note', id)
    await checkRoom(db, actor.person, note.course)
    const audience = note.audience === 'me' || (await isOpen(deps, actor, note)) ? note.audience : 'me'
    await run(db, 'update notes set deleted_at = null, audience = $2, version = version + 1 where id = $1', id, audience)
  }
  return (await readNotes(deps, actor, [id]))[0]!
}

/** 404 for one that is not shared, and to who does not moderate its course. */
export async function takeBackNote({ db }: Deps, actor: Actor, id: string): Promise<null> {
  const shared = await one<{ course: string; org: string; author: string; audience: Audience }>(
    db,
    `select course_id::text as course, org_id::text as org, person_id::text as author, audience from notes
     where id = $1 and audience <> 'me' and deleted_at is null for no key update`,
    id,
  )
  if (!shared) throw notFound('note', id)
  const { course, org, author, audience } = shared
  const moderated = await permittedAmong(db, actor, [course], 'talk.moderate')
  if (moderated.length === 0) throw notFound('note', id)
  await run(db, `update notes set audience = 'me', version = version + 1 where id = $1`, id)
  await audit(db, {
    action: 'note.takenBack',
    subject: `note:${id}`,
    person: author,
    org,
    course,
    before: { audience },
    after: { audience: 'me' },
  })
  return null
}
