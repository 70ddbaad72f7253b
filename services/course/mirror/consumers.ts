// What a service that keeps the course mirror does with course's facts. Writes only what is newer; what was deleted is kept,
// marked so.
import { type Consumers, on } from '@lyceum/kit/consumer'
import type { Tx } from '@lyceum/kit/db'
import type { MigrationSet } from '@lyceum/kit/migrate'
import {
  type Course,
  CourseChangedSchema,
  CourseCreatedSchema,
  CourseDeletedSchema,
  CoursePublishedSchema,
  CourseRestoredSchema,
  CourseUnpublishedSchema,
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
  await tx.$executeRawUnsafe(
    `
    insert into mirror.courses as c (id, org_id, name, course_code, course_type, published, deleted, cover_upload_id, start_date, end_date, version)
    values ($1::uuid, $2::uuid, $3, $4, $5::int, $6::bool, $7::bool, $8::uuid, $9::text::date, $10::text::date, $11::bigint)
    on conflict (id) do update set
      org_id = excluded.org_id, name = excluded.name, course_code = excluded.course_code, course_type = excluded.course_type,
      published = excluded.published, deleted = excluded.deleted, cover_upload_id = excluded.cover_upload_id,
      start_date = excluded.start_date, end_date = excluded.end_date, version = excluded.version
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
  )
}

async function putMember(tx: Tx, { member }: { member?: Member | undefined }) {
  if (!member) return
  await tx.$executeRawUnsafe(
    `
    insert into mirror.members as m (course_id, person_id, org_id, role, state, version) values ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::bigint)
    on conflict (course_id, person_id) do update set role = excluded.role, state = excluded.state, version = excluded.version
    where m.version < excluded.version`,
    member.courseId,
    member.personId,
    member.orgId,
    member.role,
    member.state,
    member.version,
  )
}

async function putSimulation(tx: Tx, { sessionId, courseId, actingAs, version }: SimulationChanged) {
  await tx.$executeRawUnsafe(
    `
    insert into mirror.simulations as s (session_id, course_id, acting_as, version) values ($1, $2::uuid, $3, $4::bigint)
    on conflict (course_id, session_id) do update set acting_as = excluded.acting_as, version = excluded.version
    where s.version < excluded.version`,
    sessionId,
    courseId,
    actingAs,
    version,
  )
}

export const courseMirror: Consumers = {
  course: {
    courseCreated: on(CourseCreatedSchema, putCourse),
    courseChanged: on(CourseChangedSchema, putCourse),
    coursePublished: on(CoursePublishedSchema, putCourse),
    courseUnpublished: on(CourseUnpublishedSchema, putCourse),
    courseDeleted: on(CourseDeletedSchema, putCourse),
    courseRestored: on(CourseRestoredSchema, putCourse),
    memberJoined: on(MemberJoinedSchema, putMember),
    memberChanged: on(MemberChangedSchema, putMember),
    memberLeft: on(MemberLeftSchema, putMember),
    simulationChanged: on(SimulationChangedSchema, putSimulation),
  },
}
