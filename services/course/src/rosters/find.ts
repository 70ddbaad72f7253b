// Courses of an organisation by what a source calls them, or by their codes.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { ownIds } from '@lyceum/kit/external-ids/own-ids'
import type { RosterFind, RosterFound } from '@lyceum/kit/rosters/api'
import type { Static } from 'typebox'
import type { Deps } from '../deps.ts'

/** Of a code at most two: more are as ambiguous. Deleted courses are left out. */
export async function findCourses(
  { db }: Deps,
  { org }: Actor,
  { source, external_ids = [], codes = [] }: Static<typeof RosterFind>,
): Promise<Static<typeof RosterFound>> {
  const items = await rows<Static<typeof RosterFound>['items'][number]>(
    db,
    `
    select x.external_id, c.course_code as code, c.id::text from kit.external_ids x join courses c on c.id = x.subject and not c.deleted
    where x.org_id = $1 and x.kind = 'course' and x.source = $2 and x.external_id = any($3)
    union all
    select c.id::text, c.course_code, c.id::text from courses c where c.id = any($5) and c.org_id = $1 and not c.deleted
    union all
    select null, w.code, c.id::text from unnest($4::text[]) as w(code) cross join lateral (
      select id from courses c where c.org_id = $1 and c.course_code = w.code and not c.deleted order by id limit 2) c`,
    org,
    source,
    external_ids,
    [...new Set(codes)],
    ownIds(external_ids),
  )
  return { items }
}
