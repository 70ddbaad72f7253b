// Personal times: written where dates or allowances change, joined by every read.
import { plainDatabase, rows, run, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { zeroId } from '@lyceum/kit/facts/resync'
import { newId } from '@lyceum/kit/ids'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import type { Member } from '@lyceum/proto/course'
import { PersonalTimesChangedSchema } from '@lyceum/proto/activity'
import { inEveryRoom } from '../lifecycle.ts'
import type { Deps } from '../deps.ts'
import type { Allowance, PersonalTimes as PersonalTimesModel } from '../generated/client.ts'
import { enqueue, type Jobs } from '../jobs.ts'
import { heldSql, joinModule } from './times-sql.ts'
import { exceptions, type Granted, narrows, type PersonalTimes, type Times, timesOf } from './rules.ts'

/** People whose times may have changed: in one activity, in a course, or in all courses of the organisation in which they learn. */
export type Affected = Jobs['rewriteTimes']
type InCourse = Affected & { course: string }

/** The most rows and the most courses that a call's transaction rewrites. */
const [most, mostCourses] = [200, 10]

/** Brings personal times up to date after a write that changes them: in its transaction, or by a job if there are many. */
export async function refreshTimes(tx: Tx, affected: Affected): Promise<void> {
  if (!affected.course) await lockPeople(tx, affected.persons)
  const places = await coursesOf(tx, affected, zeroId, mostCourses + 1)
  if (places.length <= mostCourses && (await countTimes(tx, places)) <= most) {
    for (const place of places) await rewriteTimes(tx, place)
    return
  }
  // a key for each: a job that already runs may have passed these people
  await enqueue(tx, { kind: 'rewriteTimes', key: `times:${newId()}`, payload: affected })
}

/** The next courses after an id in which the times of these people are to be rewritten. */
async function coursesOf(tx: Tx, { org, course, persons, ...rest }: Affected, after: string, limit: number): Promise<InCourse[]> {
  if (course) return course > after ? [{ org, course, persons, ...rest }] : []
  const courses = await rows<{ course: string; persons: string[] }>(
    tx,
    `
    select m.course_id::text as course, array_agg(m.person_id::text order by m.person_id) as persons
    from mirror.members m join mirror.courses c on c.id = m.course_id and c.org_id = $1
    where m.person_id = any($2) and m.role = 'student' and m.state = 'active' and m.course_id > $3
    group by m.course_id order by m.course_id limit $4`,
    org,
    persons,
    after,
    limit,
  )
  return courses.map((of) => ({ org, ...of }))
}

/** The greatest number of times to rewrite: of each person in each activity. */
async function countTimes(tx: Tx, places: InCourse[]): Promise<number> {
  const counted = await rows<{ course: string; n: number }>(
    tx,
    'select course_id::text as course, count(*)::int as n from activities where course_id = any($1) and not deleted group by course_id',
    places.filter(({ activity }) => !activity).map(({ course }) => course),
  )
  const countOf = new Map(counted.map(({ course, n }) => [course, n]))
  return places.reduce((sum, { course, activity, persons }) => sum + persons.length * (activity ? 1 : (countOf.get(course) ?? 0)), 0)
}

/** The job behind refreshTimes, in steps; repeated, it changes nothing more. */
export async function rewriteManyTimes({ job, deps: { pool }, signal }: JobContext<Deps, Affected>): Promise<void> {
  const db = plainDatabase(pool)
  for (let [after, next] = [zeroId, true]; next; ) {
    const places = await coursesOf(db, job.payload, after, most)
    for (const place of places) {
      const step = Math.max(1, Math.floor(most / Math.max(1, await countTimes(db, [{ ...place, persons: ['one'] }]))))
      for (let from = 0; from < place.persons.length; from += step) {
        signal.throwIfAborted()
        await db.$transaction((tx) => rewriteTimes(tx, { ...place, persons: place.persons.slice(from, from + step) }))
      }
      after = place.course
    }
    next = places.length === most
  }
}

/** Until the end of the transaction; of an activity and an allowance written at the same moment the second sees the first. */
const lockTimes = (tx: Tx, course: string) => run(tx, `select pg_advisory_xact_lock(hashtextextended('times:' || $1, 0))`, course)
/** Before lockTimes: of an organisation's allowance and a student's joining at the same moment the second sees the first. */
const lockPeople = (tx: Tx, persons: string[]) =>
  run(
    tx,
    `select pg_advisory_xact_lock(hashtextextended('times of:' || id, 0)) from (select id from unnest($1::text[]) as p(id) order by id) of`,
    persons,
  )

type ActivityRow = Times & { id: string; limit_minutes: number | null; has_uploads: boolean }
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

async function rewriteTimes(tx: Tx, { org, course, activity, persons }: InCourse): Promise<void> {
  await lockTimes(tx, course)
  const activities = await rows<ActivityRow>(
    tx,
    `select a.id::text, ${heldSql.opens} as opens, ${heldSql.due} as due, ${heldSql.closes} as closes, ${limitSql}, a.upload_ids <> '{}' as has_uploads
     from activities a ${joinModule}
     where a.course_id = $1 and not a.deleted and ($2::uuid is null or a.id = $2)`,
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
      const general = { opens: row.opens, due: row.due, closes: row.closes, limit_minutes: row.limit_minutes }
      const personal = timesOf(general, granted)
      const times = exceptions(general, personal)
      if (sameTimes(before, times)) continue
      // with the activity's dates of now: what a change of these takes away ends everybody's grants
      const effective = { opens: before?.opens ?? row.opens, closes: before?.closes ?? row.closes }
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
  const moved = [...new Set(changed.map(({ activity }) => activity.id))]
  await inEveryRoom('timesChanged', tx, moved, [...new Set(changed.map(({ person }) => person))])
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

/** After activities of a course were made or restored, or their dates, their limit or those of their modules were changed. */
export async function refreshActivityTimes(tx: Tx, { org, course }: { org: string; course: string }, activities: string[]): Promise<void> {
  if (activities.length === 0) return
  await lockTimes(tx, course)
  const people = await rows<{ person: string }>(
    tx,
    `
    select unnest(person_ids)::text as person from allowances where course_id = $1 and (activity_id is null or activity_id = any($2))
    union select person_id::text from personal_times where activity_id = any($2)
    union select m.person_id::text from (select unnest(person_ids) as id from allowances where course_id is null and org_id = $3) of
      join mirror.members m on m.course_id = $1 and m.person_id = of.id and m.role = 'student' and m.state = 'active'`,
    course,
    activities,
    org,
  )
  const [activity, ...more] = activities
  const one = activity !== undefined && more.length === 0 && { activity }
  if (people.length > 0) await refreshTimes(tx, { org, course, ...one, persons: people.map(({ person }) => person) })
  await inEveryRoom('timesChanged', tx, activities, null)
}

/** Handles new students: what the organisation allows somebody holds in every course they learn in. */
export async function welcomeStudents(tx: Tx, facts: readonly { data: { member?: Member | undefined } }[]): Promise<void> {
  const students = facts.flatMap(({ data: { member } }) => (member?.role === 'student' && member.state === 'active' ? [member] : []))
  if (students.length === 0) return
  await lockPeople(tx, [...new Set(students.map(({ personId }) => personId))])
  const allowed = await rows<{ org: string; course: string; person: string }>(
    tx,
    `
    select distinct w.org::text, w.course::text, w.person::text from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w(org, course, person)
    where exists (
      select from allowances a where a.org_id = w.org and a.person_ids @> array[w.person] and (a.course_id is null or a.course_id = w.course))
    order by 2, 3`,
    students.map(({ orgId }) => orgId),
    students.map(({ courseId }) => courseId),
    students.map(({ personId }) => personId),
  )
  for (const { org, course, person } of allowed) await refreshTimes(tx, { org, course, persons: [person] })
}

/** Deletes what is kept of an erased person's time. */
export async function eraseTimes(tx: Tx, person: string): Promise<void> {
  await run(tx, 'delete from personal_times where person_id = $1', person)
  const left = await rows<{ id: string; empty: boolean }>(
    tx,
    `
    update allowances set person_ids = array_remove(person_ids, $1::uuid) where person_ids @> array[$1::uuid]
    returning id::text, person_ids = '{}' as empty`,
    person,
  )
  const emptied = left.filter(({ empty }) => empty).map(({ id }) => id)
  if (emptied.length > 0) await run(tx, 'delete from allowances where id = any($1)', emptied)
}
