// Colours of courses in a person's calendar.
import type { Actor } from '@lyceum/kit/calls/actor'
import { run } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import type { CourseColour } from './api.ts'

export const coloursSql = (person: string) =>
  `select course_id, color from course_colours where person_id = ${person} order by course_id limit 2000`

export async function chooseColour({ db }: Deps, { person }: Actor, course: string, color: CourseColour['color'] | null) {
  if (color === null) await run(db, 'delete from course_colours where person_id = $1 and course_id = $2', person, course)
  else
    await run(
      db,
      `insert into course_colours (person_id, course_id, color) values ($1, $2, $3)
       on conflict (person_id, course_id) do update set color = excluded.color`,
      person,
      course,
      color,
    )
  return { color }
}
