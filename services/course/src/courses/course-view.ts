// A course's row as the wire shows it, and a draft as the columns it sets.
import { cleanTitle } from '@lyceum/kit/text/titles'
import type { Course as Row } from '../generated/client.ts'
import type { CourseDraft, CourseSummary } from './api.ts'
import type { TaughtCourse } from './course-rows.ts'
import { dayOf, hasEnded } from './ending.ts'

const named = (name: string | null) => (name === null ? null : { name })

function statusOf({ deleted, published, endDate }: Row, zone: string, now: Date): CourseSummary['status'] {
  if (deleted) return 'deleted'
  if (!published) return 'draft'
  return hasEnded({ endDate, zone }, now) ? 'ended' : 'published'
}

export const summaryOf = ({ row, instructors, zone }: TaughtCourse, now: Date): CourseSummary => ({
  id: row.id,
  org_id: row.orgId,
  name: row.name,
  display_name: row.displayName,
  course_code: row.courseCode,
  course_type: row.courseType,
  learning_mode: row.learningMode as CourseSummary['learning_mode'],
  term_id: row.termId,
  academic_year: named(row.academicYear),
  semester: row.semester,
  department: row.departmentName === null ? null : { id: row.departmentId, name: row.departmentName },
  grade: named(row.grade),
  klass: named(row.klass),
  subject_code: row.subjectCode,
  compulsory: row.compulsory,
  public_scope: row.publicScope as CourseSummary['public_scope'],
  lite: row.lite,
  status: statusOf(row, zone, now),
  imported_from: row.importedFrom,
  allow_clone: row.allowClone,
  template: row.template,
  cover_upload_id: row.coverUploadId,
  cover_pattern: row.coverPattern,
  start_date: dayOf(row.startDate),
  end_date: dayOf(row.endDate),
  course_attributes: {
    published: row.published,
    teaching_class_name: row.teachingClassName,
    data: { review_status: row.reviewStatus as 'unreviewed' | 'reviewed', course_importer_status: row.importerStatus },
  },
  instructors,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  version: Number(row.version),
})

/** The columns for the given fields of a draft; a field that is not given is not among them. */
export function columnsOf(draft: Partial<CourseDraft>) {
  const { academic_year, grade, klass, department, start_date, end_date } = draft
  const date = (text: string | null | undefined) => (text === undefined ? undefined : text === null ? null : new Date(`${text}T00:00:00Z`))
  const name = (value: { name: string } | null | undefined) => (value === undefined ? undefined : (value?.name ?? null))
  return {
    name: draft.name === undefined ? undefined : cleanTitle(draft.name),
    displayName: draft.display_name && cleanTitle(draft.display_name),
    courseCode: draft.course_code?.trim(),
    courseType: draft.course_type,
    learningMode: draft.learning_mode,
    academicYear: name(academic_year),
    semester: draft.semester,
    departmentId: department === undefined ? undefined : (department?.id ?? null),
    departmentName: name(department),
    grade: name(grade),
    klass: name(klass),
    subjectCode: draft.subject_code,
    compulsory: draft.compulsory,
    publicScope: draft.public_scope,
    courseOutline: draft.course_outline,
    allowClone: draft.allow_clone,
    teachingClassName: draft.teaching_class_name,
    coverUploadId: draft.cover_upload_id,
    coverPattern: draft.cover_pattern,
    classDistribution: draft.class_distribution,
    startDate: date(start_date),
    endDate: date(end_date),
    timeZone: draft.time_zone,
  }
}
