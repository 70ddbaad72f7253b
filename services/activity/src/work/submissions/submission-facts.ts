// Facts of work: it was handed in or returned, and the files that it holds from then on.
import { courseMembers } from '@lyceum/course/mirror/members'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { FilesHeldSchema, SubmissionChangedSchema } from '@lyceum/proto/activity'
import { holdFiles } from '@lyceum/upload/mirror/held-files'
import type { SubmissionRow } from './submission-row.ts'

type EmittedSubmission = Pick<
  SubmissionRow,
  | 'id'
  | 'orgId'
  | 'courseId'
  | 'activityId'
  | 'memberIds'
  | 'state'
  | 'rework'
  | 'n'
  | 'lateSeconds'
  | 'submittedAt'
  | 'returnedAt'
  | 'version'
>

/**
 * A fact names the authors of work where its markers know them. Of returned work its people are notified when there is something for them: their score, or that it
 * is to be handed in once more, or that it is back where nothing is scored; who marks reads no facts. Of a score that waits they are told when it is shown.
 */
const namesPeople = ({ state, rework }: EmittedSubmission, scored: boolean, silent: boolean) =>
  !silent || (state === 'returned' && (rework || !scored))

/**
 * `waiting`: what is returned has its score later. With a hint to the pages of whose work it is and of who teaches, unless it is emitted anew by a resync.
 * `news`: people are notified of it.
 */
export async function emitSubmissions(
  tx: Tx,
  changed: EmittedSubmission[],
  {
    nameless,
    waiting = nameless,
    hinting = true,
    news = hinting,
  }: { nameless: boolean; waiting?: boolean; hinting?: boolean; news?: boolean },
): Promise<void> {
  const [first] = changed
  if (!first) return
  const activities = await activitiesOf(
    tx,
    changed.map(({ activityId }) => activityId),
  )
  const teachers = hinting
    ? (await courseMembers(tx, first.courseId, ['instructor', 'instructor_assistant'])).map((one) => one.person_id)
    : []
  await emitAll(
    tx,
    changed.map((row) => {
      const { title, scored } = activities.get(row.activityId) ?? { title: '', scored: true }
      return fact(
        SubmissionChangedSchema,
        {
          key: `course:${row.courseId}`,
          org: row.orgId,
          // who handed it in is whose work it is
          ...(nameless && row.state === 'submitted' && { actor: '' }),
          ...(hinting && { hint: { people: [...row.memberIds, ...teachers] } }),
        },
        {
          orgId: row.orgId,
          courseId: row.courseId,
          activityId: row.activityId,
          submissionId: row.id,
          personIds: namesPeople(row, scored, row.state === 'returned' ? waiting : nameless) ? row.memberIds : [],
          state: row.state,
          n: row.n,
          late: row.lateSeconds > 0,
          at: (row.state === 'returned' ? row.returnedAt : row.submittedAt)!.toISOString(),
          version: row.version,
          title,
          again: !news,
          rework: row.state === 'returned' && row.rework,
        },
      )
    }),
  )
}

type AboutActivity = { id: string; title: string; scored: boolean }
const activitiesOf = async (tx: Tx, activities: string[]): Promise<Map<string, AboutActivity>> =>
  new Map(
    (
      await rows<AboutActivity>(tx, 'select id::text, title, points is not null as scored from activities where id = any($1)', [
        ...new Set(activities),
      ])
    ).map((one) => [one.id, one]),
  )

type Holder = Pick<SubmissionRow, 'id' | 'orgId' | 'courseId' | 'version'>

/** All files of all their versions: nobody deletes them, and only grants of this service open them, besides their owners. textIds: whose text is wanted. */
export async function holdSubmissionFiles(tx: Tx, submissions: Holder[], textIds: string[] = []): Promise<void> {
  const held = await rows<{ id: string; files: string[] }>(
    tx,
    `
    select v.submission_id::text as id, array_agg(distinct f->>'upload_id') as files
    from submission_versions v, jsonb_array_elements(v.files) f where v.submission_id = any($1) group by 1`,
    submissions.map(({ id }) => id),
  )
  const filesOf = new Map(held.map(({ id, files }) => [id, files]))
  await emitHeld(
    tx,
    submissions.flatMap((row) => {
      const uploadIds = filesOf.get(row.id)
      return uploadIds ? [{ ...row, uploadIds, textIds }] : []
    }),
  )
}

/** Submissions that are deleted let go of their files. */
export const releaseSubmissionFiles = (tx: Tx, gone: Holder[]) =>
  emitHeld(
    tx,
    gone.map((row) => ({ ...row, uploadIds: [], version: row.version + 1n })),
  )

const emitHeld = (tx: Tx, held: (Holder & { uploadIds: string[]; textIds?: string[] })[]) =>
  holdFiles(
    tx,
    FilesHeldSchema,
    held.map(({ id, orgId, courseId, uploadIds, version, textIds = [] }) => ({
      holder: `submission:${id}`,
      orgId,
      courseId,
      uploadIds,
      hold: true,
      byRight: false,
      version,
      textIds,
    })),
  )
