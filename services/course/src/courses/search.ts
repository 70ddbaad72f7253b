// Lists of courses: the search with its conditions, and the actor's own courses.
import { may } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { plannedByValues } from '@lyceum/kit/database/connections'
import { one, plain, rows, type Tx } from '@lyceum/kit/database/database'
import { forbidden, invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { beginning, foldedSql, heldSql, indexedSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { externalIdCondition } from '@lyceum/kit/external-ids/external-ids'
import { userNumber, userNumberSql } from '@lyceum/kit/text/user-number'
import type { Deps } from '../deps.ts'
import type { CourseConditions, CourseRole, CourseSort, CourseSummary, FoundCourse, MyCourse } from './api.ts'
import { courseColumns, readRows, type SelectedCourse, type TaughtCourse, toTaughtCourse } from './course-rows.ts'
import { summaryOf } from './course-view.ts'
import { endedSql } from './ending.ts'

const statuses: Record<string, string> = {
  draft: 'not c.deleted and not c.published',
  published: `not c.deleted and c.published and ${endedSql} is not true`,
  ended: `not c.deleted and c.published and ${endedSql}`,
  deleted: 'c.deleted',
}
const sorts: Record<CourseSort, string> = {
  '-updated_at': 'c.updated_at desc',
  updated_at: 'c.updated_at',
  '-created_at': 'c.created_at desc',
  created_at: 'c.created_at',
  name: 'c.name',
  '-name': 'c.name desc',
  course_code: 'c.course_code',
  '-course_code': 'c.course_code desc',
}
/** The code or title itself, then what begins with the words, then what has them, then what somebody of that name teaches; the last changed first. */
function byMatch(keyword: string, bind: (value: unknown) => string): string {
  const [begins, has] = [bind(beginning(keyword)), bind(wordPatterns(keyword))]
  const names = `E'\\x1f' || c.folded || E'\\x1f'`
  return `case when ${names} like E'%\\x1f' || left(${begins}, -1) || E'\\x1f%' then 0 when ${names} like E'%\\x1f' || ${begins} then 1
    when ${heldSql('c.folded', has)} then 2 else 3 end, ${sorts['-updated_at']}`
}
/** Of a person `p`: the name alone. It is taken from the column of both, since folding the names of all whom an index finds takes longer than finding them. */
const foldedName = `split_part(p.folded, E'\\x1f', 1)`
/** As an array, which is read once: PostgreSQL joins its index with those of the other conditions. A number is a part of the folded text, so that the
 *  index of this serves both. */
const taughtBy = (name: string, bind: (value: unknown) => string, number = 'null') =>
  `c.id = any(array(select t.course_id from mirror.persons p join enrolments t on t.person_id = p.id
  where ${indexedSql('p.folded', name, bind)}
    and (${heldSql(foldedName, bind(wordPatterns(name)))} or ${userNumberSql('p.user_no')} = ${userNumberSql(`${number}::text`)})
    and t.role <> 'student' and t.state = 'active'))`

/** Conditions that compare a column with the value as it is. */
const exact: [keyof CourseConditions, string, string][] = [
  ['course_code', 'c.course_code', 'text'],
  ['term_id', 'c.term_id', 'uuid'],
  ['academic_year', 'c.academic_year', 'text'],
  ['semester', 'c.semester', 'text'],
  ['department_id', 'c.department_id', 'uuid'],
  ['department', 'c.department_name', 'text'],
  ['grade', 'c.grade', 'text'],
  ['klass', 'c.klass', 'text'],
  ['subject_code', 'c.subject_code', 'text'],
  ['compulsory', 'c.compulsory', 'bool'],
  ['allow_clone', 'c.allow_clone', 'bool'],
  ['published', 'c.published', 'bool'],
  ['learning_mode', 'c.learning_mode', 'text'],
  ['public_scope', 'c.public_scope', 'text'],
  ['review_status', 'c.review_status', 'text'],
  ['course_importer_status', 'c.importer_status', 'int'],
  ['imported_from', 'c.imported_from', 'text'],
]

/** SQL conditions over `courses c`, with their values. An empty text field adds no condition. */
function where(conditions: CourseConditions, values: unknown[], org: string): string[] {
  const bind = (value: unknown) => `$${values.push(value)}`
  const clauses: string[] = []
  for (const [name, column, type] of exact) {
    const value = conditions[name]
    if (value !== undefined && value !== '') clauses.push(`${column} = ${bind(value)}::${type}`)
  }
  const { keyword, instructor, teaching_class_name, course_outline, course_type, ids, status } = conditions
  if (keyword?.trim()) {
    const named = indexedSql('c.folded', keyword, bind, 'c.words')
    clauses.push(`(${named} or ${taughtBy(keyword, bind, bind(userNumber(keyword)))})`)
  }
  if (instructor?.trim()) clauses.push(taughtBy(instructor, bind))
  if (teaching_class_name?.trim()) clauses.push(heldSql(foldedSql('c.teaching_class_name'), bind(wordPatterns(teaching_class_name))))
  // a text without a word, as of punctuation alone, finds nothing
  if (course_outline?.trim()) clauses.push(`c.outline_words @@ kit.search_query(${bind(course_outline)})`)
  if (course_type?.length) clauses.push(`c.course_type = any(${bind(course_type)}::int[])`)
  if (ids) clauses.push(`c.id = any(${bind(ids)}::uuid[])`)
  const external = externalIdCondition(conditions, { column: 'c.id', kind: 'course', org, bind })
  if (external) clauses.push(external)
  clauses.push(status ? statuses[status]! : 'not c.deleted')
  return clauses
}

/** A reader of every course finds those of the organisation or of their department and below it, anybody else
 *  their own and those that are published for it, not by external id (403): it says whose it is. Unsorted, what a keyword fits best is first. */
export async function searchCourses(deps: Deps, actor: Actor, page: PageQuery, conditions: CourseConditions, sort?: CourseSort) {
  const { db } = deps
  const values: unknown[] = [actor.org]
  const clauses = where(conditions, values, actor.org)
  const all = may(actor, 'course.read')
  if (!all && (conditions.external_source !== undefined || conditions.external_id !== undefined)) throw forbidden()
  if (all && !actor.department) clauses.push('c.org_id = $1')
  else {
    const me = `$${values.push(actor.person)}`
    clauses.push(`(c.id = any(array(
        select e.course_id from enrolments e join courses mine on mine.id = e.course_id
        where e.person_id = ${me}::uuid and e.state = 'active' and (not mine.deleted or e.role <> 'student')))
      or c.org_id = $1 and c.public_scope <> 'members' and c.published and not c.deleted
      ${all ? `or c.org_id = $1 and ${inDepartment(`$${values.push(actor.department)}`)}` : ''})`)
  }
  // what is said of an unpublished course is found by who reads it there
  if (!all && conditions.course_outline?.trim()) {
    const me = `$${values.push(actor.person)}`
    clauses.push(`(c.published or c.id = any(array(
        select course_id from enrolments where person_id = ${me}::uuid and state = 'active' and role <> 'student')))`)
  }
  if (conditions.mine) {
    const me = `$${values.push(actor.person)}`
    clauses.push(`c.id = any(array(select course_id from enrolments where person_id = ${me}::uuid and state = 'active'))`)
  }
  const from = `from courses c where ${clauses.join(' and ')}`
  const { limit, offset } = limits(page)
  const keyword = conditions.keyword?.trim()
  // what a keyword finds is read once, for the number of them and the page; everything is counted and turned over by indexes
  const ordered = (by: string) => `order by ${by}, c.id limit ${limit} offset ${offset}`
  const [total, found] = keyword
    ? await foundAtOnce(db, from, ordered(sort ? sorts[sort] : byMatch(keyword, (value) => `$${values.push(value)}`)), values)
    : await Promise.all([
        count(db, from, values),
        rows<{ id: string }>(db, `${plannedByValues}select c.id::text ${from} ${ordered(sorts[sort ?? '-updated_at'])}`, ...values).then(
          idsOf,
        ),
      ])
  const roles = await rolesIn(db, actor, found)
  return pageOf(
    page,
    total,
    await viewed(deps, found, (course, at): FoundCourse => {
      const { id, courseOutline, published } = course.row
      const role = roles.get(id) ?? null
      // students read what is said of a course once it is published
      return { ...summaryOf(course, at), course_outline: published || role !== 'student' ? courseOutline : '', role }
    }),
  )
}

const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)

async function foundAtOnce(tx: Tx, from: string, order: string, values: unknown[]): Promise<[total: number, ids: string[]]> {
  const found = await one<{ total: number; ids: string[] }>(
    tx,
    `${plannedByValues}with found as materialized (select c.id, c.name, c.folded, c.course_code, c.created_at, c.updated_at ${from})
     select (select count(*)::int from found) as total, array(select c.id::text from found c ${order}) as ids`,
    ...values,
  )
  return [found?.total ?? 0, found?.ids ?? []]
}

/** The actor's roles by course, in those of which they are a member. */
async function rolesIn(tx: Tx, actor: Actor, courses: string[]): Promise<Map<string, CourseRole>> {
  if (courses.length === 0) return new Map()
  const mine = await rows<{ id: string; role: CourseRole }>(
    tx,
    `select course_id::text as id, role from enrolments where person_id = nullif($1, '')::uuid and course_id = any($2::uuid[]) and state = 'active'`,
    actor.person,
    courses,
  )
  return new Map(mine.map(({ id, role }) => [id, role]))
}

/** The ids of the organisation's courses that meet these conditions, without deleted ones, at most `limit`; those of the actor's department and below it. */
export async function managedCourses(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  conditions: CourseConditions,
  limit: number,
): Promise<string[]> {
  const values: unknown[] = [actor.org]
  const clauses = [...where(conditions, values, actor.org), 'c.org_id = $1', 'not c.deleted']
  if (actor.department) clauses.push(inDepartment(`$${values.push(actor.department)}`))
  const found = await rows<{ id: string }>(
    db,
    `select c.id::text from courses c where ${clauses.join(' and ')} order by c.name, c.id limit ${limit}`,
    ...values,
  )
  return found.map(({ id }) => id)
}

/** A department, those below it, and courses without any. */
export const inDepartment = (department: string) =>
  `(department_id is null or department_id = ${department}::uuid
        or department_id in (select id from mirror.departments where org_id = $1 and ${department}::uuid = any(path)))`

/** In the order of the ids. */
export const summaries = (deps: Deps, ids: string[]): Promise<CourseSummary[]> => viewed(deps, ids, summaryOf)

async function viewed<T>({ db, now }: Deps, ids: string[], view: (course: TaughtCourse, now: Date) => T): Promise<T[]> {
  if (ids.length === 0) return []
  const byId = new Map((await readRows(db, ids)).map((course) => [course.row.id, view(course, now())]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type MyCoursesQuery = PageQuery & { conditions?: string; sort?: 'name' | 'course_code'; order?: 'ascending' | 'descending' }
/** Every course of the actor, whatever its organisation; the last joined first unless sorted. */
export async function myCourses({ pool, now }: Deps, actor: Actor, { conditions: text, sort, order, ...page }: MyCoursesQuery) {
  const { course_type: type = 0, ...conditions } = conditionsOf(text, ['keyword', 'role', 'status', 'course_type'])
  if (typeof type !== 'number' || !Number.isInteger(type) || type < 0 || type > 99)
    throw invalid({ 'conditions.course_type': 'field.type' })
  for (const [name, value] of Object.entries(conditions))
    if (typeof value !== 'string') throw invalid({ [`conditions.${name}`]: 'field.type' })
  const { keyword = '', role = '', status = '' } = conditions as Record<string, string>
  if (status && !Object.hasOwn(statuses, status)) throw invalid({ 'conditions.status': 'field.choice' })
  const values: unknown[] = [actor.person]
  const bind = (value: unknown) => `$${values.push(value)}`
  const { limit, offset } = limits(page)
  const found = await rows<MyRow>(
    plain(pool),
    myCoursesSql(
      [
        statuses[status] ?? 'not c.deleted',
        ...(role ? [`e.role = ${bind(role)}`] : []),
        ...(type ? [`c.course_type = ${bind(type)}`] : []),
        ...(keyword.trim() ? [namedOrTaught(bind(wordPatterns(keyword)))] : []),
      ],
      sort ? `c.${sort} ${order === 'descending' ? 'desc' : 'asc'}, e.id` : 'e.joined_at desc, e.id desc',
      // no limit: PostgreSQL would plan it anew for each number of rows
      `mine.place > ${bind(offset)}::int and mine.place <= ${bind(offset + limit)}::int`,
    ),
    ...values,
  )
  return pageOf(
    page,
    found[0]?.total ?? 0,
    found.flatMap(({ total: _, role, joined_at, waiting, ...course }): MyCourse[] =>
      course.id ? [{ ...summaryOf(toTaughtCourse(course), now()), role, joined_at: joined_at.toISOString(), waiting }] : [],
    ),
  )
}

/** A course of the actor; of a page beyond the last one, `total` alone. */
type MyRow = SelectedCourse & { total: number; role: CourseRole; joined_at: Date; waiting: number }
/** Of courses `c`, by their names or those of who teaches them. */
const namedOrTaught = (patterns: string) => `(${heldSql('c.folded', patterns)} or exists (
        select from enrolments t join mirror.persons p on p.id = t.person_id
        where t.course_id = c.id and t.role <> 'student' and t.state = 'active' and p.deleted is not true and ${foldedName} like all(${patterns}::text[])))`
/** A page of a person's courses, their number, and how many wait to be let in, where the person teaches. */
export const myCoursesSql = (conditions: string[], order: string, page: string) => `
  with mine as materialized (
    select c.id, e.role, e.joined_at, row_number() over (order by ${order}) as place
    from enrolments e join courses c on c.id = e.course_id where e.person_id = $1 and e.state = 'active' and ${conditions.join(' and ')})
  select counted.total, page.* from (select count(*)::int as total from mine) counted left join (
    select mine.place, mine.role, mine.joined_at, ${courseColumns},
      case when mine.role = 'instructor' then (select count(*)::int from join_requests j where j.course_id = c.id and j.state = 'waiting') else 0 end as waiting
    from mine join courses c on c.id = mine.id where ${page}
  ) page on true order by page.place`

const count = async (tx: Tx, from: string, values: unknown[]) =>
  (await one<{ total: number }>(tx, `${plannedByValues}select count(*)::int as total ${from}`, ...values))?.total ?? 0
