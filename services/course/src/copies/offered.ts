// Offered courses: templates of the organisation, and courses open to it that may be cloned. Whoever makes courses makes one of them.
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { lockCourseRow } from '../courses/change-row.ts'
import type { Course } from '../courses/api.ts'
import { readForActor } from '../courses/course-reply.ts'
import { summaries } from '../courses/search.ts'
import type { Deps } from '../deps.ts'
import { enrol } from '../enrolments/enrolments.ts'
import type { CopyDraft } from './api.ts'
import { makeCopy } from './copies.ts'

/** Of organisation $1, to person $2: who only learns or assists in a course gets no copy of it. */
const offeredSql = `c.org_id = $1 and not c.deleted and c.importer_status is distinct from 0
  and (c.template or (c.allow_clone and c.published and c.public_scope <> 'members' and not exists (
    select from enrolments e where e.course_id = c.id and e.person_id = $2 and e.state = 'active' and e.role <> 'instructor')))`

export async function listOffered(deps: Deps, actor: Actor, { conditions, ...page }: PageQuery & { conditions?: string }) {
  const { keyword = '' } = conditionsOf(conditions, ['keyword'])
  const { limit, offset } = limits(page)
  const found = await rows<{ id: string; total: number }>(
    deps.db,
    `
    select c.id::text, count(*) over ()::int as total from courses c
    where ${offeredSql} and ${heldSql('c.folded', '$3')} order by c.template desc, c.name, c.id limit $4 offset $5`,
    actor.org,
    actor.person,
    wordPatterns(String(keyword)),
    limit,
    offset,
  )
  return pageOf(
    page,
    found[0]?.total ?? 0,
    await summaries(
      deps,
      found.map(({ id }) => id),
    ),
  )
}

/** 404 for a course that is not offered: whoever may not see it learns nothing of it. */
export async function copyOffered(deps: Deps, actor: Actor, id: string, draft: CopyDraft): Promise<Course> {
  const offered = await one(deps.db, `select from courses c where ${offeredSql} and c.id = $3`, actor.org, actor.person, id)
  if (!offered) throw notFound('course', id)
  const row = await makeCopy(deps, actor.person, await lockCourseRow(deps, id), draft)
  await enrol(deps, row, [actor.person], 'instructor')
  return await readForActor(deps, actor, row)
}
