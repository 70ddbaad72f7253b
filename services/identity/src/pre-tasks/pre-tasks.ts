// Pre-tasks: the task of an organisation that a person does first.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import { settingsIn } from '../organisations/settings.ts'

/** There is a pre-task until the person has done the current one. */
export async function preTask({ db }: Deps, { person, org }: Actor) {
  const row = await one<{ settings: object; pre_task_done: string | null }>(
    db,
    `select o.settings, m.pre_task_done from organisations o join memberships m on m.org_id = o.id
     where o.id = $1 and m.person_id = $2`,
    org,
    person,
  )
  const url = settingsIn(row?.settings).pre_task_url
  const open = row !== undefined && url !== '' && url !== row.pre_task_done
  return { has_pre_task: open, url: open ? url : null }
}

export async function completePreTask(deps: Deps, actor: Actor, url: string) {
  await deps.db.membership.updateMany({ where: { personId: actor.person, orgId: actor.org }, data: { preTaskDone: url } })
  return await preTask(deps, actor)
}
