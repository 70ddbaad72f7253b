// Every module, activity and students' progress, told anew.
import { rows } from '@lyceum/kit/db'
import { emitAll, fact, nextVersion } from '@lyceum/kit/outbox'
import { afterNothing, raiseNext, retellAtOnce, type Retelling } from '@lyceum/kit/retell'
import { ActivityChangedSchema, ProgressChangedSchema } from '@lyceum/proto/activity'
import { tellActivities } from './activities/activity-row.ts'
import type { Prisma } from './generated/client.ts'
import { retellModules } from './modules/modules.ts'

type Progress = {
  activity_id: string
  person_id: string
  org_id: string
  course_id: string
  percent: number
  watched_seconds: number
  completed_at: Date | null
  version: string
}

export const retelling: Retelling<Prisma.TransactionClient> = {
  modules: retellModules,
  async activities(tx, after) {
    const raised = await raiseNext(tx, 'activities', after)
    await tellActivities(tx, ActivityChangedSchema, await tx.activity.findMany({ where: { id: { in: raised } }, orderBy: { id: 'asc' } }))
    return raised.at(-1)
  },
  /** Of students alone, as it is told while they learn. */
  async progress(tx, after) {
    const [activity = afterNothing, person = afterNothing] = after ? after.split(' ') : []
    const keys = await rows<{ activity_id: string; person_id: string }>(
      tx,
      `
      select activity_id::text, person_id::text from progress where (activity_id, person_id) > ($1::uuid, $2::uuid)
      order by activity_id, person_id limit ${retellAtOnce}`,
      activity,
      person,
    )
    const last = keys.at(-1)
    if (!last) return undefined
    const raised = await rows<Progress>(
      tx,
      `
      update progress p set version = ${nextVersion('p.version')}
      from unnest($1::uuid[], $2::uuid[]) as k(activity_id, person_id), mirror.members m
      where p.activity_id = k.activity_id and p.person_id = k.person_id
        and m.course_id = p.course_id and m.person_id = p.person_id and m.role = 'student'
      returning p.activity_id::text, p.person_id::text, p.org_id::text, p.course_id::text, p.percent, p.watched_seconds, p.completed_at, p.version::text`,
      keys.map(({ activity_id }) => activity_id),
      keys.map(({ person_id }) => person_id),
    )
    await emitAll(
      tx,
      raised.map((row) =>
        fact(
          ProgressChangedSchema,
          { key: `course:${row.course_id}`, org: row.org_id },
          {
            personId: row.person_id,
            orgId: row.org_id,
            courseId: row.course_id,
            activityId: row.activity_id,
            percent: row.percent,
            completed: row.completed_at !== null,
            completedAt: row.completed_at?.toISOString(),
            watchedSeconds: Math.floor(row.watched_seconds),
            version: BigInt(row.version),
          },
        ),
      ),
    )
    return `${last.activity_id} ${last.person_id}`
  },
}
