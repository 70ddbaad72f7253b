// Previews of a distribution by chance, and of the lines of a file. Nothing is written: what they show is saved by a call of moves.
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { plain, rows } from '@lyceum/kit/database/database'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { byUserNumber } from '@lyceum/kit/text/user-number'
import { plainWidth } from '@lyceum/kit/text/width'
import { caseless } from '@lyceum/kit/text/folded'
import type { CourseScope } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import type { GroupPerson } from '../groups/api.ts'
import type { Balance, LeaderFault, LineOutcome, PreviewGroup } from './api.ts'
import type { Static } from 'typebox'
import { mostPeople } from './moving.ts'
import { distributed, freeNames, groupsNeeded, klassNames } from './rules.ts'
import type { GroupStay } from '../groups/stays.ts'

const mostGroups = 200

type PersonRow = GroupPerson & {
  email: string
  role: string
  group: string | null
  value: string
  klass: { id: string; name: string } | null
}
type GroupName = { id: string; name: string }

/** The field that a distribution balances: of the person's membership `b` of the course's organisation, and of its class `k`. */
const balanced: Record<Exclude<Balance, 'given'>, string> = { department: 'b.department_name', klass: 'k.name' }

/** The members of the course with the group that each is in, and the groups of the set. */
async function readSet(
  { pool }: Deps,
  scope: CourseScope,
  set: string,
  balance?: Balance,
): Promise<{ people: PersonRow[]; groups: GroupName[] }> {
  const sql = plain(pool)
  const [people, stays, groups] = await Promise.all([
    rows<Omit<PersonRow, 'group'>>(
      sql,
      `
      select e.person_id::text as id, e.role, coalesce(p.name, '') as name, coalesce(p.user_no, '') as user_no, coalesce(p.avatar, '') as avatar,
        coalesce(p.email, '') as email, ${balance && balance !== 'given' ? `coalesce(${balanced[balance]}, '')` : `''`} as value,
        case when k.name <> '' then json_build_object('id', k.id, 'name', k.name) end as klass
      from enrolments e
      left join mirror.persons p on p.id = e.person_id
      left join mirror.memberships b on b.person_id = e.person_id and b.org_id = e.org_id
      left join mirror.study_units k on k.id = b.klass_id and not k.deleted
      where e.course_id = $1 and e.state = 'active' and p.deleted is not true order by p.name, e.person_id`,
      scope.course,
    ),
    rows<GroupStay>(
      sql,
      'select person_id::text as person, group_id::text as group from group_members where set_id = $1 and until is null',
      set,
    ),
    rows<GroupName>(sql, 'select id::text, name from groups where set_id = $1 and not deleted order by sort, id', set),
  ])
  // joined here, as the board is: without fresh statistics PostgreSQL compares everybody with every stay
  const places = new Map(stays.map(({ person, group }) => [person, group]))
  return { people: people.map((person) => ({ ...person, group: places.get(person.id) ?? null })), groups }
}

const personOf = ({ id, name, user_no, avatar }: PersonRow): GroupPerson => ({ id, name, user_no, avatar })
const shown = (person: PersonRow) => ({ ...personOf(person), from: person.group })
function preview(id: string | null, name: string, people: PersonRow[], withValues: boolean): PreviewGroup {
  const counts = new Map<string, number>()
  for (const { value } of withValues ? people : []) counts.set(value, (counts.get(value) ?? 0) + 1)
  const values = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => (a.value < b.value ? -1 : 1))
  return { id, name, people: people.map(shown), values, leader_id: null }
}

type Distribution = {
  who: 'ungrouped' | 'everyone'
  into: 'existing' | 'count' | 'size' | 'klass'
  n?: number
  balance?: Balance
  values?: { person_id: string; value: string }[]
  name?: string
}

export async function previewDistribution(
  deps: Deps,
  scope: CourseScope,
  set: string,
  { who, into, n, balance, values = [], name }: Distribution,
) {
  if (into === 'klass') return previewKlasses(deps, scope, set, who)
  if (into !== 'existing' && n === undefined) throw invalid({ n: 'field.required' })
  const { people, groups } = await readSet(deps, scope, set, balance)
  const given = balance === 'given' ? new Map(values.map(({ person_id, value }) => [person_id, value.trim()])) : undefined
  const students = people
    .filter(({ role }) => role === 'student')
    .map((person) => (given ? { ...person, value: given.get(person.id) ?? '' } : person))
  const moving = students.filter(({ group }) => who === 'everyone' || group === null)
  const wanted = into === 'existing' ? groups.length : groupsNeeded(students.length, into === 'count' ? { count: n! } : { size: n! })
  if (wanted === 0) throw invalid({ into: 'courseGroup.none' })
  if (wanted > mostGroups) throw conflict('courseGroup.tooMany', { most: mostGroups })
  const used = groups.slice(0, wanted)
  const missing = wanted - used.length
  if (missing > 0 && name === undefined) throw invalid({ name: 'field.required' })
  const fresh = freeNames(
    name ?? '',
    missing,
    groups.map((group) => group.name),
  )
  const staying = Map.groupBy(
    students.filter(({ group }) => group !== null && who === 'ungrouped'),
    ({ group }) => group!,
  )
  const targets = [...used.map(({ id, name }) => ({ key: id, id, name })), ...fresh.map((name) => ({ key: name, id: null, name }))]
  const placed = distributed(
    moving,
    targets.map(({ key }) => {
      const there = staying.get(key) ?? []
      const values = new Map([...Map.groupBy(there, ({ value }) => value)].map(([value, alike]) => [value, alike.length]))
      return { key, people: there.length, values }
    }),
    Math.random,
  )
  const coming = Map.groupBy(moving, ({ id }) => placed.get(id)!)
  const after = targets.map(({ key, id, name }) =>
    preview(id, name, [...(staying.get(key) ?? []), ...(coming.get(key) ?? [])], balance !== undefined),
  )
  const large = after.find((group) => group.people.length > mostPeople)
  if (large) throw invalid({ n: ['courseGroup.tooLarge', { name: large.name, most: mostPeople }] })
  return { groups: after, klassless: 0 }
}

/** Each class in the group of its name. */
async function previewKlasses(deps: Deps, scope: CourseScope, set: string, who: Distribution['who']) {
  const { people, groups } = await readSet(deps, scope, set)
  const students = people.filter(({ role }) => role === 'student')
  const moving = students.filter(({ group, klass }) => klass !== null && (who === 'everyone' || group === null))
  if (moving.length === 0) throw invalid({ into: 'courseGroup.noKlasses' })
  const byName = new Map(groups.map((group) => [caseless(group.name), group.id]))
  const movers = new Set(moving)
  const names = klassNames(students.flatMap(({ klass }) => klass ?? []))
  const coming = Map.groupBy(moving, ({ klass }) => names.get(klass!.id)!)
  const after = [...coming]
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([name, alike]) => {
      const id = byName.get(caseless(name)) ?? null
      const staying = id === null ? [] : students.filter((person) => person.group === id && !movers.has(person))
      return preview(id, name, [...staying, ...alike], false)
    })
  if (groups.length + after.filter(({ id }) => id === null).length > mostGroups) throw conflict('courseGroup.tooMany', { most: mostGroups })
  const large = after.find((group) => group.people.length > mostPeople)
  if (large) throw invalid({ into: ['courseGroup.tooLarge', { name: large.name, most: mostPeople }] })
  return { groups: after, klassless: students.filter(({ klass }) => klass === null).length }
}

type Line = { person: string; group: string; leader?: string }
type Outcome = Static<typeof LineOutcome>

/** Groups that the lines do not name are not among the answer. */
export async function previewPlacement(deps: Deps, scope: CourseScope, set: string, lines: Line[]) {
  const { people, groups } = await readSet(deps, scope, set)
  const byNumber = byUserNumber(people)
  const byAddress = new Map(people.filter(({ email }) => email).map((person) => [person.email.toLowerCase(), person]))
  // a number goes before an address
  const known = (text: string): PersonRow[] => {
    const named = byNumber(text)
    return named.length > 0 ? named : [byAddress.get(plainWidth(text).trim().toLowerCase()) ?? []].flat()
  }
  const byName = new Map(groups.map((group) => [caseless(group.name), { id: group.id as string | null, name: group.name }]))
  const named = new Set<PersonRow>()
  const coming = new Map<string, PersonRow[]>()
  const placed = lines.map((line) => {
    const found = known(line.person)
    const person = found.length === 1 ? found[0] : undefined
    const name = cleanTitle(line.group).slice(0, 100)
    const key = caseless(name)
    const outcome = (): Outcome => {
      if (!person) return found.length > 1 ? 'ambiguous' : 'unknown'
      if (person.role !== 'student') return 'notStudent'
      if (named.has(person)) return 'repeated'
      if (name === '') return 'groupMissing'
      named.add(person)
      const group = byName.get(key) ?? { id: null, name }
      byName.set(key, group)
      coming.set(key, [...(coming.get(key) ?? []), person])
      return person.group === null ? 'comes' : person.group === group.id ? 'stays' : 'moves'
    }
    return { person, key, outcome: outcome(), leader: line.leader?.trim() ?? '' }
  })
  if (byName.size > mostGroups) throw conflict('courseGroup.tooMany', { most: mostGroups })
  const after = new Map(
    [...byName].flatMap(([key, { id, name }]) => {
      const come = coming.get(key)
      if (!come) return []
      const staying = id === null ? [] : people.filter((person) => person.group === id && !named.has(person))
      return [[key, preview(id, name, [...staying, ...come], false)] as const]
    }),
  )
  // when everybody has their place: a leader may stand in a later line
  const leaderFault = ({ key, outcome, leader }: (typeof placed)[number]): Static<typeof LeaderFault> | null => {
    const group = after.get(key)
    if (!group || leader === '' || !['comes', 'moves', 'stays'].includes(outcome)) return null
    const led = known(leader)
    const person = led.length === 1 ? group.people.find(({ id }) => id === led[0]!.id) : undefined
    if (!person) return 'notInGroup'
    group.leader_id ??= person.id
    return group.leader_id === person.id ? null : 'another'
  }
  return {
    lines: placed.map((line) => ({
      outcome: line.outcome,
      person: line.person ? personOf(line.person) : null,
      leader_fault: leaderFault(line),
    })),
    groups: [...after.values()],
  }
}
