// Drafts of texts: one for each person and activity, and one for each person, course and type before the activity is made. A draft holds its
// files by itself, since only its writer may see them.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanHtml } from '@lyceum/kit/text/clean-html'
import { filesIn } from '@lyceum/kit/text/rich-text'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { FilesHeldSchema } from '@lyceum/proto/activity'
import { holdFiles } from '@lyceum/upload/mirror/held-files'
import { checkMayUse, definitionFor } from '../activities/draft.ts'
import { heldUploads } from '../../activity/held-files.ts'
import { maxUploads } from '../activities/text-files.ts'
import type { Deps } from '../../deps.ts'
import type { TextDraft as Row } from '../../generated/client.ts'
import type { KeptDraft, TextDraft, Written } from './api.ts'

/** The subject of a draft: an activity, or a new one of a type. */
export type Subject = { activity: string } | { course: string; type: string }

/** The time that an untouched draft is kept, milliseconds. */
const draftLifetime = 90 * 86_400_000

const whereOf = ({ person }: Actor, subject: Subject) => ({
  personId: person,
  ...('activity' in subject ? { activityId: subject.activity } : { courseId: subject.course, type: subject.type, activityId: null }),
})

const toDraft = ({ title, body, baseVersion, version, updatedAt }: Row): TextDraft => ({
  title,
  body,
  base_version: Number(baseVersion),
  version: Number(version),
  updated_at: updatedAt.toISOString(),
})

export async function readDraft({ db }: Deps, actor: Actor, subject: Subject): Promise<{ draft: TextDraft | null }> {
  const row = await db.textDraft.findFirst({ where: whereOf(actor, subject) })
  return { draft: row && toDraft(row) }
}

/** 409 draft.newer when another window or device of the writer has written since. */
export async function writeDraft(deps: Deps, actor: Actor, scope: CourseScope, subject: Subject, written: Written): Promise<KeptDraft> {
  const activity = 'activity' in subject ? await activityOf(deps, subject.activity) : undefined
  definitionFor('type' in subject ? subject.type : activity!.type)
  return await keepDraft(deps, actor, scope, subject, written, async (body, kept) => {
    const uploadIds = filesIn(body)
    if (uploadIds.length > maxUploads) throw invalid({ body: ['activity.tooManyPictures', { most: maxUploads }] })
    await checkMayUse(deps, actor, scope, scope.course, 'body', uploadIds, [...kept, ...(activity ? heldUploads(activity) : [])])
    return uploadIds
  })
}

/** `check` answers the files of the cleaned text, or refuses one; it is given those of the draft before. 409 draft.newer as above. */
export async function keepDraft(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  subject: Subject,
  { title, body: html, base_version, version }: Written,
  check: (body: string, kept: readonly string[]) => Promise<string[]>,
): Promise<KeptDraft> {
  const { db, now } = deps
  const body = cleanHtml('body', html)
  const previous = await lockDraft(db, actor, subject)
  const uploadIds = await check(body, previous?.uploadIds ?? [])
  checkSeen(previous, version)
  const written = {
    title,
    body,
    uploadIds,
    baseVersion: BigInt(base_version),
    version: versionAfter(previous?.version, now()),
    updatedAt: now(),
  }
  const row = previous
    ? await db.textDraft.update({ where: { id: previous.id }, data: written })
    : await db.textDraft.create({
        data: {
          ...written,
          id: newId(),
          orgId: scope.org,
          courseId: scope.course,
          activityId: 'activity' in subject ? subject.activity : null,
          type: 'type' in subject ? subject.type : (await activityOf(deps, subject.activity)).type,
          personId: actor.person,
        },
      })
  if (row.uploadIds.join() !== (previous?.uploadIds ?? []).join()) await holdDraftFiles(db, [row])
  return { version: Number(row.version), updated_at: row.updatedAt.toISOString() }
}

/** Two windows that begin a draft at the same moment make one. */
async function lockDraft(db: Deps['db'], actor: Actor, subject: Subject) {
  const place = 'activity' in subject ? subject.activity : `${subject.course} ${subject.type}`
  await run(db, `select pg_advisory_xact_lock(hashtextextended('draft:' || $1, 0))`, `${actor.person} ${place}`)
  return db.textDraft.findFirst({ where: whereOf(actor, subject) })
}
function checkSeen(row: Row | null, seen: number | undefined) {
  const present = Number(row?.version ?? 0n)
  if (seen !== undefined && seen !== present) throw conflict('draft.newer', { version: present })
}

async function activityOf({ db }: Deps, id: string) {
  const select = { type: true, uploadIds: true, textUploadIds: true, keptUploadIds: true } as const
  const row = await db.activity.findUnique({ where: { id }, select })
  if (!row) throw notFound('activity', id)
  return row
}

/** 409 draft.newer when another window or device of the writer has written since `version`. */
export async function deleteDraft({ db }: Deps, actor: Actor, subject: Subject, { version }: { version?: number }): Promise<null> {
  const row = await lockDraft(db, actor, subject)
  if (!row) return null
  checkSeen(row, version)
  await deleteDrafts(db, 'd.id = $1', row.id)
  return null
}

const holderColumns = columnsOf<Row>()('id', 'org_id', 'course_id', 'upload_ids', 'version')

/** Deletes the drafts `d` under a condition; their files are free. Returns their number. */
async function deleteDrafts(tx: Tx, condition: string, ...values: unknown[]): Promise<number> {
  const gone = await rows<RowOf<typeof holderColumns>>(
    tx,
    `delete from text_drafts d where ${condition} returning ${holderColumns('d')}`,
    ...values,
  )
  await holdDraftFiles(
    tx,
    gone
      .filter(({ upload_ids }) => upload_ids.length > 0)
      .map(({ id, org_id, course_id, version }) => ({
        id,
        orgId: org_id,
        courseId: course_id,
        uploadIds: [],
        version: BigInt(version) + 1n,
      })),
  )
  return gone.length
}

const holdDraftFiles = (tx: Tx, drafts: Pick<Row, 'id' | 'orgId' | 'courseId' | 'uploadIds' | 'version'>[]) =>
  holdFiles(
    tx,
    FilesHeldSchema,
    drafts.map(({ id, ...held }) => ({ ...held, holder: `draft:${id}`, hold: false, byRight: false })),
  )

export const eraseDrafts = (tx: Tx, person: string) => deleteDrafts(tx, 'd.person_id = $1', person)
/** The drafts of activities that are about to be purged. */
export const purgeDrafts = (tx: Tx, activities: string[]) => deleteDrafts(tx, 'd.activity_id = any($1)', activities)
/** The drafts of a course that is purged. */
export const purgeCourseDrafts = (tx: Tx, course: string) => deleteDrafts(tx, 'd.course_id = $1', course)
/** Deletes drafts that nobody has touched for 90 days, at most `size`. */
export const sweepDrafts = (tx: Tx, now: Date, size: number) =>
  deleteDrafts(
    tx,
    'd.id in (select id from text_drafts where updated_at < $1 order by updated_at limit $2 for update skip locked)',
    new Date(now.getTime() - draftLifetime),
    size,
  )

/** Emits the files of drafts again, for resync; returns the last id of the batch. */
export async function resyncDrafts(tx: Tx, ids: string[]): Promise<void> {
  const drafts = await rows<RowOf<typeof holderColumns>>(
    tx,
    `select ${holderColumns('d')} from text_drafts d where d.id = any($1) order by d.id`,
    ids,
  )
  await holdDraftFiles(
    tx,
    drafts.map(({ id, org_id, course_id, upload_ids, version }) => ({
      id,
      orgId: org_id,
      courseId: course_id,
      uploadIds: upload_ids,
      version: BigInt(version),
    })),
  )
}
