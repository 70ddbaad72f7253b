// Notices as rows of hand-written SQL.
import type { SqlModel } from '@lyceum/kit/database/sql-row'
import type { Notice } from '../generated/client.ts'
import type { Subject } from '../registry/subject-api.ts'

export type NoticeRow = Omit<SqlModel<Notice>, 'subject' | 'params'> & { subject: Subject; params: Record<string, string> }

export const noticeColumns = `fact_id::text as "factId", type, bundle, org_id::text as "orgId", course_id::text as "courseId",
  recipient_id::text as "recipientId", sender_id::text as "senderId", about::text, subject, params, created_at as "createdAt", delivered,
  recipients::text[], without_course_id::text as "withoutCourseId", without::text[], held_until as "heldUntil"`
