// Courses and enrolments of an organisation as a roster has them, page by page in the order of their ids.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { mostRosterRows, type RosterList } from '@lyceum/kit/rosters/api'
import type { Static } from 'typebox'
import type { Deps } from '../deps.ts'
import { enrolmentKind } from '../enrolments/enrolment-rows.ts'
import type { ListedCourse, ListedEnrolment } from './api.ts'

type Query = Static<typeof RosterList>
const first = '00000000-0000-0000-0000-000000000000'
const pageOf = <T extends { id: string }>(items: T[]) => ({
  items,
  next: items.length === mostRosterRows ? items.at(-1)!.id : null,
})
const externalSql = (kind: string, subject: string) =>
  `(select x.external_id from kit.external_ids x where x.subject = ${subject} and x.kind = '${kind}' and x.org_id = $1 and x.source = $2)`

export const listCourses = async ({ db }: Deps, { org }: Actor, { source, after = first }: Query) =>
  pageOf(
    await rows<ListedCourse>(
      db,
      `
      select c.id::text, ${externalSql('course', 'c.id')} as external_id, c.name, c.course_code, c.academic_year, c.semester, c.department_id::text,
        c.start_date::text, c.end_date::text
      from courses c where c.org_id = $1 and not c.deleted and c.id > $3::uuid order by c.id limit ${mostRosterRows}`,
      org,
      source,
      after,
    ),
  )

export const listEnrolments = async ({ db }: Deps, { org }: Actor, { source, after = first }: Query) =>
  pageOf(
    await rows<ListedEnrolment>(
      db,
      `
      select e.id::text, ${externalSql(enrolmentKind, 'e.id')} as external_id, e.course_id::text, e.person_id::text, e.role
      from enrolments e join courses c on c.id = e.course_id and not c.deleted
      where e.org_id = $1 and e.state = 'active' and e.id > $3::uuid order by e.id limit ${mostRosterRows}`,
      org,
      source,
      after,
    ),
  )
