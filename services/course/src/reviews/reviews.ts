// Courses that wait for a manager's review, courses sent back to their teachers, and the numbers of an organisation's courses.
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows, run } from '@lyceum/kit/database/database'
import { counted, type Counted } from '@lyceum/kit/kv/counted'
import { endedSql } from '../courses/ending.ts'
import { inDepartment, summaries } from '../courses/search.ts'
import type { Deps } from '../deps.ts'
import type { ReviewedCourse, ReviewState } from './api.ts'

/** Of `courses c` in the organisation $1. */
const unreviewed = `c.org_id = $1 and c.published and not c.deleted and c.review_status = 'unreviewed' and ${endedSql} is not true`
const managedBy = ({ department }: Actor) => (department ? `and ${inDepartment('$2')}` : `and $2 = ''`)

type Returned = { id: string; reason: string | null; at: Date; by: string }

export async function coursesToReview(deps: Deps, actor: Actor, { state = 'waiting', ...page }: PageQuery & { state?: ReviewState }) {
  const { db } = deps
  const from = `from courses c left join course_returns r on r.course_id = c.id
    where ${unreviewed} ${managedBy(actor)} and r.course_id is ${state === 'waiting' ? '' : 'not'} null`
  const values = [actor.org, actor.department ?? '']
  const total = (await one<{ total: number }>(db, `select count(*)::int as total ${from}`, ...values))?.total ?? 0
  const { limit, offset } = limits(page)
  const found =
    total === 0
      ? []
      : await rows<Returned>(
          db,
          `
          select c.id::text, r.reason, r.returned_at as at, coalesce((select p.name from mirror.persons p where p.id = r.returned_by), '') as by
          ${from} order by ${state === 'waiting' ? 'c.updated_at' : 'r.returned_at desc'}, c.id limit ${limit} offset ${offset}`,
          ...values,
        )
  const byId = new Map(found.map((row) => [row.id, row]))
  const courses = await summaries(deps, [...byId.keys()])
  return pageOf(
    page,
    total,
    courses.map((course): ReviewedCourse => {
      const { reason = null, at, by = '' } = byId.get(course.id) ?? {}
      return { ...course, returned: reason === null || !at ? null : { reason, at: at.toISOString(), by } }
    }),
  )
}

/** Sends a course back with a reason, or lets it wait again without one. */
export async function setReturned({ db, now }: Deps, actor: Actor, course: string, reason: string): Promise<void> {
  if (reason === '') return void (await run(db, 'delete from course_returns where course_id = $1', course))
  await run(
    db,
    `
    insert into course_returns (course_id, org_id, reason, returned_by, returned_at)
    select id, org_id, $2, $3, $4 from courses where id = $1
    on conflict (course_id) do update set reason = excluded.reason, returned_by = excluded.returned_by, returned_at = excluded.returned_at`,
    course,
    reason,
    actor.person,
    now(),
  )
}

type Numbers = { courses: number; published: number; waiting: number }

export const courseNumbers = ({ db, kv, now }: Deps, actor: Actor): Promise<Counted<Numbers>> =>
  counted({ kv, now }, `courses:${actor.org}:${actor.department ?? ''}`, async () => {
    const row = await one<Numbers>(
      db,
      `
      select count(*)::int as courses, count(*) filter (where c.published)::int as published,
        count(*) filter (where ${unreviewed} and not exists (select from course_returns r where r.course_id = c.id))::int as waiting
      from courses c where c.org_id = $1 and not c.deleted ${managedBy(actor)}`,
      actor.org,
      actor.department ?? '',
    )
    return row ?? { courses: 0, published: 0, waiting: 0 }
  })
