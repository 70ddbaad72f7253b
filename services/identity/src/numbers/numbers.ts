// Numbers of people of an organisation, for its management.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one } from '@lyceum/kit/database/database'
import { counted, type Counted } from '@lyceum/kit/kv/counted'
import type { Deps } from '../deps.ts'

type People = { people: number; active: number }

export const peopleCounted = (
  { db, kv, now }: Deps,
  { org, department = '' }: Pick<Actor, 'org' | 'department'>,
): Promise<Counted<People>> =>
  counted({ kv, now }, `people:${org}:${department}`, async () => {
    const row = await one<People>(
      db,
      `
      select count(*)::int as people, count(*) filter (where m.seen_at > $2::timestamptz - interval '7 days')::int as active
      from memberships m join persons p on p.id = m.person_id and not p.deleted
      where m.org_id = $1 and ($3 = '' or m.department_id in (
        select id from departments where org_id = $1 and nullif($3, '')::uuid = any(path)))`,
      org,
      now(),
      department,
    )
    return row ?? { people: 0, active: 0 }
  })
