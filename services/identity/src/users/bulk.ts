// Changes of many members at once, each judged as if they were alone; of more than 500 they are a task.
import type { Actor } from '@lyceum/kit/calls/actor'
import { within } from '@lyceum/kit/calls/context'
import { forbidden, invalid, type Params, type Problem } from '@lyceum/kit/calls/errors'
import { one, rows } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { type TaskContext, taskJob } from '@lyceum/kit/tasks/task-job'
import { has } from '../../mirror/permissions.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { emitPeopleChanged } from '../facts.ts'
import { type Jobs, startTask } from '../jobs.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import { accessNow } from '../permissions/current-access.ts'
import { differencesOf } from '../permissions/differences.ts'
import { publishEndedSessions } from '../sessions/end-sessions.ts'
import { keepersOf } from '../keepers/keepers.ts'
import { checkPlaces } from '../study-units/study-units.ts'
import type { BulkChange, RefusedUser } from './api.ts'
import { checkUntil } from './change.ts'
import { fittingMembers } from './fitting.ts'
import { judgeMembers } from './judge.ts'
import { atOnce, manyTimeout, writeMembers } from './members.ts'
import { keepStep } from './kept-steps.ts'

const first = '00000000-0000-0000-0000-000000000000'

/** 400 without ids or conditions, with both, without a change, and for a place or an end that cannot be. Conditions that more than 500 fit start a task. */
export async function changeUsers(deps: Deps, actor: Actor, { ids, conditions, except_ids: except = [], change }: BulkChange) {
  await managedOrganisation(deps, actor)
  if ((ids === undefined) === (conditions === undefined))
    throw invalid({ [ids ? 'conditions' : 'ids']: ids ? 'field.unknown' : 'field.required' })
  if (ids && except.length > 0) throw invalid({ except_ids: 'field.unknown' })
  if (Object.keys(change).length === 0) throw invalid({ change: 'field.required' })
  checkUntil(deps, change.until, 'change.until')
  const found = ids ?? (await nextFitting(deps, actor, { conditions, except, after: first, most: atOnce + 1 }))
  if (found.length > atOnce) {
    const task = await inTransaction(deps, async ({ db }) => {
      await checkPlaces(db, actor.org, placesOf(change))
      return await startTask(db, actor, {
        kind: 'changePeople',
        payload: { actor, conditions: conditions!, except, change },
        subject: `org:${actor.org}`,
      })
    })
    return { changed: 0, changed_ids: [], refused: [], task }
  }
  const { changed, refused } = await changeSome(deps, actor, found, change)
  return { changed: changed.length, changed_ids: changed, refused, task: null }
}

export const placesOf = ({ department_id, grade_id, klass_id, program_id }: BulkChange['change']) => ({
  department_id,
  grade_id,
  klass_id,
  program_id,
})

/** In one transaction; who is refused does not stop the others. 403 for an actor who may change people no more. */
async function changeSome(
  deps: Deps,
  actor: Actor,
  ids: readonly string[],
  change: BulkChange['change'],
  /** Keeps what it changes for an undo. */
  task?: string,
): Promise<{ changed: string[]; refused: RefusedUser[] }> {
  const { changed, ended, refused } = await inTransaction(
    deps,
    async (txDeps) => {
      const { db } = txDeps
      await checkPlaces(db, actor.org, placesOf(change))
      const judged = await judgeMembers(db, actor, ids, change)
      if (!has(judged.can, 'people.change')) throw forbidden()
      const keepers = task ? await keepersOf(db, actor.org, ids) : new Map()
      const { changed, ended } = await writeMembers(txDeps, actor, judged)
      if (task) await keepStep(db, actor, task, judged, { changed, keepers })
      await emitPeopleChanged(db, changed)
      return { changed, ended, refused: await named(txDeps, actor.org, judged.refused) }
    },
    { timeout: manyTimeout },
  )
  await publishEndedSessions(deps, ended)
  return { changed, refused }
}

/** With the names of those whom the actor may see. */
export async function named({ db }: Deps, org: string, refused: readonly { id: string; problem: Problem }[]): Promise<RefusedUser[]> {
  const seen = refused.filter(({ problem }) => problem.code !== 'user.notFound' && problem.code !== 'department.only')
  const people = await rows<{ id: string; name: string }>(
    db,
    'select p.id::text, p.name from persons p join memberships m on m.person_id = p.id and m.org_id = $1 where p.id = any($2)',
    org,
    seen.map(({ id }) => id),
  )
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return refused.map(({ id, problem }) => ({ id, name: names.get(id) ?? '', ...reasonOf(problem) }))
}

/** That of the field, where a field is wrong. */
function reasonOf({ code, params, fields }: Problem): { code: string; params: Params } {
  const [field] = Object.values(fields).flat()
  return field ? { code: field.code, params: field.params ?? {} } : { code, params }
}

/** The ids of those who fit and come after this one: a change that moves somebody out of the conditions moves nobody else. */
async function nextFitting(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { conditions, except, after, most }: { conditions: string | undefined; except: readonly string[]; after: string; most: number },
): Promise<string[]> {
  const { from, where, values, bind } = await fittingMembers(db, actor, conditions)
  const found = await rows<{ id: string }>(
    db,
    `select m.person_id::text as id ${from} ${where} and m.person_id > ${bind(after)}::uuid and m.person_id <> all(${bind(except)}::uuid[])
     order by m.person_id limit ${bind(most)}::int`,
    ...values,
  )
  return found.map(({ id }) => id)
}

/** The actor with the department to which they are bound now, which may be another than when the task began. 403 as changeSome. */
export async function actorNow({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<Actor> {
  const { can, binding } = await accessNow(db, actor, await differencesOf(db, actor.org))
  if (!has(can, 'people.change')) throw forbidden()
  const { department: _, ...rest } = actor
  return { ...rest, ...(binding && { department: binding }) }
}

type Context = TaskContext<Deps, Jobs['changePeople']>

/**
 * Each 500 in a transaction of its own, with the rights that the actor has then: the task fails once they may change nobody. A second try finds those
 * unchanged who were done.
 */
export const changePeopleJob = taskJob<Deps, Jobs['changePeople']>(
  async ({ job, deps, progress, report, beginReport }: Context) => {
    const { actor, conditions, except = [], change } = job.payload
    await beginReport()
    const { from, where, values } = await fittingMembers(deps.db, await actorNow(deps, actor), conditions)
    const count = await one<{ n: number }>(deps.db, `select count(*)::int as n ${from} ${where}`, ...values)
    const sum = { changed: 0, refused: 0 }
    let done = 0
    for (let after = first; ; ) {
      const present = await actorNow(deps, actor)
      const ids = await nextFitting(deps, present, { conditions, except, after, most: atOnce })
      if (ids.length === 0) return sum
      const { changed, refused } = await within({ requestId: newId(), actor: present }, () =>
        changeSome(deps, present, ids, change, job.payload.task),
      )
      sum.changed += changed.length
      sum.refused += refused.length
      await report(refused.map(({ id, name, code, params }) => ({ item: name || id, outcome: 'skipped', code, params })))
      done += ids.length
      after = ids.at(-1)!
      await progress(Math.min(1, done / Math.max(1, count?.n ?? 0)))
    }
  },
  { concurrent: 1 },
)
