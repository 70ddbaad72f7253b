// The courses whose changes a person's pages follow.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { roleMaySql, suspendedSql } from '../../mirror/rules.ts'

/**
 * The courses a person is in, of no organisation that has suspended them; of the hidden ones their pages hear nothing: not published, and they may not
 * see drafts there.
 */
export async function followedCourses(tx: Tx, person: string): Promise<{ courses: string[]; hidden: string[] }> {
  const list = await rows<{ id: string; hidden: boolean }>(
    tx,
    `
    select c.id::text, not c.published and not coalesce(${roleMaySql('content.drafts')}, false) as hidden
    from mirror.members m join mirror.courses c on c.id = m.course_id left join mirror.orgs o on o.id = c.org_id
    left join mirror.persons ps on ps.id = m.person_id
    where m.person_id = $1 and m.state = 'active' and not ${suspendedSql} order by c.id`,
    person,
  )
  return { courses: list.map(({ id }) => id), hidden: list.filter(({ hidden }) => hidden).map(({ id }) => id) }
}
