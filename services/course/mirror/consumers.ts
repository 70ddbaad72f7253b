// Consumers that keep the course mirror. Only newer versions are written; deleted rows are kept and marked.
import { type Consumers, on, onMany } from '@lyceum/kit/facts/consumer'
import { run, type Tx } from '@lyceum/kit/database/database'
import type { MigrationSet } from '@lyceum/kit/database/migrate'
import {
  type Course,
  CourseChangedSchema,
  CourseCreatedSchema,
  CourseDeletedSchema,
  CoursePublishedSchema,
  type CoursePurged,
  CoursePurgedSchema,
  CourseRestoredSchema,
  CourseUnpublishedSchema,
  type GroupChanged,
  GroupChangedSchema,
  type GroupSetChanged,
  GroupSetChangedSchema,
  type Member,
  MemberChangedSchema,
  MemberJoinedSchema,
  MemberLeftSchema,
  type SimulationChanged,
  SimulationChangedSchema,
} from '@lyceum/proto/course'

export const courseMirrorMigrations: MigrationSet = { schema: 'mirror', folder: new URL('./migrations/', import.meta.url) }

async function putCourse(tx: Tx, { course }: { course?: Course | undefined }) {
  if (!course) return
  await run(
    tx,
    `
    insert into mirror.courses as c (id, org_id, name, course_code, course_type, published, deleted, cover_upload_id, start_date, end_date, version,
      department_id, time_zone, learning_mode, public_scope, term_id, academic_year, semester)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
    on conflict (id) do update set
      org_id = excluded.org_id, name = excluded.name, course_code = excluded.course_code, course_type = excluded.course_type,
      published = excluded.published, deleted = excluded.deleted, cover_upload_id = excluded.cover_upload_id,
      start_date = excluded.start_date, end_date = excluded.end_date, version = excluded.version,
      department_id = excluded.department_id, time_zone = excluded.time_zone, learning_mode = excluded.learning_mode,
      public_scope = excluded.public_scope, term_id = excluded.term_id, academic_year = excluded.academic_year, semester = excluded.semester
    where c.version < excluded.version`,
    course.id,
    course.orgId,
    course.name,
    course.courseCode,
    course.courseType,
    course.published,
    course.deleted,
    course.coverUploadId ?? null,
    course.startDate ?? null,
    course.endDate ?? null,
    course.version,
    course.departmentId ?? null,
    course.timeZone ?? null,
    course.learningMode ?? 'normal',
    course.publicScope || 'members',
    course.termId ?? null,
    course.academicYear ?? null,
    course.semester ?? null,
  )
}

async function putMembers(tx: Tx, facts: { data: { member?: Member | undefined } }[]) {
  const members = facts.flatMap(({ data: { member } }) => member ?? [])
  if (members.length === 0) return
  await run(
    tx,
    `
    insert into mirror.members as m (course_id, person_id, org_id, role, state, version)
    select distinct on (t.course, t.person) t.course, t.person, t.org, t.role, t.state, t.version
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bigint[]) as t(course, person, org, role, state, version)
    order by t.course, t.person, t.version desc
    on conflict (course_id, person_id) do update set role = excluded.role, state = excluded.state, version = excluded.version
    where m.version < excluded.version`,
    members.map(({ courseId }) => courseId),
    members.map(({ personId }) => personId),
    members.map(({ orgId }) => orgId),
    members.map(({ role }) => role),
    members.map(({ state }) => state),
    members.map(({ version }) => version),
  )
}

async function putGroupSet(tx: Tx, { id, orgId, courseId, name, signUp, deleted, version }: GroupSetChanged) {
  await run(
    tx,
    `
    insert into mirror.group_sets as g (id, org_id, course_id, name, sign_up, deleted, version) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (id) do update set name = excluded.name, sign_up = excluded.sign_up, deleted = excluded.deleted, version = excluded.version
    where g.version < excluded.version`,
    id,
    orgId,
    courseId,
    name,
    signUp,
    deleted,
    version,
  )
}

/** The fact has every stay in the group, former ones too: rows that it has no more are of erased people, or were slips. */
async function putGroup(tx: Tx, { id, setId, orgId, courseId, name, leaderId, members, deleted, version }: GroupChanged) {
  const written = await run(
    tx,
    `
    insert into mirror.groups as g (id, set_id, org_id, course_id, name, leader_id, deleted, version) values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (id) do update set name = excluded.name, leader_id = excluded.leader_id, deleted = excluded.deleted, version = excluded.version
    where g.version < excluded.version`,
    id,
    setId,
    orgId,
    courseId,
    name,
    leaderId ?? null,
    deleted,
    version,
  )
  if (written === 0) return
  const stays = JSON.stringify(members.map(({ personId, since, until }) => ({ person_id: personId, since, until })))
  const told = 'jsonb_to_recordset($2::jsonb) as s(person_id uuid, since timestamptz(3), until timestamptz(3))'
  await run(
    tx,
    `delete from mirror.group_members m where m.group_id = $1
       and not exists (select from ${told} where s.person_id = m.person_id and s.since = m.since)`,
    id,
    stays,
  )
  await run(
    tx,
    `
    insert into mirror.group_members as m (group_id, person_id, since, until, set_id)
    select $1::uuid, s.person_id, s.since, s.until, $3::uuid from ${told}
    on conflict (group_id, person_id, since) do update set until = excluded.until where m.until is distinct from excluded.until`,
    id,
    stays,
    setId,
  )
}

async function putSimulation(tx: Tx, { sessionId, courseId, actingAs, version }: SimulationChanged) {
  await run(
    tx,
    `
    insert into mirror.simulations as s (session_id, course_id, acting_as, version) values ($1, $2, $3, $4)
    on conflict (course_id, session_id) do update set acting_as = excluded.acting_as, version = excluded.version
    where s.version < excluded.version`,
    sessionId,
    courseId,
    actingAs,
    version,
  )
}

/** The course stays as a deleted one; nothing follows that could bring its members back. */
async function purge(tx: Tx, { courseId }: CoursePurged) {
  await run(tx, 'delete from mirror.members where course_id = $1', courseId)
  await run(tx, 'delete from mirror.simulations where course_id = $1', courseId)
  await run(tx, 'delete from mirror.group_members where set_id in (select id from mirror.group_sets where course_id = $1)', courseId)
  for (const table of ['groups', 'group_sets']) await run(tx, `delete from mirror.${table} where course_id = $1`, courseId)
}

export const courseMirror: Consumers = {
  course: {
    courseCreated: on(CourseCreatedSchema, putCourse),
    courseChanged: on(CourseChangedSchema, putCourse),
    coursePublished: on(CoursePublishedSchema, putCourse),
    courseUnpublished: on(CourseUnpublishedSchema, putCourse),
    courseDeleted: on(CourseDeletedSchema, putCourse),
    courseRestored: on(CourseRestoredSchema, putCourse),
    coursePurged: on(CoursePurgedSchema, purge),
    memberJoined: onMany(MemberJoinedSchema, putMembers),
    memberChanged: onMany(MemberChangedSchema, putMembers),
    memberLeft: onMany(MemberLeftSchema, putMembers),
    groupSetChanged: on(GroupSetChangedSchema, putGroupSet),
    groupChanged: on(GroupChangedSchema, putGroup),
    simulationChanged: on(SimulationChangedSchema, putSimulation),
  },
}
