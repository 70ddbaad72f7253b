// Groups that are proposed before they are saved: at random, balanced, by class, and from the lines of a file with who leads.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { expect, test } from 'vitest'
import { type TestGroups, withGroups } from '../test/groups.ts'
import type { School } from '../test/school.ts'
import type { PreviewGroup } from './api.ts'

let env: TestGroups
let school: School
let students: Actor[]
withGroups((groups) => {
  env = groups
  ;({ school, students } = groups)
})

const save = (groups: PreviewGroup[]) =>
  env.as('PUT', `/api/group-sets/${env.set}/members`, {
    moves: groups.flatMap(({ id, people }) =>
      id ? people.flatMap(({ id: person_id, from }) => (from === id ? [] : [{ person_id, from, to: id }])) : [],
    ),
    new_groups: groups.flatMap(({ id, name, people }) =>
      id ? [] : [{ name, people: people.map(({ id: person_id, from }) => ({ person_id, from })) }],
    ),
  })
const distribute = (body: object) => env.as('POST', `/api/group-sets/${env.set}/distribute`, body)

test('a distribution by number or size writes nothing until it is saved; missing groups are made', async () => {
  await env.move([students[0]!, null, (await env.groupIds())[0]!])
  const four = (await distribute({ who: 'everyone', into: 'count', n: 4, name: 'Group {n}' })).body.groups as PreviewGroup[]
  expect(four.map(({ name, people }) => [name, people.length]).sort()).toEqual([
    ['Dunes', expect.any(Number)],
    ['Group 1', expect.any(Number)],
    ['Reefs', expect.any(Number)],
    ['Tides', expect.any(Number)],
  ])
  expect(await env.where()).toEqual({ Tides: 'Aiko', Reefs: '', Dunes: '' })
  expect((await save(four)).status).toBe(200)
  const sizes = (await env.board()).list.map(({ members }) => members.length)
  expect([Math.max(...sizes) - Math.min(...sizes), sizes.length]).toEqual([1, 4])
  expect((await env.board()).ungrouped).toEqual([])
  expect(
    ((await distribute({ who: 'everyone', into: 'size', n: 4 })).body.groups as PreviewGroup[]).map(({ people }) => people.length),
  ).toEqual([3, 3])
  expect((await save(four)).body.code).toBe('courseGroup.moved')
  expect((await distribute({ who: 'everyone', into: 'count' })).body.errors).toHaveProperty('n')
  expect((await distribute({ who: 'everyone', into: 'count', n: 9 })).body.errors).toHaveProperty('name')
})
test('balanced by a field, groups have as many of each value; those in a group may stay', async () => {
  await school.db.query(`update mirror.memberships set department_name = 'Law' where person_id = any($1)`, [
    students.slice(0, 3).map(({ person }) => person),
  ])
  await school.db.query(`update mirror.memberships set department_name = 'Biology' where person_id = any($1)`, [
    students.slice(3).map(({ person }) => person),
  ])
  const klass = newId()
  await school.db.query(
    `insert into mirror.study_units (id, org_id, kind, name, deleted, version) values ($1, $2, 'klass', 'MB26A', false, 1)`,
    [klass, school.org],
  )
  const half = students.slice(0, 3).map(({ person }) => person)
  await school.db.query('update mirror.memberships set klass_id = $2 where person_id = any($1)', [half, klass])
  const by = async (more: object) => {
    const { body } = await distribute({ who: 'everyone', into: 'existing', ...more })
    return (body.groups as PreviewGroup[]).map(({ values }) => values.map(({ value, count }) => `${value} ${count}`).join())
  }
  expect(await by({ balance: 'klass' })).toEqual(Array(3).fill(' 1,MB26A 1'))
  const values = half.map((person_id) => ({ person_id, value: 'A in chemistry' }))
  expect(await by({ balance: 'given', values })).toEqual(Array(3).fill(' 1,A in chemistry 1'))
  const [tides] = await env.groupIds()
  await env.move([students[0]!, null, tides!])
  const groups = (await distribute({ who: 'ungrouped', into: 'existing', balance: 'department' })).body.groups as PreviewGroup[]
  expect(groups[0]!.people[0]).toMatchObject({ name: 'Aiko Mori', from: tides })
  for (const { values } of groups)
    expect(values).toEqual([
      { value: 'Biology', count: 1 },
      { value: 'Law', count: 1 },
    ])
})
test('one group for each class, of its name; a student without a class stays, and a second time nobody moves', async () => {
  const klasses = [newId(), newId()]
  for (const [nth, name] of ['MB26A', 'MB26B'].entries())
    await school.db.query(
      `insert into mirror.study_units (id, org_id, kind, name, deleted, version) values ($1, $2, 'klass', $3, false, 1)`,
      [klasses[nth], school.org, name],
    )
  const of = async (people: Actor[], klass: string | null) =>
    school.db.query('update mirror.memberships set klass_id = $2 where person_id = any($1)', [people.map(({ person }) => person), klass])
  await of(students, null)
  const request = { who: 'everyone', into: 'klass' }
  expect((await distribute(request)).body.details.into[0].code).toBe('courseGroup.noKlasses')
  await of(students.slice(0, 2), klasses[0]!)
  await of(students.slice(2, 5), klasses[1]!)
  const tides = (await env.groupIds())[0]!
  await env.move([students[0]!, null, tides], [students[5]!, null, tides])
  const planned = (await distribute({ ...request, who: 'ungrouped' })).body
  expect(planned.groups.map(({ name, people }: PreviewGroup) => `${name} ${people.length}`)).toEqual(['MB26A 1', 'MB26B 3'])
  const { groups, klassless } = (await distribute(request)).body
  expect([klassless, groups[0].people.map(({ from }: { from: string | null }) => from)]).toEqual([1, [tides, null]])
  await save(groups)
  expect(await env.where()).toEqual({ Tides: 'Faridah', Reefs: '', Dunes: '', MB26A: 'Aiko,Ben', MB26B: 'Chai,Dewi,Ewa' })
  const again = (await distribute(request)).body.groups as PreviewGroup[]
  expect(again.flatMap(({ id, people }) => people.filter(({ from }) => from !== id))).toEqual([])
  await of(students, null)
})
test('the lines of a file: a line for everybody who is unknown, no student, or repeated', async () => {
  const [tides, reefs] = await env.groupIds()
  await env.move([students[0]!, null, tides!], [students[1]!, null, tides!], [students[4]!, null, reefs!])
  const no = async ({ person }: Actor) =>
    (await school.db.query('select user_no, email from mirror.persons where id = $1', [person])).rows[0]
  const given = []
  for (const student of students) given.push(await no(student))
  const [aiko, ben, chai, dewi] = given
  const wide = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  const lines = [
    { person: aiko.user_no, group: 'Reefs' },
    { person: ` ${ben.email.toUpperCase()} `, group: ' tides ' },
    { person: `\ufeff${wide(chai.user_no)}`, group: '海洋組' },
    { person: dewi.user_no, group: '' },
    { person: '999999', group: 'Tides' },
    { person: (await no(school.teacher)).user_no, group: 'Tides' },
    { person: chai.email, group: 'Tides' },
  ]
  const { body } = await env.as('POST', `/api/group-sets/${env.set}/placement`, { lines })
  expect(body.lines.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'moves',
    'stays',
    'comes',
    'groupMissing',
    'unknown',
    'notStudent',
    'repeated',
  ])
  expect(body.lines[4].person).toBeNull()
  expect(body.groups.map(({ name, id, people }: PreviewGroup) => [name, id === null, people.length])).toEqual([
    ['Tides', false, 1],
    ['Reefs', false, 2],
    ['海洋組', true, 1],
  ])
  expect((await save(body.groups)).status).toBe(200)
  expect(await env.where()).toEqual({ Tides: 'Ben', Reefs: 'Aiko,Ewa', Dunes: '', 海洋組: 'Chai' })
})
test('a number of two people in other cases is ambiguous, and no leader either; spelled as that of one it is theirs', async () => {
  const [aiko, ben] = students as [Actor, Actor]
  const numbered = async ({ person }: Actor, number: string) => {
    const before = (await school.db.query('select user_no from mirror.persons where id = $1', [person])).rows[0].user_no as string
    await school.db.query('update mirror.persons set user_no = $1 where id = $2', [number, person])
    return before
  }
  const before = [await numbered(aiko, 'Gx1'), await numbered(ben, 'gX1')]
  const lines = [
    { person: 'gx1', group: 'Tides' },
    { person: 'gX1', group: 'Tides', leader: 'GX1' },
  ]
  const { body } = await env.as('POST', `/api/group-sets/${env.set}/placement`, { lines })
  expect(
    body.lines.map((line: { outcome: string; person: { id: string } | null; leader_fault: string | null }) => [
      line.outcome,
      line.person?.id,
      line.leader_fault,
    ]),
  ).toEqual([
    ['ambiguous', undefined, null],
    [expect.stringMatching(/comes|moves|stays/), ben.person, 'notInGroup'],
  ])
  await numbered(aiko, before[0]!)
  await numbered(ben, before[1]!)
})
test('the leader is kept from a file: of the groups as they will be, one for each; a line names its fault', async () => {
  const [tides, reefs] = await env.groupIds()
  const [aiko, ben, chai, dewi, ewa] = students as [Actor, Actor, Actor, Actor, Actor]
  await env.move([aiko, null, tides!], [ben, null, tides!], [dewi, null, reefs!])
  await env.as('PUT', `/api/groups/${reefs}`, { leader_id: dewi.person })
  const no = async ({ person }: Actor) =>
    (await school.db.query('select user_no from mirror.persons where id = $1', [person])).rows[0].user_no as string
  const place = async (...lines: [who: Actor, group: string, leader?: string][]) => {
    const given = await Promise.all(
      lines.map(async ([who, group, leader]) => ({ person: await no(who), group, ...(leader !== undefined && { leader }) })),
    )
    return (await env.as('POST', `/api/group-sets/${env.set}/placement`, { lines: given })).body
  }
  // Ben, who stays without a line, leads the group that Chai comes into; Ewa leads a new one, named before she comes
  const { lines, groups } = await place(
    [chai, 'Tides', await no(ben)],
    [aiko, 'Kelp', await no(ewa)],
    [ewa, 'Kelp', await no(aiko)],
    [dewi, 'Reefs', await no(ben)],
    [students[5]!, 'Reefs', ' '],
  )
  expect(lines.map(({ leader_fault }: { leader_fault: string | null }) => leader_fault)).toEqual([
    null,
    null,
    'another',
    'notInGroup',
    null,
  ])
  expect(lines[3].outcome).toBe('stays')
  expect(groups.map(({ name, leader_id }: PreviewGroup) => [name, leader_id])).toEqual([
    ['Tides', ben.person],
    ['Reefs', null],
    ['Kelp', ewa.person],
  ])
  const put = (body: object) => env.as('PUT', `/api/group-sets/${env.set}/members`, body)
  const saved = await put({
    moves: [{ person_id: chai.person, from: null, to: tides }],
    new_groups: [
      {
        name: 'Kelp',
        people: [
          { person_id: aiko.person, from: tides },
          { person_id: ewa.person, from: null },
        ],
        leader_id: ewa.person,
      },
    ],
    leaders: [{ group_id: tides, leader_id: ben.person }],
  })
  expect(saved.body).toMatchObject({ moved: 3, new_groups: [{ name: 'Kelp', leader_id: ewa.person }] })
  const leaders = async () => Object.fromEntries((await env.board()).list.map(({ name, leader_id }) => [name, leader_id]))
  expect(await leaders()).toEqual({ Tides: ben.person, Reefs: dewi.person, Dunes: null, Kelp: ewa.person })
  const audited = await school.db.query(
    `select person::text from kit.audit where action = 'courseGroup.leaderNamed' and course = $1 order by id`,
    [env.course],
  )
  expect(audited.rows.map(({ person }) => person)).toEqual(expect.arrayContaining([ben.person, ewa.person]))
  // of somebody who is elsewhere, and of a group of another set, nothing is written
  const refused = await put({
    moves: [{ person_id: chai.person, from: tides, to: null }],
    leaders: [{ group_id: tides, leader_id: ewa.person }],
  })
  expect([refused.status, refused.body.details.leaders[0].code]).toEqual([400, 'courseGroup.leaderUnknown'])
  expect((await put({ leaders: [{ group_id: newId(), leader_id: null }] })).body.details.leaders[0].code).toBe('courseGroup.unknown')
  expect((await env.where()).Tides).toBe('Ben,Chai')
  expect((await put({ leaders: [{ group_id: tides, leader_id: null }] })).status).toBe(200)
  expect((await leaders()).Tides).toBeNull()
})
