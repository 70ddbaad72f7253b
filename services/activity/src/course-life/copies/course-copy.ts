// The copy of a course's content into a new course, a task of the person who copies: ids are chosen at first, then activities are copied in batches.
import { type Tx, one, rows, run } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { emit, nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import type { JobHandler } from '@lyceum/kit/jobs/jobs'
import { type TaskContext, taskJob } from '@lyceum/kit/tasks/task-job'
import { daysLater } from '@lyceum/kit/text/time-zones'
import { ContentCopiedSchema } from '@lyceum/proto/activity'
import type { CourseCreated } from '@lyceum/proto/course'
import { readActivities } from '../../activity/activity-row.ts'
import { settingsMoved } from '../../types/settings.ts'
import type { Deps } from '../../deps.ts'
import type { Activity as Row, PrismaClient } from '../../generated/client.ts'
import { type Jobs, startTask } from '../../jobs.ts'
import { inEveryRoom } from '../../lifecycle.ts'
import { emitModules, moduleColumns, type ModuleRow } from '../../content/modules/modules.ts'
import { copyAll } from './copy.ts'
import { type CourseCopy, linksRenamed } from '../../activity/links.ts'

const batch = 50

/** course's courseCreated: its content is copied if it is a copy. A rebuild copies nothing: what was copied is there. */
export async function beginCopy(tx: Tx, { course, copy }: CourseCreated, { rebuilding }: Pick<HandledFact, 'rebuilding'>): Promise<void> {
  if (!course || !copy || rebuilding) return
  const { fromId, moduleIds, all, withoutModule, shiftDays, timeZone, personId, groupSets } = copy
  await startTask(
    tx,
    { person: personId, org: course.orgId },
    {
      kind: 'copyContent',
      subject: `course:${course.id}`,
      payload: {
        course: course.id,
        org: course.orgId,
        from: fromId,
        modules: all ? null : moduleIds,
        withoutModule,
        days: shiftDays,
        zone: timeZone,
        person: personId,
        sets: groupSets.map((set): [string, string] => [set.fromId, set.toId]),
        endures: true,
      },
    },
  )
}

type Copy = Jobs['copyContent']
type Context = TaskContext<Deps, Copy>
type Item = { from_id: string; to_id: string }

/** The handler of the task's job. A killed one goes on where it was: each batch is a transaction that takes its lines off the list. */
export function copyContentJob(client: PrismaClient): JobHandler<Deps, Copy> {
  const transaction = <T>(work: (db: Deps['db']) => Promise<T>) => client.$transaction(work, { timeout: 60_000 })
  const job = taskJob<Deps, Copy>(async ({ job: { payload }, deps, progress, assertLease }: Context) => {
    const copy = await transaction((db) => plan(db, payload))
    if (!copy) return undefined
    const as = new Map([[payload.from, payload.course], ...copy.map(({ from_id, to_id }): [string, string] => [from_id, to_id])])
    const total = as.size
    for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
      left = await transaction(async (db) => {
        await assertLease(db)
        return await copyBatch({ ...deps, db }, payload, as)
      })
      await progress(1 - left / total)
    }
    return await transaction(async (db) => {
      await assertLease(db)
      return await finish(db, payload, as)
    })
  })
  return {
    ...job,
    async dead(failure) {
      await transaction((db) => fail(db, failure.job.payload))
      await job.dead?.(failure)
    },
  }
}

/** The ids in the copy of all modules and activities of the source; it makes the modules. Undefined: the copy is whole, or its course is gone. */
async function plan(db: Deps['db'], { course, org, from, modules, withoutModule, days, zone }: Copy): Promise<Item[] | undefined> {
  const begun = await one<{ finished: boolean }>(
    db,
    'select finished_at is not null as finished from course_copies where course_id = $1 for update',
    course,
  )
  if (begun) return begun.finished ? undefined : await itemsOf(db, course)
  await run(db, 'insert into course_copies (course_id, org_id, from_id) values ($1, $2, $3)', course, org, from)
  const sources = await rows<ModuleRow>(
    db,
    `select ${moduleColumns('m')} from modules m
     where m.course_id = $1 and not m.deleted and ($2::uuid[] is null or m.id = any($2)) order by m.sort, m.id for share`,
    from,
    modules,
  )
  const activities = await rows<{ id: string }>(
    db,
    `
    select a.id::text from activities a left join modules m on m.id = a.module_id
    where a.course_id = $1 and not a.deleted and case when a.module_id is null then $2::bool else a.module_id = any($3) end
    order by m.sort nulls first, m.id, a.sort, a.id`,
    from,
    withoutModule,
    sources.map(({ id }) => id),
  )
  const items = [...sources.map(({ id }) => ({ id, isModule: true })), ...activities.map(({ id }) => ({ id, isModule: false }))].map(
    ({ id, isModule }, nth) => ({ from_id: id, to_id: newId(), is_module: isModule, nth, done: isModule }),
  )
  await run(
    db,
    `
    insert into copied_items (course_id, from_id, to_id, is_module, nth, done)
    select $1::uuid, i.from_id, i.to_id, i.is_module, i.nth, i.done
    from jsonb_to_recordset($2::jsonb) as i(from_id uuid, to_id uuid, is_module bool, nth int, done bool)`,
    course,
    JSON.stringify(items),
  )
  const later = (at: Date | null) => at && daysLater(at, days, zone)
  const made = await rows<ModuleRow>(
    db,
    `
    insert into modules as m (id, org_id, course_id, name, sort, published, starts_at, ends_at, version)
    select n.id, $1::uuid, $2::uuid, n.name, n.sort, n.published, n.starts_at, n.ends_at, ${nextVersion('0')}
    from jsonb_to_recordset($3::jsonb) as n(id uuid, name text, sort int, published bool, starts_at timestamptz, ends_at timestamptz)
    order by n.sort returning ${moduleColumns('m')}`,
    org,
    course,
    JSON.stringify(
      sources.map(({ name, published, starts_at, ends_at }, nth) => ({
        id: items[nth]!.to_id,
        name,
        sort: nth + 1,
        published,
        starts_at: later(starts_at),
        ends_at: later(ends_at),
      })),
    ),
  )
  await emitModules(db, made)
  return items
}

const itemsOf = (db: Tx, course: string): Promise<Item[]> =>
  rows<Item>(db, 'select from_id::text, to_id::text from copied_items where course_id = $1 order by nth', course)

/** Copies the next activities, without those that were deleted meanwhile. Returns how many are left. */
async function copyBatch(deps: Deps, payload: Copy, as: ReadonlyMap<string, string>): Promise<number> {
  const { db } = deps
  const items = await rows<Item>(
    db,
    'select from_id::text, to_id::text from copied_items where course_id = $1 and not done order by nth limit $2 for update',
    payload.course,
    batch,
  )
  const sources = new Map(
    (
      await readActivities(
        db,
        items.map(({ from_id }) => from_id),
      )
    ).map((row) => [row.id, row]),
  )
  const copies = items.flatMap(({ from_id }) => {
    const from = sources.get(from_id)
    return from && !from.deleted ? [{ from, target: targetOf(from, payload, as) }] : []
  })
  await copyAll(deps, copies, copyOf(payload, as))
  await run(
    db,
    'update copied_items set done = true where course_id = $1 and from_id = any($2)',
    payload.course,
    items.map(({ from_id }) => from_id),
  )
  const left = await one<{ n: number }>(
    db,
    `
    with counted as (
      update course_copies set activities = activities + $2::int, skipped = skipped + $3::int where course_id = $1)
    select count(*)::int as n from copied_items where course_id = $1 and not done`,
    payload.course,
    copies.length,
    items.length - copies.length,
  )
  return left?.n ?? 0
}

const copyOf = ({ from, course, org, person, sets = [] }: Copy, as: ReadonlyMap<string, string>): CourseCopy => ({
  from,
  course,
  org,
  person,
  as: new Map([...as, ...sets]),
})

function targetOf(from: Row, { course, org, days, zone, person, sets = [] }: Copy, as: ReadonlyMap<string, string>) {
  const later = (at: Date | null) => at && daysLater(at, days, zone)
  return {
    id: as.get(from.id)!,
    orgId: org,
    courseId: course,
    // moved meanwhile into a module that is not copied: it stands in none
    moduleId: (from.moduleId && as.get(from.moduleId)) || null,
    sort: from.sort,
    title: from.title,
    // of a set that did not come along the copy has none: it is done by each alone until somebody chooses another
    groupSetId: new Map(sets).get(from.groupSetId ?? '') ?? null,
    body: linksRenamed(from.body, new Map([...as, ...sets])),
    published: from.published,
    startTime: later(from.startTime),
    dueTime: later(from.dueTime),
    endTime: later(from.endTime),
    releaseTime: later(from.releaseTime),
    settings: settingsMoved(from, (time) => daysLater(time, days, zone)),
    createdBy: person,
  }
}

/** Writes prerequisites and plan of the copies; then the copy is whole, and its fact is emitted. */
async function finish(db: Deps['db'], payload: Copy, as: ReadonlyMap<string, string>) {
  const { course, org, from, days } = payload
  const copied = await one<{ activities: number; skipped: number }>(
    db,
    'update course_copies set finished_at = now() where course_id = $1 and finished_at is null returning activities, skipped',
    course,
  )
  if (!copied) return undefined
  await run(
    db,
    `
    insert into activity_prerequisites (activity_id, required_id, course_id)
    select a.to_id, r.to_id, $1::uuid from activity_prerequisites q
    join copied_items a on a.course_id = $1 and a.from_id = q.activity_id
    join copied_items r on r.course_id = $1 and r.from_id = q.required_id
    join activities made on made.id = a.to_id
    join activities required on required.id = r.to_id
    where q.course_id = $2 on conflict do nothing`,
    course,
    from,
  )
  await inEveryRoom('courseCopied', db, copyOf(payload, as), days)
  await run(db, 'delete from copied_items where course_id = $1', course)
  await emit(
    db,
    ContentCopiedSchema,
    { key: `course:${course}`, org },
    { courseId: course, fromId: from, orgId: org, ...copied, failed: false },
  )
  return copied
}

/** The copy is given up: the rows that are there stay, and course shows the failure. */
async function fail(db: Deps['db'], { course, org, from }: Copy): Promise<void> {
  const copied = (await one<{ activities: number; skipped: number }>(
    db,
    'update course_copies set finished_at = now() where course_id = $1 and finished_at is null returning activities, skipped',
    course,
  )) ?? { activities: 0, skipped: 0 }
  await run(db, 'delete from copied_items where course_id = $1', course)
  await emit(
    db,
    ContentCopiedSchema,
    { key: `course:${course}`, org },
    { courseId: course, fromId: from, orgId: org, ...copied, failed: true },
  )
}
