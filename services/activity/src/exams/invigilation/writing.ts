// Writers of exams in a course at this moment.
import { rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'

type Writing = { activity_id: string; title: string; people: { id: string; name: string }[] }

/** By exam, with its people by name. */
export const readWriting = async ({ db }: Deps, course: string): Promise<{ items: Writing[] }> => ({
  items: await rows<Writing>(
    db,
    `
    select a.id::text as activity_id, a.title, json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id) as people
    from attempts r join activities a on a.id = r.activity_id and not a.deleted join mirror.persons p on p.id = r.person_id and not p.deleted
    where r.course_id = $1 and r.state = 'running' and not r.trial group by a.id order by a.title, a.id`,
    course,
  ),
})
