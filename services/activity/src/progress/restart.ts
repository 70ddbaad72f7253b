// A new beginning for everybody in an activity: its recording was replaced, and what they watched of the other one no longer counts.
import { audit } from '@lyceum/kit/audit/audit'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type {} from '../audit-actions.ts'
import type { Activity } from '../generated/client.ts'
import { doneColumns, emitProgress } from './progress.ts'
import { factColumns, type ProgressFactRow } from '../activity/progress-row.ts'

/**
 * Takes back everybody's progress in an activity, completion too, in one statement however many they are. People who have opened it have still opened it, so
 * that it is not locked again. Behind the activity's lock.
 */
export async function restartProgress(
  tx: Tx,
  { id, courseId, orgId }: Pick<Activity, 'id' | 'courseId' | 'orgId'>,
  uploads: { before: string | undefined; after: string | undefined },
): Promise<void> {
  const restarted = await rows<ProgressFactRow & { student: boolean }>(
    tx,
    `
    update progress p set ${doneColumns.map((name) => `${name} = default`).join(', ')}, version = ${nextVersion('p.version')}
    where p.activity_id = $1 and (p.percent > 0 or p.position > 0 or p.watched <> '[]' or p.state <> '' or p.details <> '{}'
      or p.read_at is not null or p.completed_at is not null)
    returning ${factColumns('p')}, not p.trial and exists (
      select from mirror.members m where m.course_id = p.course_id and m.person_id = p.person_id and m.state = 'active' and m.role = 'student') as student`,
    id,
  )
  const students = restarted.filter(({ student }) => student)
  await emitProgress(tx, students)
  await audit(tx, {
    action: 'progress.restarted',
    subject: `activity:${id}`,
    course: courseId,
    org: orgId,
    before: { upload: uploads.before ?? null },
    after: { upload: uploads.after ?? null, students: students.length },
  })
}
