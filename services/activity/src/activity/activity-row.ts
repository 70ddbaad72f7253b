// The row of an activity: read by SQL, in replies, in facts.
import { courseMembers } from '@lyceum/course/mirror/members'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { modelColumns, type SqlModel } from '@lyceum/kit/database/sql-row'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { storedTime } from '@lyceum/kit/database/stored-times'
import {
  type ActivityChangedSchema,
  ActivityCreatedSchema,
  type ActivityDeletedSchema,
  ActivityOpenedSchema,
  type ActivityPublishedSchema,
} from '@lyceum/proto/activity'
import { definitionOf, readableBefore, staysReadable } from '../types/activity-types.ts'
import type { ActivityType } from '../types/activity-types/api.ts'
import { type Activity as Row, Prisma } from '../generated/client.ts'
import { type ProgressRow, progressOf } from './progress-row.ts'
import { inEveryRoom } from '../lifecycle.ts'
import { heldBy, type ModuleTimes, type Times } from '../times/rules.ts'
import { heldSql, joinModule, shownSql } from '../times/times-sql.ts'
import type { Activity, ActivityRow, ActivityUpload } from './api.ts'
import type { Availability } from '../types/api.ts'
import { heldUploads } from './held-files.ts'
import { availabilityOf, criterionOf } from '../types/rules.ts'
import { settingsOf } from '../types/settings.ts'

/** Every column of `activities a`, also for `returning`; activityOf converts the row. */
export const activityColumns = modelColumns(Prisma.ActivityScalarFieldEnum, 'a')
export type SqlActivity = SqlModel<Row>
export const activityOf = ({ version, grantsSince, points, ...row }: SqlActivity): Row => ({
  ...row,
  points: points === null ? null : new Prisma.Decimal(points),
  version: BigInt(version),
  grantsSince: BigInt(grantsSince),
})

/** Locks the row until the transaction ends, so that its version and its facts keep one order. */
export async function lockActivity(tx: Tx, id: string): Promise<Row | undefined> {
  const row = await one<SqlActivity>(tx, `select ${activityColumns} from activities a where a.id = $1 for no key update`, id)
  return row && activityOf(row)
}
/** The activities with these ids, in the order of the ids. */
export const readActivities = async (tx: Tx, ids: string[]): Promise<Row[]> =>
  (await rows<SqlActivity>(tx, `select ${activityColumns} from activities a where a.id = any($1) order by a.id`, ids)).map(activityOf)

/** The fields of an activity in a list, without its text. */
export type ListedRow = Pick<
  Row,
  | 'id'
  | 'courseId'
  | 'moduleId'
  | 'type'
  | 'title'
  | 'sort'
  | 'published'
  | 'startTime'
  | 'dueTime'
  | 'endTime'
  | 'criterionKey'
  | 'uploadIds'
  | 'version'
> & { points: Prisma.Decimal | string | null }

/** The fields of an activity's row that every reader gets. Beside them stands what depends on its module too: whether students see it, and the dates they read. */
export type SharedRow = Omit<ActivityRow, 'availability' | 'is_locked' | 'locked_by' | 'my' | 'state'> &
  Dates & { shown: boolean; held: DateTexts }
type Dates = { opens: number | null; closes: number | null }
type DateTexts = Pick<ActivityRow, 'start_time' | 'due_time' | 'end_time'>

/** Deleted uploads are left out. */
export function toSharedRow(row: ListedRow, uploads: Map<string, ActivityUpload>, module: ModuleTimes | undefined): SharedRow {
  const { published: shown, ...dates } = heldBy(datesOf(row), module)
  const first = definitionOf(row.type)?.watching ? uploads.get(row.uploadIds[0] ?? '') : undefined
  return {
    id: row.id,
    course_id: row.courseId,
    module_id: row.moduleId,
    type: row.type as ActivityType,
    title: row.title,
    sort: row.sort,
    published: row.published,
    ...textsOf(datesOf(row)),
    shown,
    held: textsOf(dates),
    opens: dates.opens?.getTime() ?? null,
    closes: dates.closes?.getTime() ?? null,
    completion_criterion: criterionOf(row.criterionKey),
    completion_criterion_key: row.criterionKey,
    points: row.points?.toString() ?? null,
    video_duration: first?.duration ?? null,
    uploads: row.uploadIds.flatMap((id) => uploads.get(id) ?? []),
    version: Number(row.version),
  }
}

type DatedRow = Pick<Row, 'published' | 'startTime' | 'dueTime' | 'endTime'>
const datesOf = ({ published, startTime, dueTime, endTime }: DatedRow) => ({ published, opens: startTime, due: dueTime, closes: endTime })
const textsOf = ({ opens, due, closes }: Times): DateTexts => ({
  start_time: opens?.toISOString() ?? null,
  due_time: due?.toISOString() ?? null,
  end_time: closes?.toISOString() ?? null,
})

/** The row with what holds in its module. */
export function rowIn<T extends DatedRow>(module: ModuleTimes | undefined, row: T): T {
  const { published, opens, due, closes } = heldBy(datesOf(row), module)
  return { ...row, published, startTime: opens, dueTime: due, endTime: closes }
}

/** A person's dates where they differ from the activity's, in milliseconds. */
export type PersonalDates = Dates & { due: number | null }
const mostTexts = 20_000
/** Texts of dates: every reading has the same ones, and to make them is two thirds of the work on a list of personal times. */
const texts = new Map<number, string>()
function iso(at: number): string {
  let text = texts.get(at)
  if (text === undefined) {
    if (texts.size >= mostTexts) texts.clear()
    texts.set(at, (text = storedTime(at).toISOString()))
  }
  return text
}
const personal = (at: number | null | undefined, shared: string | null) => (at == null ? shared : iso(at))

/** A task stays readable after its end: its work has been handed in by then. */
const isReadable = (type: string, availability: Availability) =>
  availability === 'open' || (availability === 'ended' && (staysReadable(type) || definitionOf(type)?.work !== undefined))

/** An activity in a list: to who teaches with its own dates. All uploads are left out while it is locked or not open, except for teachers. */
export function toActivityRow(
  row: SharedRow,
  times: PersonalDates | undefined,
  progress: ProgressRow | undefined,
  now: Date,
  teaching: boolean,
  lockedBy: string | null = null,
): ActivityRow {
  const availability = availabilityOf(
    { published: row.shown, start: readableBefore(row.type) ? null : (times?.opens ?? row.opens), end: times?.closes ?? row.closes },
    now.getTime(),
  )
  const shared = teaching ? row : row.held
  return {
    id: row.id,
    course_id: row.course_id,
    module_id: row.module_id,
    type: row.type,
    title: row.title,
    sort: row.sort,
    published: row.published,
    start_time: personal(times?.opens, shared.start_time),
    due_time: personal(times?.due, shared.due_time),
    end_time: personal(times?.closes, shared.end_time),
    availability,
    is_locked: lockedBy !== null,
    locked_by: lockedBy,
    completion_criterion: row.completion_criterion,
    completion_criterion_key: row.completion_criterion_key,
    points: row.points,
    video_duration: row.video_duration,
    uploads: teaching || (isReadable(row.type, availability) && !lockedBy) ? row.uploads : [],
    my: progressOf(progress),
    state: progress?.state ?? '',
    version: row.version,
  }
}

/** An activity that the actor may open, so it is not locked; `module` where it is not in the row already (rowIn). */
export const toActivity = (
  row: Row,
  module: ModuleTimes | undefined,
  uploads: Map<string, ActivityUpload>,
  progress: ProgressRow | undefined,
  now: Date,
  teaching: boolean,
  prerequisites: string[],
): Activity => ({
  ...toActivityRow(toSharedRow(row, uploads, module), undefined, progress, now, teaching),
  body: row.body,
  prerequisite_ids: prerequisites,
  group_set_id: row.groupSetId,
  anonymous: row.anonymous,
  release: row.release as Activity['release'],
  release_time: row.releaseTime?.toISOString() ?? null,
  settings: settingsOf(row),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

type ActivityFact =
  | typeof ActivityCreatedSchema
  | typeof ActivityChangedSchema
  | typeof ActivityPublishedSchema
  | typeof ActivityDeletedSchema
  | typeof ActivityOpenedSchema

const activityFact = (schema: ActivityFact, row: Row, people?: string[]) =>
  fact(
    schema,
    { key: `course:${row.courseId}`, org: row.orgId, ...(people && { hint: { people } }) },
    {
      activity: {
        id: row.id,
        orgId: row.orgId,
        courseId: row.courseId,
        moduleId: row.moduleId ?? undefined,
        type: row.type,
        title: row.title,
        published: row.published,
        deleted: row.deleted,
        uploadIds: heldUploads(row),
        sort: row.sort,
        startTime: row.startTime?.toISOString(),
        endTime: row.endTime?.toISOString(),
        createdBy: row.createdBy,
        version: row.version,
        grantsSince: row.grantsSince,
        dueTime: row.dueTime?.toISOString(),
        points: row.points?.toString(),
        groupSetId: row.groupSetId ?? undefined,
        anonymous: row.anonymous,
        release: row.release,
      },
    },
  )

/** After every write of activities: other rooms follow, their state is emitted, and their openings. */
export async function emitActivities(tx: Tx, schema: ActivityFact, changed: Row[]): Promise<void> {
  await inEveryRoom('written', tx, changed)
  const writers = new Map<string, string[]>()
  for (const { courseId } of changed.filter(isDraft)) if (!writers.has(courseId)) writers.set(courseId, await writersOf(tx, courseId))
  await emitAll(
    tx,
    changed.map((row) => activityFact(schema, row, isDraft(row) ? writers.get(row.courseId) : undefined)),
  )
  // a published activity's creation is followed by its publication
  if (schema !== ActivityCreatedSchema)
    await emitOpenings(
      tx,
      changed.filter(mayOpenOrClose).map(({ id }) => id),
    )
}

/** Whoever teaches a course, whose pages show drafts. */
export const writersOf = async (tx: Tx, course: string): Promise<string[]> =>
  (await courseMembers(tx, course, ['instructor', 'instructor_assistant'])).map(({ person_id }) => person_id)
/** Not shown to students, before this write neither: a hint would show students that something is being written. An activity that this write hides changes access. */
const isDraft = ({ published, openedAt, grantsSince, version }: Row): boolean => !published && openedAt === null && grantsSince !== version

/** Whether the activity may have opened or closed; the database's clock decides. */
function mayOpenOrClose({ published, deleted, startTime, openedAt, moduleId }: Row): boolean {
  const minute = 60_000
  const start = startTime?.getTime() ?? 0
  // its module may be another one now
  if (openedAt && moduleId) return true
  return openedAt ? !published || deleted || start > Date.now() - minute : published && !deleted && start < Date.now() + minute
}

/**
 * Emits ActivityOpened of those that are open since their last change or since their start, in courses that are published: a course
 * that is published later has a fact of its own. Those that are closed may open again. Returns the number of both.
 */
export async function emitOpenings(tx: Tx, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const opened = await rows<SqlActivity & { emits: boolean }>(
    tx,
    `
    update activities a set opened_at = case when o.open then now() end
    from (
        select a.id, ${shownSql('a')} and coalesce(${heldSql.opens}, '-infinity') <= now() as open from activities a ${joinModule} where a.id = any($1)) o,
      mirror.courses c
    where a.id = o.id and c.id = a.course_id and o.open is distinct from (a.opened_at is not null)
    returning ${activityColumns}, o.open and c.published and not c.deleted as emits`,
    ids,
  )
  await emitAll(
    tx,
    opened.filter(({ emits }) => emits).map(({ emits: _, ...row }) => activityFact(ActivityOpenedSchema, activityOf(row))),
  )
  return opened.length
}
