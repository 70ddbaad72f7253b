// Facts of attempts: one that was handed in, once keys have marked what they mark, and the files that attempts hold.
import { courseMembers } from '@lyceum/course/mirror/members'
import type { Tx } from '@lyceum/kit/database/database'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { AttemptSubmittedSchema, FilesHeldSchema } from '@lyceum/proto/activity'
import { holdFiles } from '@lyceum/upload/mirror/held-files'
import type { AttemptRow } from './attempt-row.ts'

type EmittedAttempt = Pick<
  AttemptRow,
  'id' | 'org_id' | 'course_id' | 'activity_id' | 'person_id' | 'submitted_at' | 'submitted_by' | 'to_mark' | 'version'
>

/** Facts of attempts at one activity, with hints to their students and teachers, unless a resync emits them once more. */
export async function emitAttempts(
  tx: Tx,
  attempts: readonly EmittedAttempt[],
  { title, nameless, hinting = true }: { title: string; nameless: boolean; hinting?: boolean },
): Promise<void> {
  const [first] = attempts
  if (!first) return
  const teachers = hinting
    ? (await courseMembers(tx, first.course_id, ['instructor', 'instructor_assistant'])).map(({ person_id }) => person_id)
    : []
  await emitAll(
    tx,
    attempts.map((row) =>
      fact(
        AttemptSubmittedSchema,
        {
          key: `course:${row.course_id}`,
          org: row.org_id,
          ...(nameless && { actor: '' }),
          ...(hinting && { hint: { people: [row.person_id, ...teachers] } }),
        },
        {
          orgId: row.org_id,
          courseId: row.course_id,
          activityId: row.activity_id,
          attemptId: row.id,
          personId: nameless ? '' : row.person_id,
          submittedBy: row.submitted_by ?? '',
          toMark: row.to_mark,
          at: row.submitted_at?.toISOString() ?? '',
          version: BigInt(row.version),
          title,
          again: !hinting,
        },
      ),
    ),
  )
}

type Holder = Pick<AttemptRow, 'id' | 'org_id' | 'course_id' | 'version'> & { uploadIds: string[] }
/** Only grants of this service open them, besides their owners. */
export const holdAttemptFiles = (tx: Tx, list: readonly Holder[]) =>
  holdFiles(
    tx,
    FilesHeldSchema,
    list.map(({ id, org_id, course_id, version, uploadIds }) => ({
      holder: `attempt:${id}`,
      orgId: org_id,
      courseId: course_id,
      uploadIds,
      hold: true,
      byRight: false,
      version: BigInt(version),
    })),
  )
