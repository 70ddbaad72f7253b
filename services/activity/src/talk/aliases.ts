// The numbers of anonymous students: each has one in a forum, a group or a course, and keeps it.
import { one, type Tx } from '@lyceum/kit/database/database'

/** `root`: the activity, the group or the course. Two people who come at once get two numbers. */
export async function aliasIn(tx: Tx, root: string, person: string): Promise<number> {
  await one(tx, `select pg_advisory_xact_lock(hashtextextended('aliases:' || $1, 0))`, root)
  const found = await one<{ alias: number }>(
    tx,
    `with numbered as (
       insert into topic_aliases (root_id, person_id, alias)
       select $1::uuid, $2::uuid, coalesce((select max(alias) from topic_aliases where root_id = $1::uuid), 0) + 1 on conflict (root_id, person_id) do nothing returning alias)
     select alias from numbered union all select alias from topic_aliases where root_id = $1::uuid and person_id = $2::uuid limit 1`,
    root,
    person,
  )
  return found!.alias
}
