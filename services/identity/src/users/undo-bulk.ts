// The undo of a change of many people, as a task, from its newest step back: what somebody has changed since stays.
import type { Actor } from '@lyceum/kit/calls/actor'
import { within } from '@lyceum/kit/calls/context'
import { conflict, forbidden, Problem } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { taskJob } from '@lyceum/kit/tasks/task-job'
import { has } from '../../mirror/permissions.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { emitPeopleChanged } from '../facts.ts'
import { type Jobs, startTask } from '../jobs.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import { publishEndedSessions } from '../sessions/end-sessions.ts'
import { keepFields } from '../keepers/keepers.ts'
import { checkPlaces } from '../study-units/study-units.ts'
import { actorNow, named, placesOf } from './bulk.ts'
import { type Judged, judgeMembers, memberRows } from './judge.ts'
import { type Changed, fieldsOf, isSame, minutes, only } from './kept-steps.ts'
import { manyTimeout, writeMembers } from './members.ts'

/**
 * 409 user.undoOver for a change of somebody else, one that has not ended or changed nobody, one that is or is being undone, and ten minutes after its end.
 * An undo that ended before its last step can be begun again for a day.
 */
export async function undoBulkChange(deps: Deps, actor: Actor, task: string): Promise<{ task: string }> {
  await managedOrganisation(deps, actor)
  return await inTransaction(deps, async ({ db }) => {
    const undo = await startTask(db, actor, { kind: 'undoPeopleChange', payload: { actor, of: task }, subject: `org:${actor.org}` })
    const kept = await run(
      db,
      `
      update bulk_steps s set undo_task = $4 from kit.tasks t
      where s.task = $1 and s.org_id = $2 and s.person_id = $3 and t.id = s.task and t.state <> 'running'
        and case when s.undo_task is null then t.ended_at > now() - interval '${minutes} minutes'
          else not exists (select from kit.tasks u where u.id = s.undo_task and u.state = 'running') end`,
      task,
      actor.org,
      actor.person,
      undo,
    )
    if (kept === 0) throw conflict('user.undoOver')
    return { task: undo }
  })
}

/** The newest step that is not undone yet; undefined: there is none. */
async function undoStep(deps: Deps, actor: Actor, task: string) {
  const undone = await inTransaction(
    deps,
    async (txDeps) => {
      const { db } = txDeps
      const step = await one<{ id: string; members: Changed[] }>(
        db,
        'select id::text, members from bulk_steps where task = $1 and undo_task is not null order by id desc limit 1 for update',
        task,
      )
      if (!step) return undefined
      const present = new Map(
        (
          await memberRows(
            db,
            actor.org,
            step.members.map(({ id }) => id),
          )
        ).map((row) => [row.id, row]),
      )
      const back = step.members.filter(({ id, became }) => {
        const row = present.get(id)
        return row && isSame(only(fieldsOf(row), Object.keys(became) as (keyof typeof became)[]), became)
      })
      const changed: string[] = []
      const refused: Judged['refused'] = []
      const ended: Awaited<ReturnType<typeof writeMembers>>['ended'] = []
      for (const group of Map.groupBy(back, ({ was }) => JSON.stringify(was)).values()) {
        const ids = group.map(({ id }) => id)
        const problem = await refusalOf(checkPlaces(db, actor.org, placesOf(group[0]!.was)))
        if (problem) {
          refused.push(...ids.map((id) => ({ id, problem })))
          continue
        }
        const judged = await judgeMembers(db, actor, ids, group[0]!.was)
        if (!has(judged.can, 'people.change')) throw forbidden()
        const written = await writeMembers(txDeps, actor, judged)
        changed.push(...written.changed)
        ended.push(...written.ended)
        await giveBack(db, actor.org, group, written.changed)
        refused.push(...judged.refused)
      }
      await emitPeopleChanged(db, changed)
      await run(db, 'delete from bulk_steps where id = $1', step.id)
      const kept = step.members.length - back.length
      return { changed: changed.length, kept, ended, refused: await named(txDeps, actor.org, refused) }
    },
    { timeout: manyTimeout },
  )
  if (undone) await publishEndedSessions(deps, undone.ended)
  return undone
}

/** Rosters keep again the fields that they kept before the change: otherwise a register would never write them again. */
async function giveBack(tx: Tx, org: string, members: readonly Changed[], changed: readonly string[]): Promise<void> {
  const written = new Set(changed)
  const kept = members.flatMap(({ id, keepers = {} }) =>
    written.has(id) ? Object.entries(keepers).map(([field, keeper]) => ({ subject: id, field, keeper })) : [],
  )
  for (const [keeper, list] of Map.groupBy(kept, ({ keeper }) => keeper)) {
    const fields = [...Map.groupBy(list, ({ subject }) => subject)].map(([subject, of]) => ({
      subject,
      fields: of.map(({ field }) => field),
    }))
    await keepFields(tx, { org, kind: 'person' }, keeper, fields)
  }
}

const refusalOf = async (checked: Promise<void>): Promise<Problem | undefined> => {
  try {
    await checked
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return undefined
}

/** A second try goes on with the steps that are left: each is deleted as it is undone. */
export const undoPeopleChangeJob = taskJob<Deps, Jobs['undoPeopleChange']>(
  async ({ job, deps, progress, report, beginReport }) => {
    const { actor, of } = job.payload
    await beginReport()
    const all = await one<{ n: number }>(deps.db, 'select count(*)::int as n from bulk_steps where task = $1 and undo_task is not null', of)
    const sum = { changed: 0, kept: 0, refused: 0 }
    for (let done = 1; ; done++) {
      const present = await actorNow(deps, actor)
      const step = await within({ requestId: newId(), actor: present }, () => undoStep(deps, present, of))
      if (!step) return sum
      sum.changed += step.changed
      sum.kept += step.kept
      sum.refused += step.refused.length
      await report(step.refused.map(({ id, name, code, params }) => ({ item: name || id, outcome: 'skipped', code, params })))
      await progress(Math.min(1, done / Math.max(1, all?.n ?? 0)))
    }
  },
  { concurrent: 1 },
)
