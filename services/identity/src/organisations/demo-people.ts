// People of a demo school whom one click signs in.
import { rows } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import { activeSql } from '../memberships/active.ts'
import type { DemoPerson } from './api.ts'

/** Of `p`, a row of persons; `org` is the parameter with the organisation of the host name. */
export const signsInByOneClick = (org: string) => `
  p.made_by_demo and not p.deleted and p.org_id = ${org}::uuid
  and exists (select from organisations o where o.id = p.org_id and not o.deleted and (o.settings->>'demo')::boolean)
  and exists (select from memberships m where m.person_id = p.id and m.org_id = p.org_id and ${activeSql('m')})
  and not exists (select from memberships m where m.person_id = p.id and m.org_id <> p.org_id)
  and not exists (select from passwords w where w.person_id = p.id)`

/** The people of a demo school whom one click signs in, at most 12: administrators, then teachers, then students. */
export const demoPeople = async ({ db, config }: Pick<Deps, 'db' | 'config'>, org: string): Promise<DemoPerson[]> =>
  config.demo
    ? await rows<DemoPerson>(
        db,
        `
        select p.id::text, p.name, p.user_no, m.roles[1] as role, coalesce(d.name, '') as department
        from memberships m join persons p on p.id = m.person_id left join departments d on d.id = m.department_id
        where m.org_id = $1 and ${signsInByOneClick('$1')}
        order by array_position(array['admin', 'educational_admin', 'wg_admin', 'faculty', 'instructor', 'instructor_assistant', 'student'], m.roles[1]), p.user_no
        limit 12`,
        org,
      )
    : []
