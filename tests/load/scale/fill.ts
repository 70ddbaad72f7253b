// Fills the databases of a school by sets. Indexes that are no constraint are dropped while a table is filled and created after.
import type pg from 'pg'
import { names, type ServiceName } from './ground.ts'
import { activitiesEach, coursesEach, crowd, idSql, org, type Sizes } from './school.ts'

type Clients = Record<ServiceName, pg.Client>

export async function fill(db: Clients, sizes: Sizes): Promise<void> {
  for (const name of names)
    await db[name].query("set synchronous_commit = off; set work_mem = '256MB'; set max_parallel_maintenance_workers = 2")
  // a service's tables are independent of the others': two at a time, one for each core
  const lists: (() => Promise<void>)[] = [
    async () => {
      await people(db.identity, sizes)
    },
    async () => {
      await mirrorPeople(db.course, sizes)
      await courses(db.course, sizes)
      await outbox(db.course, sizes)
    },
    async () => {
      await mirrorPeople(db.activity, sizes)
      await mirrorCourses(db.activity, sizes)
      await activities(db.activity, sizes)
      await inbox(db.activity, sizes)
    },
    async () => {
      await mirrorPeople(db.notification, sizes)
      await mirrorCourses(db.notification, sizes)
      await notifications(db.notification, sizes)
    },
  ]
  const next = async () => {
    for (let work = lists.pop(); work; work = lists.pop()) await work()
  }
  await Promise.all([next(), next()])
  for (const name of names) await db[name].query('vacuum (analyze, parallel 2)')
}

async function into(db: pg.Client, table: string, sql: string): Promise<void> {
  const { rows } = await db.query<{ name: string; def: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as def from pg_index i
     where i.indrelid = $1::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [table],
  )
  for (const { name } of rows) await db.query(`drop index ${name}`)
  await db.query(`insert into ${table} ${sql}`)
  for (const { def } of rows) await db.query(def)
}

const isTeacher = ({ students }: Sizes) => `n > ${students}`
/** Names with a real school's distribution: many share a family name, none is alike. */
const name = `(array['Chen','Wang','Somchai','Tan','Nguyen','Siti','Müller','Okafor','Santos','Ivanova'])[1 + n % 10] || ' ' || (array['Mei','Wei','Anong','Arun','Dewi','Budi','Li','Jun','Kofi','Ana'])[1 + n / 10 % 10] || ' ' || n`
const everybody = ({ students, teachers }: Sizes) => `generate_series(1, ${students + teachers}) n`
const department = ({ students }: Sizes) => `1 + n % ${Math.max(1, Math.round(students / 500))}`

async function people(db: pg.Client, sizes: Sizes) {
  await db.query(
    `insert into organisations (id, org_id, name, locale, hosts, settings, version) values ($1, $1, 'Coral University', 'en', '{}', '{}', 1)`,
    [org],
  )
  await into(
    db,
    'departments',
    `(id, org_id, name) select ${idSql('department', 'n')}, '${org}', 'Department ' || n from generate_series(1, ${Math.max(1, Math.round(sizes.students / 500))}) n`,
  )
  await into(
    db,
    'persons',
    `(id, org_id, user_no, name, email, locale, version)
     select ${idSql('person', 'n')}, '${org}', 'S' || lpad(n::text, 8, '0'), ${name}, 's' || n || '@example.edu', 'en', 1 from ${everybody(sizes)}`,
  )
  await into(
    db,
    'memberships',
    `(person_id, org_id, roles, department_id)
     select ${idSql('person', 'n')}, '${org}', case when ${isTeacher(sizes)} then array['instructor'] else array['student'] end, ${idSql('department', department(sizes))}
     from ${everybody(sizes)}`,
  )
  await db.query(`insert into kit.outbox (position, id, type, key, org_id, version, value, created_at)
    select n - 1, ${idSql('fact', 'n')}, 'lyceum.identity.v1.PersonChanged', 'person:' || ${idSql('person', 'n')}, '${org}', 1, '{}', now() - interval '1 day'
    from ${everybody(sizes)}`)
}

async function mirrorPeople(db: pg.Client, sizes: Sizes) {
  await into(
    db,
    'mirror.persons',
    `select ${idSql('person', 'n')}, '${org}', ${name}, 'S' || lpad(n::text, 8, '0'), 's' || n || '@example.edu', '', 'en', false, 1 from ${everybody(sizes)}`,
  )
  await into(
    db,
    'mirror.memberships',
    `select ${idSql('person', 'n')}, '${org}', case when ${isTeacher(sizes)} then array['instructor'] else array['student'] end,
       ${idSql('department', department(sizes))}, 'Department ' || (${department(sizes)}) from ${everybody(sizes)}`,
  )
}

/** (course, person, role, nth): students in five each, spread evenly; the first hundreds in course 1; one teacher each. */
const members = ({ students, teachers, courses }: Sizes) => `(
  select 1 + (n + k * ${Math.floor(courses / coursesEach)}) % ${courses} as c, n as p, 'student' as role
  from generate_series(1, ${students}) n, generate_series(0, ${coursesEach - 1}) k
  union
  select 1, n, 'student' from generate_series(1, ${Math.min(crowd, students)}) n
  union all
  select c, ${students} + 1 + (c - 1) % ${teachers}, 'instructor' from generate_series(1, ${courses}) c
  order by 1, 2) m`
const aCourse = `'Course ' || c || ' ' || (array['Marine Biology','Linear Algebra','Tides','Statistics','Thai','Law','Chemistry'])[1 + c % 7]`

async function courses(db: pg.Client, sizes: Sizes) {
  await into(
    db,
    'courses',
    `(id, org_id, name, course_code, published, public_scope, created_by, version, created_at, updated_at)
     select ${idSql('course', 'c')}, '${org}', ${aCourse}, 'C' || c, true, 'members', ${idSql('person', `${sizes.students} + 1 + (c - 1) % ${sizes.teachers}`)}, 1,
       now() - c * interval '1 minute', now() - c * interval '1 minute'
     from generate_series(1, ${sizes.courses}) c`,
  )
  await into(
    db,
    'enrolments',
    `(id, org_id, course_id, person_id, role, version, joined_at)
     select ${idSql('enrolment', 'row_number() over ()')}, '${org}', ${idSql('course', 'c')}, ${idSql('person', 'p')}, role, 1, now() - p % 100 * interval '1 hour' from ${members(sizes)}`,
  )
  await into(
    db,
    'access_codes',
    `(course_id, org_id, code) select ${idSql('course', 'c')}, '${org}', 'A' || c from generate_series(1, ${sizes.courses}) c`,
  )
}

async function mirrorCourses(db: pg.Client, sizes: Sizes) {
  await into(
    db,
    'mirror.courses',
    `select ${idSql('course', 'c')}, '${org}', ${aCourse}, 'C' || c, 1, true, false, null, null, null, 1 from generate_series(1, ${sizes.courses}) c`,
  )
  await into(
    db,
    'mirror.members',
    `select ${idSql('course', 'c')}, ${idSql('person', 'p')}, '${org}', role, 'active', 1 from ${members(sizes)}`,
  )
}

/** In each course: four modules, twenty activities, every fifth a film; each member has begun two, and of course 1 everybody the film. */
async function activities(db: pg.Client, sizes: Sizes) {
  await into(
    db,
    'modules',
    `(id, org_id, course_id, name, sort, version)
     select ${idSql('module', '(c - 1) * 4 + m')}, '${org}', ${idSql('course', 'c')}, 'Week ' || m, m, 1 from generate_series(1, ${sizes.courses}) c, generate_series(1, 4) m`,
  )
  await into(
    db,
    'uploads',
    `select ${idSql('upload', '(c - 1) * 4 + f')}, '${org}', ${idSql('person', `${sizes.students} + 1 + (c - 1) % ${sizes.teachers}`)}, 'film.mp4', 'video', 50000000, 'ready', true, false, 600,
       '[{"label":"HD","width":1280,"height":720,"bitrate":2000000,"complete":true}]', null, null, false, 1
     from generate_series(1, ${sizes.courses}) c, generate_series(1, 4) f`,
  )
  const nth = `(c - 1) * ${activitiesEach} + a`
  await into(
    db,
    'activities',
    `(id, org_id, course_id, module_id, type, title, body, sort, published, opened_at, end_time, criterion_key, upload_ids, created_by, version)
     select ${idSql('activity', nth)}, '${org}', ${idSql('course', 'c')}, ${idSql('module', '(c - 1) * 4 + 1 + (a - 1) / 5')}, case when a % 5 = 1 then 'online_video' else 'page' end,
       'Activity ' || a, repeat('Water rises and falls twice a day. ', 6), a, a % 10 <> 0, case when a % 10 <> 0 then now() end, case when a % 4 = 0 then now() + a * interval '1 day' end,
       case when a % 5 = 1 then 'watched_80' else 'read' end, case when a % 5 = 1 then array[${idSql('upload', '(c - 1) * 4 + 1 + a / 5')}] else '{}'::uuid[] end,
       ${idSql('person', `${sizes.students} + 1 + (c - 1) % ${sizes.teachers}`)}, 1
     from generate_series(1, ${sizes.courses}) c, generate_series(1, ${activitiesEach}) a`,
  )
  await into(
    db,
    'progress',
    `(activity_id, person_id, org_id, course_id, percent, watched, watched_seconds, position, first_seen_at, last_seen_at, completed_at, version)
     select ${idSql('activity', nth)}, ${idSql('person', 'p')}, '${org}', ${idSql('course', 'c')}, case a when 1 then 40 else 100 end, '[[0, 120], [180, 300]]', 240, 300,
       now() - interval '3 days', now() - p % 5000 * interval '1 minute', case a when 1 then null else now() - interval '2 days' end, 1
     from ${members(sizes)}, generate_series(1, 2) a where role = 'student'`,
  )
}

/** Five notifications of each student, the last unread. */
const notifications = (db: pg.Client, sizes: Sizes) =>
  into(
    db,
    'notifications',
    `(id, org_id, person_id, fact_id, type, course_id, subject_id, about, payload, created_at, read_at)
     select ${idSql('notification', `k * ${sizes.students} + n`)}, '${org}', ${idSql('person', 'n')}, ${idSql('fact', `k * ${sizes.courses} + c`)}, 'activity_opened', course, activity, array[activity],
       jsonb_build_object('params', jsonb_build_object('activity_type', 'page'), 'course', jsonb_build_object('id', course, 'name', ${aCourse}),
         'subject', jsonb_build_object('type', 'activity', 'id', activity, 'title', 'Activity ' || k),
         'subjects', jsonb_build_array(jsonb_build_object('type', 'activity', 'id', activity, 'title', 'Activity ' || k))),
       now() - (6 - k) * interval '1 day', case when k < 5 then now() end
     from generate_series(1, 5) k, generate_series(1, ${sizes.students}) n, lateral (select 1 + n % ${sizes.courses} as c) at,
       lateral (select ${idSql('course', 'c')}::uuid as course, ${idSql('activity', `(c - 1) * ${activitiesEach} + k`)}::uuid as activity) ids`,
  )

/** The outbox of one process: all but the last `waiting` facts have a position. */
const waiting = 5000
const outbox = (db: pg.Client, sizes: Sizes) =>
  into(
    db,
    'kit.outbox',
    `(position, id, type, key, org_id, version, value)
     select case when n <= ${sizes.facts - waiting} then n - 1 end, ${idSql('fact', 'n')}, 'lyceum.course.v1.CourseChanged', 'course:' || ${idSql('course', `1 + n % ${sizes.courses}`)}, '${org}', n,
       '{"course":{"id":"' || ${idSql('course', `1 + n % ${sizes.courses}`)} || '","org_id":"${org}","name":"Course","course_code":"C","course_type":1,"published":true,"version":"' || n || '"}}'
     from generate_series(1, ${sizes.facts}) n`,
  )
const inbox = (db: pg.Client, sizes: Sizes) =>
  into(db, 'kit.inbox', `(id) select ${idSql('fact', 'n')} from generate_series(1, ${sizes.facts}) n`)
