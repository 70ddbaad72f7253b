// Lists of group sets, groups and students with their groups, and one set with everybody in it.
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid, notFound } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, plain, rows } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { has } from '@lyceum/identity/mirror/permissions'
import { type CourseScope, teaches } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import type { CountedGroup, GroupBoard, GroupPerson, GroupSet, PeopledGroup, Student } from './api.ts'
import { type GroupRow, groupColumns, type SetRow, setColumns } from './group-rows.ts'
import { toGroup } from './groups.ts'

type Conditions = PageQuery & { conditions?: string }
/** Students of a course on one board. */
const mostStudents = 10_000

type SetView = SetRow & { groups: number; members: number; my_group: GroupSet['my_group'] }
const setView = (person: string) => `
  ${setColumns('s')},
  (select count(*)::int from groups g where g.set_id = s.id and not g.deleted) as groups,
  (select count(*)::int from group_members m where m.set_id = s.id and m.until is null) as members,
  (select json_build_object('id', g.id, 'name', g.name) from group_members m join groups g on g.id = m.group_id
    where m.set_id = s.id and m.person_id = nullif(${person}, '')::uuid and m.until is null) as my_group`

const toSet = ({ id, course_id, name, sort, sign_up, seats, sign_up_until, groups, members, my_group, version }: SetView): GroupSet => ({
  id,
  course_id,
  name,
  sort,
  sign_up: sign_up ? { seats, until: sign_up_until?.toISOString() ?? null } : null,
  groups,
  members,
  my_group,
  version: Number(version),
})

/** Students may join and leave now. */
export const isOpen = ({ sign_up, sign_up_until }: Pick<SetRow, 'sign_up' | 'sign_up_until'>, now: Date): boolean =>
  sign_up && (sign_up_until === null || now < sign_up_until)

/** A set as it is in the transaction of a write. */
export async function readSet({ db }: Deps, actor: Actor, id: string): Promise<GroupSet> {
  const set = await one<SetView>(db, `select ${setView('$2')} from group_sets s where s.id = $1`, id, actor.person)
  if (!set) throw notFound('groupSet', id)
  return toSet(set)
}

/** A keyword of a list's conditions, as patterns. */
export const keywordOf = (keyword: unknown): string[] => {
  if (keyword !== undefined && (typeof keyword !== 'string' || keyword.length > 100))
    throw invalid({ 'conditions.keyword': 'field.format' })
  return wordPatterns(keyword ?? '')
}
/** An id of a list's conditions; null: not given. */
export function idOf(value: unknown, name: string): string | null {
  if (value === undefined) return null
  if (typeof value !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value))
    throw invalid({ [`conditions.${name}`]: 'field.format' })
  return value
}

export async function listSets({ pool }: Deps, actor: Actor, course: string, { conditions, ...page }: Conditions) {
  const { keyword } = conditionsOf(conditions, ['keyword'])
  const where = `from group_sets s where s.course_id = $1 and not s.deleted and ${heldSql(foldedSql('s.name'), '$2')}`
  const values = [course, keywordOf(keyword)]
  const sql = plain(pool)
  const total = await one<{ n: number }>(sql, `select count(*)::int as n ${where}`, ...values)
  const { limit, offset } = limits(page)
  const sets = await rows<SetView>(
    sql,
    `select ${setView('$3')} ${where} order by s.sort, s.id limit ${limit} offset ${offset}`,
    ...values,
    actor.person,
  )
  return pageOf(page, total?.n ?? 0, sets.map(toSet))
}

type CountedRow = GroupRow & { set_name: string; leader_name: string | null; members: number; mine: boolean }
export async function listGroups({ pool }: Deps, actor: Actor, course: string, { conditions, ...page }: Conditions) {
  const { keyword, set_id } = conditionsOf(conditions, ['keyword', 'set_id'])
  const where = `from groups g join group_sets s on s.id = g.set_id and not s.deleted
    where g.course_id = $1 and not g.deleted and ${heldSql(foldedSql('g.name'), '$2')} and ($3::uuid is null or g.set_id = $3)`
  const values = [course, keywordOf(keyword), idOf(set_id, 'set_id')]
  const sql = plain(pool)
  const total = await one<{ n: number }>(sql, `select count(*)::int as n ${where}`, ...values)
  const { limit, offset } = limits(page)
  const groups = await rows<CountedRow>(
    sql,
    `
    select ${groupColumns('g')}, s.name as set_name,
      (select p.name from mirror.persons p where p.id = g.leader_id and not p.deleted) as leader_name,
      (select count(*)::int from group_members m where m.group_id = g.id and m.until is null) as members,
      exists (select from group_members m where m.group_id = g.id and m.person_id = nullif($4, '')::uuid and m.until is null) as mine
    ${where} order by s.sort, s.id, g.sort, g.id limit ${limit} offset ${offset}`,
    ...values,
    actor.person,
  )
  return pageOf(
    page,
    total?.n ?? 0,
    groups.map(
      ({ set_name, leader_name, members, mine, ...group }): CountedGroup => ({
        ...toGroup(group),
        set_name,
        leader: group.leader_id && leader_name !== null ? { id: group.leader_id, name: leader_name } : null,
        members,
        mine,
      }),
    ),
  )
}

type PersonRow = GroupPerson & { group: string }

/** Students of a set by group; for those who may change groups also the students of none. */
export async function readBoard({ pool, now }: Deps, actor: Actor, scope: CourseScope, id: string): Promise<GroupBoard> {
  const sql = plain(pool)
  const groupsPeople = has(scope.access.can, 'members.group')
  const [set, groups, people, students] = await Promise.all([
    one<SetView>(sql, `select ${setView('$2')} from group_sets s where s.id = $1 and not s.deleted`, id, actor.person),
    rows<GroupRow>(sql, `select ${groupColumns()} from groups where set_id = $1 and not deleted order by sort, id`, id),
    rows<PersonRow>(
      sql,
      `
      select m.group_id::text as group, m.person_id::text as id, coalesce(p.name, '') as name, coalesce(p.user_no, '') as user_no,
        coalesce(p.avatar, '') as avatar
      from group_members m left join mirror.persons p on p.id = m.person_id
      where m.set_id = $1 and m.until is null and p.deleted is not true order by p.name, m.person_id`,
      id,
    ),
    groupsPeople
      ? rows<PersonRow>(
          sql,
          `
          select '' as group, e.person_id::text as id, coalesce(p.name, '') as name, coalesce(p.user_no, '') as user_no,
            coalesce(p.avatar, '') as avatar
          from enrolments e left join mirror.persons p on p.id = e.person_id
          where e.course_id = $1 and e.role = 'student' and e.state = 'active' and p.deleted is not true
          order by p.name, e.person_id limit ${mostStudents}`,
          scope.course,
        )
      : null,
  ])
  if (!set) throw notFound('groupSet', id)
  const ofGroup = Map.groupBy(people, ({ group }) => group)
  // told apart here: without fresh statistics PostgreSQL compares every student with every stay
  const grouped = new Set(people.map(({ id: person }) => person))
  const toPerson = ({ group: _, ...one }: PersonRow): GroupPerson => one
  return {
    ...toSet(set),
    open: isOpen(set, now()),
    list: groups.map((group): PeopledGroup => ({ ...toGroup(group), members: (ofGroup.get(group.id) ?? []).map(toPerson) })),
    ungrouped: students?.filter(({ id: person }) => !grouped.has(person)).map(toPerson) ?? null,
  }
}

type StudentRow = GroupPerson & { email: string; groups: Student['groups'] }
const isFlag = (value: unknown): value is boolean | undefined => value === undefined || typeof value === 'boolean'

export async function listStudents({ pool }: Deps, scope: CourseScope, course: string, { conditions, ...page }: Conditions) {
  const { keyword, set_id, group_id, in_group } = conditionsOf(conditions, ['keyword', 'set_id', 'group_id', 'in_group'])
  if (!isFlag(in_group)) throw invalid({ 'conditions.in_group': 'field.type' })
  if (in_group !== undefined && set_id === undefined) throw invalid({ 'conditions.set_id': 'field.required' })
  const where = `from enrolments e left join mirror.persons p on p.id = e.person_id
    where e.course_id = $1 and e.role = 'student' and e.state = 'active' and p.deleted is not true
      and ${heldSql('p.folded', '$2')}
      and ($3::uuid is null or exists (select from group_members m where m.group_id = $3 and m.person_id = e.person_id and m.until is null))
      and ($5::bool is null or $5 = exists (select from group_members m where m.set_id = $4 and m.person_id = e.person_id and m.until is null))`
  const set = idOf(set_id, 'set_id')
  const values = [course, keywordOf(keyword), idOf(group_id, 'group_id'), set, in_group ?? null]
  const sql = plain(pool)
  const total = await one<{ n: number }>(sql, `select count(*)::int as n ${where}`, ...values)
  const { limit, offset } = limits(page)
  const students = await rows<StudentRow>(
    sql,
    `
    select e.person_id::text as id, coalesce(p.name, '') as name, coalesce(p.user_no, '') as user_no, coalesce(p.avatar, '') as avatar,
      coalesce(p.email, '') as email, ${groupsOfPerson('e.course_id', 'e.person_id')} as groups
    ${where} order by p.name, e.person_id limit ${limit} offset ${offset}`,
    ...values,
  )
  const teacher = teaches(scope.access)
  return pageOf(
    page,
    total?.n ?? 0,
    students.map(({ email, ...student }): Student => {
      const asked = set === null ? student.groups[0] : student.groups.find((group) => group.set_id === set)
      return { ...student, email: teacher && email ? email : null, group_name: asked?.name ?? null, is_leader: asked?.is_leader ?? false }
    }),
  )
}

/** The groups of a person in a course, those of the first set first, as JSON. */
export const groupsOfPerson = (course: string, person: string): string => `
  (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'set_id', s.id, 'set_name', s.name, 'is_leader', coalesce(g.leader_id = m.person_id, false))
      order by s.sort, s.id), '[]')
    from group_members m join groups g on g.id = m.group_id join group_sets s on s.id = m.set_id and not s.deleted
    where m.course_id = ${course} and m.person_id = ${person} and m.until is null)`
