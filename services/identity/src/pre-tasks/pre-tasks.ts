import type { Actor } from '@lyceum/kit/actor'
import { one } from '@lyceum/kit/db'
import type { Deps } from '../deps.ts'
import { settingsIn } from '../organisations/settings.ts'

/** There is one until the person has done the one that is set now. */
export async function preTask({ db }: Deps, { person, org }: Actor) {
  const found = await one<{ settings: object; pre_task_done: string | null }>(
    db,
    `select o.settings, m.pre_task_done from organisations o join memberships m on m.org_id = o.id
     where o.id = $1::uuid and m.person_id = $2::uuid`,
    org,
    person,
  )
  const url = settingsIn(found?.settings).pre_task_url
  const open = found !== undefined && url !== '' && url !== found.pre_task_done
  return { has_pre_task: open, url: open ? url : null }
}

export async function preTaskDone(deps: Deps, actor: Actor, url: string) {
  await deps.db.membership.updateMany({ where: { personId: actor.person, orgId: actor.org }, data: { preTaskDone: url } })
  return await preTask(deps, actor)
}
