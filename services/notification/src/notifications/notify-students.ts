// Notifications of a fact: one statement makes them for every student of the course, so that a thousand cost as little as ten.
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { enqueue } from '../jobs.ts'
import { courseById } from '@lyceum/course/mirror/courses'
import type { Activity } from '@lyceum/proto/activity'
import type { Course } from '@lyceum/proto/course'
import type { NotificationType, Payload } from './api.ts'

type NotificationDraft = { fact: HandledFact; type: NotificationType; org: string; course: string; subject: string; payload: Payload }

/**
 * Notifies every active student except the fact's actor, once per person and fact. Something that is published, hidden and published
 * again within a day is notified once.
 */
async function notifyStudents(tx: Tx, { fact, type, org, course, subject, payload }: NotificationDraft): Promise<void> {
  const recipients = await rows<{ person_id: string }>(
    tx,
    `
    insert into notifications (id, org_id, person_id, fact_id, type, subject_id, payload, sender_id, created_at)
    select new_id($7::timestamptz), $1::uuid, m.person_id, $2::uuid, $3, $4::uuid, $5::jsonb, $6::uuid, $7::timestamptz
    from mirror.members m
    where m.course_id = $8 and m.role = 'student' and m.state = 'active' and m.person_id is distinct from $6::uuid
      and not exists (
        select from notifications earlier
        where earlier.subject_id = $4::uuid and earlier.type = $3 and earlier.person_id = m.person_id and earlier.created_at > $7::timestamptz - interval '1 day')
    on conflict (fact_id, person_id) do nothing
    returning person_id::text`,
    org,
    fact.id,
    type,
    subject,
    JSON.stringify(payload),
    fact.actor || null,
    fact.time.toISOString(),
    course,
  )
  // open pages get their hint after the commit
  if (recipients.length > 0) await enqueue(tx, { kind: 'hintRecipients', key: `hint:${fact.id}`, payload: { fact: fact.id, org } })
}

/** CoursePublished → its students. */
export async function notifyOfCourse(tx: Tx, { course }: { course?: Course | undefined }, fact: HandledFact): Promise<void> {
  if (!course || !fact.mayNotify || !course.published || course.deleted) return
  await notifyStudents(tx, {
    fact,
    type: 'course_published',
    org: course.orgId,
    course: course.id,
    subject: course.id,
    payload: { kind: 'course', course_id: course.id, course_name: course.name, href: `/course/${course.id}/content` },
  })
}

/** An activity that students can see from now on, in a course that they can see → its students. */
export async function notifyOfActivity(tx: Tx, { activity }: { activity?: Activity | undefined }, fact: HandledFact): Promise<void> {
  if (!activity || !fact.mayNotify || !activity.published || activity.deleted) return
  const course = await courseById(tx, activity.courseId)
  if (!course?.published || course.deleted) return
  await notifyStudents(tx, {
    fact,
    type: 'activity_published',
    org: activity.orgId,
    course: course.id,
    subject: activity.id,
    payload: {
      kind: 'activity',
      course_id: course.id,
      course_name: course.name,
      activity_id: activity.id,
      activity_title: activity.title,
      activity_type: activity.type,
      href: activityPath(course.id, activity),
    },
  })
}

/** The page of an activity, by its type. */
export function activityPath(course: string, { id, type }: { id: string; type: string }): string {
  if (type === 'exam') return `/course/${course}/learning-activity#/exam/${id}`
  if (type === 'questionnaire') return `/course/${course}/learning-activity/full-screen#/questionnaire/${id}`
  if (type === 'classroom') return `/course/${course}/learning-activity#/classroom/${id}`
  if (type === 'live_lecture') return `/course/${course}/live-activities#/${id}/detail`
  return `/course/${course}/learning-activity#/${id}`
}
