// The resync of activity: every module, activity and student's progress is emitted again.
import { rows } from '@lyceum/kit/database/database'
import { emitAll, nextVersion } from '@lyceum/kit/facts/outbox'
import { zeroId, raiseVersions, resyncBatch, type ResyncSteps } from '@lyceum/kit/facts/resync'
import { ActivityChangedSchema } from '@lyceum/proto/activity'
import { resyncAttempts } from './exams/attempts/upkeep.ts'
import { resyncQuestions } from './questions/banks/upkeep.ts'
import { resyncDrafts } from './content/drafts/drafts.ts'
import { readActivities, emitActivities } from './activity/activity-row.ts'
import { holdActivityFiles } from './activity/held-files.ts'
import type { Prisma } from './generated/client.ts'
import { resyncScores } from './gradebook/scores/forget-scores.ts'
import { resyncModules } from './content/modules/modules.ts'
import { resyncSubmissions } from './work/submissions/upkeep.ts'
import { resyncSyllabuses } from './content/syllabuses/syllabus-row.ts'
import { factColumns, progressFact, type ProgressFactRow } from './activity/progress-row.ts'

export const resyncSteps: ResyncSteps<Prisma.TransactionClient> = {
  modules: resyncModules,
  syllabuses: resyncSyllabuses,
  async activities(tx, after) {
    const raised = await raiseVersions(tx, 'activities', after)
    const activities = await readActivities(tx, raised)
    await holdActivityFiles(tx, activities, new Date())
    await emitActivities(tx, ActivityChangedSchema, activities)
    return raised.at(-1)
  },
  scores: resyncScores,
  async drafts(tx, after) {
    const raised = await raiseVersions(tx, 'text_drafts', after)
    await resyncDrafts(tx, raised)
    return raised.at(-1)
  },
  questions: resyncQuestions,
  submissions: resyncSubmissions,
  attempts: resyncAttempts,
  /** The progress of students alone: that of others is never emitted. */
  async progress(tx, after) {
    const [activity = zeroId, person = zeroId] = after ? after.split(' ') : []
    const keys = await rows<Pick<ProgressFactRow, 'activity_id' | 'person_id'>>(
      tx,
      `
      select activity_id, person_id from progress where (activity_id, person_id) > ($1::uuid, $2::uuid)
      order by activity_id, person_id limit ${resyncBatch}`,
      activity,
      person,
    )
    const last = keys.at(-1)
    if (!last) return undefined
    const raised = await rows<ProgressFactRow>(
      tx,
      `
      update progress p set version = ${nextVersion('p.version')}
      from unnest($1::uuid[], $2::uuid[]) as k(activity_id, person_id), mirror.members m
      where p.activity_id = k.activity_id and p.person_id = k.person_id
        and m.course_id = p.course_id and m.person_id = p.person_id and m.role = 'student' and not p.trial
      returning ${factColumns('p')}`,
      keys.map(({ activity_id }) => activity_id),
      keys.map(({ person_id }) => person_id),
    )
    await emitAll(
      tx,
      raised.map((row) => progressFact(row)),
    )
    return `${last.activity_id} ${last.person_id}`
  },
}
