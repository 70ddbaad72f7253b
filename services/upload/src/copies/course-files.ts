// The files of a course once more, in a copy of the course: rows of their own that share the bytes. The copy of each file is decided at first, then rows
// are made in batches. A task of who copies.
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import type { JobHandler } from '@lyceum/kit/jobs/jobs'
import { type TaskContext, taskJob } from '@lyceum/kit/tasks/task-job'
import type { CourseCreated } from '@lyceum/proto/course'
import { enqueuePreview } from '../conversion/convert.ts'
import type { Db, Deps } from '../deps.ts'
import type { Prisma, PrismaClient, Upload } from '../generated/client.ts'
import { type Jobs, startTask } from '../jobs.ts'
import { enqueueOpening } from '../packages/open-package.ts'
import { enqueueCount } from '../pages/pages.ts'
import { lockFolders, parentFields, type Space } from '../rows/folders.ts'
import { incomingKey, linkKey } from '../rows/keys.ts'
import { emitCourseFiles } from '../rows/rows.ts'

const batch = 100
/** Some ten minutes: a copy of a copy waits so for the files of the latter. */
const limits = { maxTries: 25, backoff: (tries: number) => Math.min(30_000, 1000 * 2 ** (tries - 1)) }

/** Handles course's courseCreated: a copy that takes its files along. A rebuild copies nothing: what was copied is there. */
export async function beginCopy(tx: Tx, { course, copy }: CourseCreated, { rebuilding }: Pick<HandledFact, 'rebuilding'>): Promise<void> {
  if (!course || !copy?.files || rebuilding) return
  const source = `select 1 from uploads where course_id = $1 and not deleted
    union all select 1 from file_copies where course_id = $1 and finished_at is null limit 1`
  if (!(await one(tx, source, copy.fromId))) return
  await run(tx, 'insert into file_copies (course_id) values ($1)', course.id)
  await startTask(
    tx,
    { person: copy.personId, org: course.orgId },
    {
      kind: 'copyFiles',
      subject: `course:${course.id}`,
      payload: { course: course.id, org: course.orgId, from: copy.fromId, person: copy.personId, endures: true },
    },
  )
}

type Copy = Jobs['copyFiles']
type Item = { from_id: string; to_id: string }

/** The handler of the task's job. A killed one goes on where it was: each batch is a transaction that takes its lines off the list. */
export function copyFilesJob(client: PrismaClient): JobHandler<Deps, Copy> {
  const transaction = <T>(work: (db: Db) => Promise<T>) => client.$transaction(work, { timeout: 60_000 })
  const job = taskJob<Deps, Copy>(async ({ job: { payload }, deps, progress, assertLease }: TaskContext<Deps, Copy>) => {
    const total = await transaction((db) => plan(db, payload))
    if (total === undefined) return undefined
    for (let left = total; left > 0; ) {
      left = await transaction(async (db) => {
        await assertLease(db)
        return await copyBatch({ ...deps, db }, payload)
      })
      deps.onCommit()
      await progress(1 - left / total)
    }
    return await transaction(async (db) => {
      await assertLease(db)
      return await finish(db, payload)
    })
  }, limits)
  return {
    ...job,
    async dead(given) {
      // what is there stays, and copies of this copy wait no longer
      await transaction((db) => finish(db, given.job.payload))
      await job.dead?.(given)
    },
  }
}

/** Decides what every folder and ready file is called in the copy: folders before what is in them, and all in the order of their changes, since
 *  lists are sorted by it. Returns their number; undefined: the copy is whole, or was given up. */
async function plan(db: Db, { course, from }: Copy): Promise<number | undefined> {
  const begun = await one<{ finished: boolean; total: number }>(
    db,
    `select finished_at is not null as finished, (select count(*)::int from copied_files i where i.course_id = c.course_id) as total
     from file_copies c where course_id = $1 for update`,
    course,
  )
  if (!begun || begun.finished) return undefined
  if (begun.total > 0) return begun.total
  if (await one(db, 'select from file_copies where course_id = $1 and finished_at is null', from))
    throw new Error('the files of the source are still being copied themselves')
  const sources = await rows<{ id: string }>(
    db,
    `
    with recursive folders as (
      select id, 1 as depth from uploads where course_id = $1 and parent_id = $1 and is_folder and not deleted
      union all select u.id, depth + 1 from uploads u join folders f on u.parent_id = f.id
      where u.course_id = $1 and u.is_folder and not u.deleted and depth < 100)
    select u.id::text from uploads u left join folders f on f.id = u.id
    where u.course_id = $1 and not u.deleted and u.status = 'ready' order by f.depth nulls last, u.version, u.id`,
    from,
  )
  return await run(
    db,
    `
    insert into copied_files (course_id, from_id, to_id, nth)
    select $1::uuid, i.from_id, i.to_id, i.nth from unnest($2::uuid[], $3::uuid[]) with ordinality as i(from_id, to_id, nth)`,
    course,
    sources.map(({ id }) => id),
    sources.map(() => newId()),
  )
}

/** Copies the next files, without those that were deleted meanwhile. Returns how many are left. */
async function copyBatch(deps: Deps, { course, org, from, person }: Copy): Promise<number> {
  const { db } = deps
  const space: Space = { owner: person, org, course }
  await lockFolders(db, { ...space, course: from })
  await lockFolders(db, space)
  const items = await rows<Item>(
    db,
    'select from_id::text, to_id::text from copied_files where course_id = $1 and not done order by nth limit $2 for update',
    course,
    batch,
  )
  const ids = items.map(({ from_id }) => from_id)
  // whoever deletes one of them waits, and then finds who shares its bytes
  await run(db, 'select 1 from uploads where id = any($1) order by id for share', ids)
  const sources = new Map((await db.upload.findMany({ where: { id: { in: ids }, deleted: false } })).map((row) => [row.id, row]))
  const folders = await foldersOf(db, course, [...sources.values()], ids)
  const copies = items.flatMap(({ from_id, to_id }) => {
    const source = sources.get(from_id)
    return source ? [{ source, id: to_id, parent: parentFields(space, folders.get(source.parentId ?? '') ?? null) }] : []
  })
  await makeRows(deps, space, copies)
  await run(db, 'update copied_files set done = true where course_id = $1 and from_id = any($2)', course, ids)
  const left = await one<{ n: number }>(
    db,
    `
    with counted as (update file_copies set files = files + $2::int, skipped = skipped + $3::int where course_id = $1)
    select count(*)::int as n from copied_files where course_id = $1 and not done`,
    course,
    copies.length,
    items.length - copies.length,
  )
  return left?.n ?? 0
}

/** Folder of the source → the one in the copy: made in this batch, or there and not deleted since. A file of another folder stands at the top. */
async function foldersOf(db: Db, course: string, sources: Upload[], ids: string[]): Promise<Map<string, string>> {
  const folders = await rows<Item>(
    db,
    `
    select i.from_id::text, i.to_id::text from copied_files i
    where i.course_id = $1 and i.from_id = any($2)
      and (i.from_id = any($3) or exists (select from uploads u where u.id = i.to_id and not u.deleted))`,
    course,
    [...new Set(sources.flatMap(({ parentType, parentId }) => (parentType === 'folder' && parentId ? [parentId] : [])))],
    ids,
  )
  return new Map(folders.map(({ from_id, to_id }) => [from_id, to_id]))
}

type Made = { source: Upload; id: string; parent: ReturnType<typeof parentFields> }

async function makeRows({ db, config, now }: Deps, { owner, org, course }: Space, copies: Made[]): Promise<void> {
  const time = now()
  const data: Prisma.UploadCreateManyInput[] = []
  for (const { source, id, parent } of copies) {
    const { name, isFolder, type, format = null, etag, previewStatus } = source
    // a conversion that is under way makes the preview of its own upload alone
    const waiting = previewStatus === 'queued' || previewStatus === 'running'
    data.push({
      ...source,
      ...parent,
      id,
      ownerId: owner,
      orgId: org,
      courseId: course,
      chapters: source.chapters ?? [],
      key: etag ? source.key : source.linkUrl ? linkKey(id) : incomingKey(id),
      originalId: etag && (source.originalId ?? source.id),
      counted: !etag,
      multipart: null,
      blockSecret: null,
      previewStatus: waiting ? await enqueuePreview(db, config, { id, name, isFolder, type, format }) : previewStatus,
      pagesTold: source.pages !== null,
      version: versionAfter(undefined, time),
      createdAt: time,
    })
    if (source.pages === null && source.pagesUnknown === null) await enqueueCount(db, { id, name, isFolder })
  }
  await db.upload.createMany({ data })
  for (const { source, id } of copies) if (source.etag) await enqueueOpening(db, { id, type: source.type })
  const [sources, ids] = [copies.map(({ source }) => source.id), copies.map(({ id }) => id)]
  const pairs = 'unnest($1::uuid[], $2::uuid[]) as c(source, id)'
  await run(
    db,
    `
    insert into videos (upload_id, resolution, width, height, duration, bitrate)
    select c.id, v.resolution, v.width, v.height, v.duration, v.bitrate from ${pairs} join videos v on v.upload_id = c.source`,
    sources,
    ids,
  )
  await run(
    db,
    `
    insert into captions (upload_id, language, vtt, cues, updated_at)
    select c.id, t.language, t.vtt, t.cues, t.updated_at from ${pairs} join captions t on t.upload_id = c.source`,
    sources,
    ids,
  )
  const made = await db.upload.findMany({ where: { id: { in: ids } }, include: { videos: true }, orderBy: { id: 'asc' } })
  await emitCourseFiles(db, 'created', made)
}

async function finish(db: Db, { course }: Copy) {
  const copied = await one<{ files: number; skipped: number }>(
    db,
    'update file_copies set finished_at = now() where course_id = $1 and finished_at is null returning files, skipped',
    course,
  )
  await run(db, 'delete from copied_files where course_id = $1', course)
  return copied
}
