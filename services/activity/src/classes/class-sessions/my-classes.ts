// The classes of a person's courses that run, all courses in one statement.
import { suspendedSql } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import type { MyClass } from './api.ts'

const most = 20

type Row = Omit<MyClass, 'started_at'> & { started_at: Date }

export async function listMyClasses({ db }: Deps, { person }: Actor): Promise<MyClass[]> {
  const list = await rows<Row>(
    db,
    `select s.id::text, s.course_id::text, c.name as course_name, s.title, s.started_at, m.role <> 'student' as teaches,
       m.role = 'student' and r.id is not null and a.person_id is null as roll_call
     from mirror.members m join mirror.courses c on c.id = m.course_id and not c.deleted
     join mirror.persons ps on ps.id = m.person_id left join mirror.orgs o on o.id = c.org_id
     join class_sessions s on s.course_id = c.id and s.state = 'running'
     left join roll_calls r on r.session_id = s.id and r.closed_at is null
     left join attendance a on a.roll_call_id = r.id and a.person_id = m.person_id
     where m.person_id = nullif($1, '')::uuid and m.state = 'active' and (c.published or m.role <> 'student') and not ${suspendedSql}
     order by s.started_at desc, s.id limit ${most}`,
    person,
  )
  return list.map(({ started_at, ...row }) => ({ ...row, started_at: started_at.toISOString() }))
}
