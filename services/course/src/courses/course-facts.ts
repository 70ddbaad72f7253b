// A course's row as its facts carry it.
import type { Tx } from '@lyceum/kit/database/database'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import {
  type CourseChangedSchema,
  type CourseCopy,
  CourseCreatedSchema,
  type CourseDeletedSchema,
  type CoursePublishedSchema,
  type CourseRestoredSchema,
  CourseReviewedSchema,
  type CourseUnpublishedSchema,
} from '@lyceum/proto/course'
import type { Course as Row } from '../generated/client.ts'
import { dayOf } from './ending.ts'
import { holdFiles } from '@lyceum/upload/mirror/held-files'
import { FilesHeldSchema } from '@lyceum/proto/course'

type CourseFact =
  | typeof CourseCreatedSchema
  | typeof CourseChangedSchema
  | typeof CoursePublishedSchema
  | typeof CourseUnpublishedSchema
  | typeof CourseDeletedSchema
  | typeof CourseRestoredSchema
  | typeof CourseReviewedSchema

const courseFact = (schema: CourseFact, row: Row) =>
  fact(
    schema,
    { key: `course:${row.id}`, org: row.orgId },
    {
      course: {
        id: row.id,
        orgId: row.orgId,
        name: row.name,
        courseCode: row.courseCode,
        courseType: row.courseType,
        published: row.published,
        deleted: row.deleted,
        academicYear: row.academicYear ?? undefined,
        semester: row.semester ?? undefined,
        termId: row.termId ?? undefined,
        coverUploadId: row.coverUploadId ?? undefined,
        departmentId: row.departmentId ?? undefined,
        startDate: dayOf(row.startDate) ?? undefined,
        endDate: dayOf(row.endDate) ?? undefined,
        reviewStatus: row.reviewStatus,
        lite: row.lite,
        timeZone: row.timeZone ?? undefined,
        learningMode: row.learningMode,
        publicScope: row.publicScope,
        template: row.template,
        createdBy: row.createdBy,
        createdAt: row.createdAt.toISOString(),
        version: row.version,
      },
    },
  )

/** Emits the present state of these courses. Call it after the rows are written. */
export const emitCourses = (tx: Tx, schema: CourseFact, changed: Row[]) =>
  emitAll(
    tx,
    changed.map((row) => courseFact(schema, row)),
  )
/** A course was made as a copy of another. */
export const emitCopied = (tx: Tx, row: Row, copy: Copy) => {
  const created = courseFact(CourseCreatedSchema, row)
  return emitAll(tx, [{ ...created, data: { ...created.data, copy } }])
}
/** A group set and its copy. */
export type CopiedSet = { fromId: string; toId: string }
type Copy = Omit<CourseCopy, '$typeName' | '$unknown' | 'groupSets'> & { groupSets: CopiedSet[] }
export const emitCourse = (tx: Tx, schema: CourseFact, row: Row) => emitCourses(tx, schema, [row])
/** A course was sent back to its teachers. */
export const emitReturned = (tx: Tx, row: Row, reason: string) => {
  const reviewed = courseFact(CourseReviewedSchema, row)
  return emitAll(tx, [{ ...reviewed, data: { ...reviewed.data, reason } }])
}

/** Tells the covers of these courses, that of a deleted one too: it can be restored. Call it after a cover has changed. */
export const holdCovers = (tx: Tx, changed: Row[]) =>
  holdFiles(
    tx,
    FilesHeldSchema,
    changed.map((row) => ({
      holder: `cover:${row.id}`,
      orgId: row.orgId,
      courseId: row.id,
      uploadIds: row.coverUploadId ? [row.coverUploadId] : [],
      hold: false,
      byRight: true,
      version: row.version,
    })),
  )
