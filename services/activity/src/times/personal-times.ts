// Personal times: written where dates or allowances change, joined by every read.
import { one, plainDatabase, rows, run, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import type { Member } from '@lyceum/proto/course'
import { PersonalTimesChangedSchema } from '@lyceum/proto/activity'
import type { Deps } from '../deps.ts'
import type { Activity, Allowance, PersonalTimes as PersonalTimesModel } from '../generated/client.ts'
import { enqueue, type Jobs } from '../jobs.ts'
import { exceptions, type Granted, narrows, type PersonalTimes, timesOf } from './rules.ts'

/** Joins the personal times `t` of a person, given as an expression, to activities `a`. */
export const joinTimes = (person: string) => `left join personal_times t on t.activity_id = a.id and t.person_id = ${person}`
/** The times that hold for the person of joinTimes. */
export const opens = 'coalesce(t.opens, a.start_time)'
export const due = 'coalesce(t.due, a.due_time)'
export const closes = 'coalesce(t.closes, a.end_time)'
/** Whether it is open at a time, given as an expression. */
export const openAt = (time: string) => `(${opens} is null or ${opens} <= ${time}) and (${closes} is null or ${closes} > ${time})`

/** People of a course whose times may have changed, in one of its activities or in all. */
export type Affected = Jobs['rewriteTimes']

/** The most rows that a transaction rewrites. */
const most = 200

/** Brings personal times up to date after a write that changes them: in its transaction, or by jobs if there are many. */
export async function refreshTimes(tx: Tx, affected: Affected[]): Promise<void> {
  let size = 0
  for (const one of affected) size += one.persons.length * (await countActivities(tx, one))
  if (size <= most) {
    for (const one of affected) await rewriteTimes(tx, one)
    return
  }
  // a key for each: a job that already runs may have passed these people
  const jobs = affected.map((payload) => ({ kind: 'rewriteTimes' as const, key: `times:${newId()}`, payload }))
  await enqueue(tx, jobs)
}
const countActivities = async (tx: Tx, { course, activity }: Affected): Promise<number> =>
  activity ? 1 : ((await one<{ n: number }>(tx, 'select count(*)::int as n from activities where course_id = $1', course))?.n ?? 0)

/** The job behind refreshTimes, in steps; repeated, it changes nothing more. */
export async function rewriteManyTimes({ job, deps: { pool }, signal }: JobContext<Deps, Affected>): Promise<void> {
  const db = plainDatabase(pool)
  const { persons, ...rest } = job.payload
  const step = Math.max(1, Math.floor(most / Math.max(1, await countActivities(db, job.payload))))
  for (let from = 0; from < persons.length; from += step) {
    signal.throwIfAborted()
    await db.$transaction((tx) => rewriteTimes(tx, { ...rest, persons: persons.slice(from, from + step) }))
  }
}

const activityColumns = columnsOf<Activity>()('id', 'start_time', 'due_time', 'end_time')
type ActivityRow = RowOf<typeof activityColumns> & { limit_minutes: number | null; has_uploads: boolean }
const termColumns = columnsOf<Allowance>()(
  'course_id',
  'activity_id',
  'person_ids',
  'extra_minutes',
  'extra_percent',
  'attempts',
  'opens',
  'due',
  'closes',
)
type TermRow = RowOf<typeof termColumns>
const storedColumns = columnsOf<PersonalTimesModel>()(
  'activity_id',
  'person_id',
  'opens',
  'due',
  'closes',
  'limit_minutes',
  'attempts',
  'version',
)
type StoredRow = RowOf<typeof storedColumns>

export const scopeOf = ({ course_id, activity_id }: Pick<TermRow, 'course_id' | 'activity_id'>): Granted['scope'] =>
  activity_id ? 'activity' : course_id ? 'course' : 'organisation'
/** A type with a limit has it in this setting. */
const limitSql = `case when jsonb_typeof(a.settings -> 'limit_minutes') = 'number' then (a.settings ->> 'limit_minutes')::int end as limit_minutes`

async function rewriteTimes(tx: Tx, { org, course, activity, persons }: Affected): Promise<void> {
  // of an activity and an allowance written at the same moment the second sees the first
  await run(tx, `select pg_advisory_xact_lock(hashtextextended('times:' || $1, 0))`, course)
  const activities = await rows<ActivityRow>(
    tx,
    `select ${activityColumns('a')}, ${limitSql}, a.upload_ids <> '{}' as has_uploads from activities a
     where a.course_id = $1 and ($2::uuid is null or a.id = $2)`,
    course,
    activity ?? null,
  )
  const allowances = await rows<TermRow>(
    tx,
    `select ${termColumns()} from allowances where (course_id = $1 or (course_id is null and org_id = $2)) and person_ids && $3::uuid[]`,
    course,
    org,
    persons,
  )
  const stored = await rows<StoredRow>(
    tx,
    `select ${storedColumns()} from personal_times where course_id = $1 and person_id = any($2) and ($3::uuid is null or activity_id = $3)`,
    course,
    persons,
    activity ?? null,
  )
  const storedOf = new Map(stored.map((row) => [`${row.activity_id} ${row.person_id}`, row]))
  const changed: { activity: ActivityRow; person: string; times: PersonalTimes; narrower: boolean }[] = []
  for (const person of persons) {
    const own = allowances.filter(({ person_ids }) => person_ids.includes(person)).map((one) => ({ ...one, scope: scopeOf(one) }))
    for (const row of activities) {
      const before = storedOf.get(`${row.id} ${person}`)
      const granted = own.filter(({ activity_id }) => activity_id === null || activity_id === row.id)
      if (!before && granted.length === 0) continue
      const general = { opens: row.start_time, due: row.due_time, closes: row.end_time, limit_minutes: row.limit_minutes }
      const personal = timesOf(general, granted)
      const times = exceptions(general, personal)
      if (sameTimes(before, times)) continue
      // with the activity's dates of now: what a change of these takes away ends everybody's grants
      const effective = { opens: before?.opens ?? row.start_time, closes: before?.closes ?? row.end_time }
      changed.push({ activity: row, person, times, narrower: row.has_uploads && narrows(effective, personal) })
    }
  }
  if (changed.length === 0) return
  const version = stored.reduce((least, row) => (BigInt(row.version) >= least ? BigInt(row.version) + 1n : least), BigInt(Date.now()))
  await run(
    tx,
    `
    insert into personal_times as t (activity_id, person_id, org_id, course_id, opens, due, closes, limit_minutes, attempts, version)
    select r.activity_id, r.person_id, $2::uuid, $3::uuid, r.opens, r.due, r.closes, r.limit_minutes, r.attempts, $4::bigint
    from jsonb_to_recordset($1::jsonb) as r(activity_id uuid, person_id uuid, opens timestamptz, due timestamptz, closes timestamptz,
      limit_minutes int, attempts int)
    on conflict (activity_id, person_id) do update set opens = excluded.opens, due = excluded.due, closes = excluded.closes,
      limit_minutes = excluded.limit_minutes, attempts = excluded.attempts, version = excluded.version`,
    JSON.stringify(changed.map(({ activity, person, times }) => ({ activity_id: activity.id, person_id: person, ...times }))),
    org,
    course,
    String(version),
  )
  await emitAll(
    tx,
    [...Map.groupBy(changed, ({ person }) => person)].map(([person, of]) =>
      fact(
        PersonalTimesChangedSchema,
        { key: `course:${course}`, org, hint: { people: [person] } },
        {
          orgId: org,
          courseId: course,
          personId: person,
          activityIds: of.map(({ activity }) => activity.id),
          narrowedIds: of.flatMap(({ activity, narrower }) => (narrower ? [activity.id] : [])),
          version,
        },
      ),
    ),
  )
}

const sameTimes = (before: StoredRow | undefined, after: PersonalTimes): boolean =>
  before?.opens?.getTime() === after.opens?.getTime() &&
  before?.due?.getTime() === after.due?.getTime() &&
  before?.closes?.getTime() === after.closes?.getTime() &&
  (before?.limit_minutes ?? null) === after.limit_minutes &&
  (before?.attempts ?? null) === after.attempts

/** After an activity was made, or its dates or limit were changed. */
export async function refreshActivityTimes(tx: Tx, { id, courseId, orgId }: Pick<Activity, 'id' | 'courseId' | 'orgId'>): Promise<void> {
  const people = await rows<{ person: string }>(
    tx,
    `
    select unnest(person_ids)::text as person from allowances where course_id = $1 and (activity_id is null or activity_id = $2)
    union select person_id::text from personal_times where activity_id = $2
    union select m.person_id::text from (select unnest(person_ids) as id from allowances where course_id is null and org_id = $3) of
      join mirror.members m on m.course_id = $1 and m.person_id = of.id and m.role = 'student' and m.state = 'active'`,
    courseId,
    id,
    orgId,
  )
  if (people.length > 0)
    await refreshTimes(tx, [{ org: orgId, course: courseId, activity: id, persons: people.map(({ person }) => person) }])
}

/** Handles a new student: what the organisation allows somebody holds in every course they learn in. */
export async function welcomeStudent(tx: Tx, { member }: { member?: Member | undefined }): Promise<void> {
  if (member?.role !== 'student' || member.state !== 'active') return
  const allowed = await one(
    tx,
    'select from allowances where org_id = $1 and person_ids @> array[$2::uuid] and (course_id is null or course_id = $3) limit 1',
    member.orgId,
    member.personId,
    member.courseId,
  )
  if (allowed) await refreshTimes(tx, [{ org: member.orgId, course: member.courseId, persons: [member.personId] }])
}

/** Deletes what is kept of an erased person's time. */
export async function eraseTimes(tx: Tx, person: string): Promise<void> {
  await run(tx, 'delete from personal_times where person_id = $1', person)
  await run(tx, 'update allowances set person_ids = array_remove(person_ids, $1::uuid) where person_ids @> array[$1::uuid]', person)
  await run(tx, `delete from allowances where person_ids = '{}'`)
}
