// School fixture of feature tests: people in the service's mirror, and actors as the BFF would sign them.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import pg from 'pg'

export type School = Awaited<ReturnType<typeof testSchool>>

/** Works in every database that keeps the identity mirror. */
export async function testSchool(databaseUrl: string, org = newId()) {
  // one connection, where the queries of a test wait for each other
  const db = new pg.Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 })
  await db.query(
    `insert into mirror.orgs (id, name, locale, settings, deleted, version) values ($1, 'Aldermoor University', 'en', '{}', false, 1)`,
    [org],
  )
  let count = 0
  const person = async (name: string, ...roles: string[]): Promise<Actor> => {
    const id = newId()
    await db.query(
      `insert into mirror.persons (id, org_id, name, user_no, email, avatar, locale, deleted, version) values ($1, $2, $3, $4, $5, '', 'en', false, 1)`,
      [id, org, name, `N${++count}-${org.slice(-4)}`, `${id}@example.org`],
    )
    await db.query('insert into mirror.memberships (person_id, org_id, roles, department_name) values ($1, $2, $3, $4)', [
      id,
      org,
      roles,
      '',
    ])
    return { kind: 'person', person: id, org, roles, session: newId() }
  }
  return {
    org,
    db,
    person,
    /** As the fact of a suspension leaves them; answers the way back. */
    async suspend({ person: id }: Actor) {
      const { rows } = await db.query('delete from mirror.memberships where person_id = $1 returning *', [id])
      await db.query('update mirror.persons set suspended_in = $2 where id = $1', [id, [org]])
      return async () => {
        await db.query(`update mirror.persons set suspended_in = '{}' where id = $1`, [id])
        await db.query('insert into mirror.memberships select * from jsonb_populate_recordset(null::mirror.memberships, $1)', [
          JSON.stringify(rows),
        ])
      }
    },
    teacher: await person('Elena Petrova', 'instructor'),
    other: await person('Arthit Suwan', 'instructor'),
    manager: await person('Mei Lin', 'admin'),
    /** Sees and inspects every course of the school. */
    inspector: await person('Grace Lindqvist', 'educational_admin'),
    student: await person('Maya Tan', 'student'),
    stranger: await person('Omar Haddad', 'student'),
    close: () => db.end(),
  }
}
