// The plan of a course in a copy of it.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { emitSyllabuses } from './syllabus-row.ts'

type Target = { org: string; course: string }

/**
 * Copies the plan of a course into a new one. `as` has the ids of modules and activities there: those that it does not know are left out. `days`:
 * by how many it is shifted. Returns the number of syllabuses.
 */
export async function copySyllabuses(tx: Tx, from: string, to: Target, as: ReadonlyMap<string, string>, days = 0): Promise<number> {
  const found = await rows<{ id: string }>(
    tx,
    'select id::text from syllabuses where course_id = $1 and not deleted order by sort, id',
    from,
  )
  if (found.length === 0) return 0
  const made = new Map(found.map(({ id }) => [id, newId()]))
  await run(
    tx,
    `
    insert into syllabuses (id, org_id, course_id, name, sort, starts_on, ends_on, version)
    select n.id, $1::uuid, $2::uuid, s.name, s.sort, s.starts_on + $3::int, s.ends_on + $3::int, ${nextVersion('0')}
    from unnest($4::uuid[], $5::uuid[]) as n(old, id) join syllabuses s on s.id = n.old`,
    to.org,
    to.course,
    days,
    [...made.keys()],
    [...made.values()],
  )
  await run(
    tx,
    `
    insert into syllabus_items (item_id, syllabus_id, course_id, is_module, sort)
    select n.id, s.id, $1::uuid, i.is_module, i.sort
    from unnest($2::uuid[], $3::uuid[]) as n(old, id) join syllabus_items i on i.item_id = n.old
    join unnest($4::uuid[], $5::uuid[]) as s(old, id) on s.old = i.syllabus_id`,
    to.course,
    [...as.keys()],
    [...as.values()],
    [...made.keys()],
    [...made.values()],
  )
  await emitSyllabuses(tx, [...made.values()])
  return made.size
}
