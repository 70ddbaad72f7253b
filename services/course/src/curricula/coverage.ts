// Courses that there are for the rows of a curriculum, and people of the program's classes who are in none of them.
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { Deps } from '../deps.ts'
import { type CurriculumCourse, type MissingPerson, mostCourses } from './api.ts'
import { curriculumOf, rowsOf } from './curricula.ts'

/** Students of the classes of program $2 in organisation $1. */
const peopleSql = `people as (
  select m.person_id, u.id as klass_id, u.name as klass
  from mirror.study_units u join mirror.memberships m on m.klass_id = u.id and m.org_id = u.org_id
  where u.org_id = $1 and u.program_id = $2 and u.kind = 'klass' and not u.deleted and 'student' = any(m.roles))`
/** The codes of $3 that they are in a course of. */
const takenSql = `taken as (
  select distinct e.person_id, c.course_code from people p join enrolments e on e.person_id = p.person_id and e.state = 'active'
  join courses c on c.id = e.course_id and c.org_id = $1 and not c.deleted and c.course_code = any($3::text[]))`

export async function listCourses({ db }: Deps, actor: Actor, id: string, { term, term_id }: { term?: number; term_id?: string }) {
  const { program_id, id: curriculum } = await curriculumOf(db, actor, id)
  const list = (await rowsOf(db, curriculum)).filter((row) => term === undefined || row.term === term)
  const codes = list.map(({ course_code }) => course_code)
  const courses = await rows<CurriculumCourse['courses'][number] & { code: string }>(
    db,
    `
    select w.code, c.id::text, c.name, coalesce(c.klass, '') as klass, c.academic_year, c.semester
    from unnest($2::text[]) as w(code) cross join lateral (
      select * from courses c where c.org_id = $1 and c.course_code = w.code and not c.deleted
        and ($3::uuid is null or c.term_id = $3 or c.term_id in (select id from terms where parent_id = $3))
      order by c.start_date desc nulls last, c.id desc limit ${mostCourses}) c`,
    actor.org,
    codes,
    term_id ?? null,
  )
  const taken = await rows<{ code: string; n: number }>(
    db,
    `with ${peopleSql}, ${takenSql} select course_code as code, count(*)::int as n from taken group by course_code`,
    actor.org,
    program_id,
    codes,
  )
  const people = await one<{ n: number }>(db, `with ${peopleSql} select count(*)::int as n from people`, actor.org, program_id)
  const total = people?.n ?? 0
  const byCode = Map.groupBy(courses, ({ code }) => code)
  const takenBy = new Map(taken.map(({ code, n }) => [code, n]))
  return {
    items: list.map(
      (row): CurriculumCourse => ({
        ...row,
        courses: (byCode.get(row.course_code) ?? []).map(({ code: _, ...course }) => course),
        missing: total - (takenBy.get(row.course_code) ?? 0),
      }),
    ),
    people: total,
  }
}

type Lacking = { id: string; name: string; user_no: string; klass_id: string; klass: string; codes: string[]; total: number }

export async function listMissing(
  { db }: Deps,
  actor: Actor,
  id: string,
  query: PageQuery & { term?: number; klass_id?: string; keyword?: string },
) {
  const { program_id, id: curriculum } = await curriculumOf(db, actor, id)
  const wanted = (await rowsOf(db, curriculum)).filter(
    ({ compulsory, term }) => compulsory && (query.term === undefined || term === query.term),
  )
  const { limit, offset } = limits(query)
  const found = await rows<Lacking>(
    db,
    `
    with ${peopleSql}, ${takenSql}, lacking as (
      select p.person_id, p.klass_id, p.klass, count(t.course_code) as n from people p left join taken t on t.person_id = p.person_id
      where $4::uuid is null or p.klass_id = $4 group by 1, 2, 3 having count(t.course_code) < cardinality($3::text[])),
    page as (
      select l.*, n.name, n.user_no, count(*) over ()::int as total from lacking l join mirror.persons n on n.id = l.person_id and not n.deleted
      where ${heldSql(foldedSql('n.name', 'n.user_no'), '$5')} order by l.klass, n.name, l.person_id limit $6 offset $7)
    select p.person_id::text as id, p.name, p.user_no, p.klass_id::text, p.klass, p.total,
      array(select w.code from unnest($3::text[]) with ordinality as w(code, nth)
        where not exists (select from taken t where t.person_id = p.person_id and t.course_code = w.code) order by w.nth) as codes
    from page p order by p.klass, p.name, p.person_id`,
    actor.org,
    program_id,
    wanted.map(({ course_code }) => course_code),
    query.klass_id ?? null,
    wordPatterns(query.keyword ?? ''),
    limit,
    offset,
  )
  return pageOf(
    query,
    found[0]?.total ?? 0,
    found.map(
      ({ id: person, name, user_no, klass_id, klass, codes }): MissingPerson => ({
        person: { id: person, name, user_no },
        klass: { id: klass_id, name: klass },
        codes,
      }),
    ),
  )
}
