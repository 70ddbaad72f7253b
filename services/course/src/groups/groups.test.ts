// Group sets and groups: making, changing, copying, the bin, and what facts say of them.
import { openPool } from '@lyceum/kit/database/connections'
import { plain, plainDatabase } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'
import type { GroupBoard, GroupPerson } from './api.ts'
import { purgeGroups } from './bin.ts'
import { resync } from '../resync.ts'

let it: TestService
let school: School
let stop: () => Promise<void>
let pool: ReturnType<typeof openPool>
let course: string
beforeAll(async () => {
  ;({ it, school, stop } = await testCourses())
  pool = openPool(it.databaseUrl, { max: 2 })
})
afterAll(async () => {
  await pool?.end()
  await stop?.()
})
beforeEach(async () => {
  course = (await it.call(school.teacher, 'POST', '/api/course', { name: 'Marine Biology II' })).body.id
  await it.call(school.teacher, 'PUT', `/api/courses/${course}/publish`, { published: true })
  const person_ids = [school.student.person, school.stranger.person]
  await it.call(school.teacher, 'POST', `/api/courses/${course}/enrollments`, { person_ids, role: 'student' })
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const as = (method: Method, path: string, body?: object, who: Actor = school.teacher) => it.call(who, method, path, body)
const makeSet = async (draft: object = {}) =>
  (await as('POST', `/api/courses/${course}/group-sets`, { name: 'Lab teams', groups: ['Tides', 'Reefs'], ...draft })).body
const board = async (set: string, who?: Actor): Promise<GroupBoard> => (await as('GET', `/api/group-sets/${set}`, undefined, who)).body
const put = (set: string, person: Actor, to: string | null, from: string | null = null) =>
  as('PUT', `/api/group-sets/${set}/members`, { moves: [{ person_id: person.person, from, to }] })
const names = (people: GroupPerson[] | null) => people?.map(({ name }) => name)
const facts = async (type: string) =>
  (
    await school.db.query('select value::jsonb as value from kit.outbox where key = $1 and type = $2 order by seq', [
      `course:${course}`,
      `lyceum.course.v1.${type}`,
    ])
  ).rows.map(({ value }) => value)

test('201 with its groups; members see who is in them, who groups also sees who is in none', async () => {
  const set = await makeSet()
  expect(set).toMatchObject({ name: 'Lab teams', sort: 1, groups: 2, members: 0, sign_up: null, my_group: null })
  const [tides] = (await board(set.id)).list
  expect((await put(set.id, school.student, tides!.id)).body).toMatchObject({ moved: 1 })
  const after = await board(set.id)
  expect(after.list.map(({ name, members }) => [name, names(members)])).toEqual([
    ['Tides', ['Maya Tan']],
    ['Reefs', []],
  ])
  expect(names(after.ungrouped)).toEqual(['Omar Haddad'])
  expect(await board(set.id, school.student)).toMatchObject({ ungrouped: null, my_group: { id: tides!.id, name: 'Tides' }, members: 1 })
  const lists = async (path: string, who?: Actor) => (await as('GET', `/api/courses/${course}/${path}`, undefined, who)).body
  expect((await lists('group-sets')).items).toMatchObject([{ id: set.id, members: 1 }])
  expect((await lists('groups', school.student)).items).toMatchObject([
    { name: 'Tides', members: 1, mine: true },
    { name: 'Reefs', members: 0, mine: false },
  ])
  expect((await lists('groups?conditions={"keyword":"ree"}')).total).toBe(1)
})

test('students are listed with their groups: of the set that is asked for, else of the first', async () => {
  const [first, second] = [await makeSet(), await makeSet({ name: 'Talks', groups: ['Monday'] })]
  const [tides] = (await board(first.id)).list
  const [monday] = (await board(second.id)).list
  await put(first.id, school.student, tides!.id)
  await put(second.id, school.student, monday!.id)
  await as('PUT', `/api/groups/${monday!.id}`, { leader_id: school.student.person })
  const list = async (conditions: object = {}, who?: Actor) =>
    (await as('GET', `/api/course/${course}/students?conditions=${JSON.stringify(conditions)}`, undefined, who)).body.items
  expect(await list()).toMatchObject([
    {
      name: 'Maya Tan',
      group_name: 'Tides',
      is_leader: false,
      groups: [{ set_name: 'Lab teams' }, { set_name: 'Talks', is_leader: true }],
    },
    { name: 'Omar Haddad', group_name: null, groups: [] },
  ])
  expect(await list({ set_id: second.id, in_group: true })).toMatchObject([{ name: 'Maya Tan', group_name: 'Monday', is_leader: true }])
  expect(await list({ set_id: second.id, in_group: false })).toHaveLength(1)
  expect(await list({ group_id: tides!.id })).toHaveLength(1)
  expect((await list({}, school.student))[1].email).toBeNull()
  expect((await as('GET', `/api/course/${course}/students?conditions={"in_group":true}`)).body.errors).toHaveProperty('conditions.set_id')
  expect((await as('GET', `/api/course/${course}/students?conditions={"set_id":"x"}`)).status).toBe(400)
})

test('a leader is one of the group, and no more once they have left it', async () => {
  const set = await makeSet()
  const [tides, reefs] = (await board(set.id)).list
  const lead = (person: string | null) => as('PUT', `/api/groups/${tides!.id}`, { leader_id: person })
  expect((await lead(school.student.person)).body.errors).toHaveProperty('leader_id')
  await put(set.id, school.student, tides!.id)
  expect((await lead(school.student.person)).body.leader_id).toBe(school.student.person)
  await put(set.id, school.student, reefs!.id, tides!.id)
  expect((await board(set.id)).list[0]!.leader_id).toBeNull()
  expect((await facts('GroupChanged')).at(-1).leader_id).toBeUndefined()
})

test('409 for a change that saw an older version; 400 for names that are empty or there', async () => {
  const set = await makeSet()
  const [tides] = (await board(set.id)).list
  const rename = (path: string, body: object) => as('PUT', `/api/${path}`, body)
  expect((await rename(`group-sets/${set.id}`, { name: 'Teams', version: set.version })).status).toBe(200)
  expect((await rename(`group-sets/${set.id}`, { name: 'Later', version: set.version })).body.code).toBe('groupSet.newer')
  expect((await rename(`groups/${tides!.id}`, { name: 'Ebb', version: tides!.version })).body.name).toBe('Ebb')
  expect((await rename(`groups/${tides!.id}`, { name: 'Flow', version: tides!.version })).body.code).toBe('courseGroup.newer')
  expect((await rename(`groups/${tides!.id}`, { name: ' ' })).body.errors).toHaveProperty('name')
  expect((await rename(`groups/${tides!.id}`, { name: 'reefs' })).body.details.name[0].code).toBe('courseGroup.nameTaken')
  expect((await as('POST', `/api/group-sets/${set.id}/groups`, { names: ['Reefs'] })).status).toBe(400)
  // of any letter, whatever the locale of the server
  expect((await as('POST', `/api/group-sets/${set.id}/groups`, { names: ['Équipe Ω'] })).status).toBe(201)
  expect((await as('POST', `/api/group-sets/${set.id}/groups`, { names: ['équipe ω'] })).status).toBe(400)
  expect((await rename(`groups/${tides!.id}`, { name: 'ÉQUIPE ω' })).body.details.name[0].code).toBe('courseGroup.nameTaken')
  expect((await as('POST', `/api/group-sets/${set.id}/groups`, { names: Array.from({ length: 199 }, (_, n) => `G${n}`) })).body.code).toBe(
    'courseGroup.tooMany',
  )
})

test('a deleted group comes back with its people, but for those who are in another one; its set as a whole', async () => {
  const set = await makeSet()
  const [tides, reefs] = (await board(set.id)).list
  await put(set.id, school.student, tides!.id)
  await put(set.id, school.stranger, tides!.id)
  await as('PUT', `/api/groups/${tides!.id}`, { leader_id: school.stranger.person })
  expect((await as('DELETE', `/api/groups/${tides!.id}`)).status).toBe(204)
  expect(names((await board(set.id)).ungrouped)).toHaveLength(2)
  await put(set.id, school.stranger, reefs!.id)
  const bin = async () => (await as('GET', `/api/courses/${course}/deleted-groups`)).body.items
  expect(await bin()).toMatchObject([{ id: tides!.id, kind: 'group', set_name: 'Lab teams', deleted_by: { name: 'Elena Petrova' } }])
  expect((await as('PUT', `/api/groups/${tides!.id}/restore`)).body).toMatchObject({ name: 'Tides', leader_id: null })
  expect((await board(set.id)).list.map(({ members }) => names(members))).toEqual([['Maya Tan'], ['Omar Haddad']])

  expect((await as('DELETE', `/api/group-sets/${set.id}`)).status).toBe(204)
  expect((await as('GET', `/api/group-sets/${set.id}`)).body.code).toBe('groupSet.notFound')
  expect((await as('PUT', `/api/groups/${tides!.id}`, { name: 'x' })).status).toBe(404)
  expect((await as('GET', `/api/courses/${course}/groups`)).body.total).toBe(0)
  expect(await bin()).toMatchObject([{ id: set.id, kind: 'group_set', name: 'Lab teams' }])
  expect((await as('PUT', `/api/group-sets/${set.id}/restore`)).body).toMatchObject({ groups: 2, members: 2 })
  expect((await facts('GroupSetChanged')).map(({ deleted }) => deleted)).toEqual([false, true, false])
})

test('after 30 days nothing comes back; sets are purged with their groups, groups of a set are kept for its history', async () => {
  const [set, gone] = [await makeSet(), await makeSet({ name: 'Talks' })]
  const [tides] = (await board(set.id)).list
  await put(set.id, school.student, tides!.id)
  await put(gone.id, school.student, (await board(gone.id)).list[0]!.id)
  await as('DELETE', `/api/groups/${tides!.id}`)
  await as('DELETE', `/api/group-sets/${gone.id}`)
  const old = new Date(Date.now() - 30 * 86_400_000 - 1000)
  for (const [table, id] of [
    ['groups', tides!.id],
    ['group_sets', gone.id],
  ])
    await school.db.query(`update ${table} set deleted_at = $2 where id = $1`, [id, old])
  for (const path of [`groups/${tides!.id}`, `group-sets/${gone.id}`]) expect((await as('PUT', `/api/${path}/restore`)).status).toBe(404)
  expect((await as('GET', `/api/courses/${course}/deleted-groups`)).body.total).toBe(0)
  expect(await purgeGroups(plain(school.db), new Date(), 50)).toBe(1)
  const left = async (table: string) => (await school.db.query(`select 1 from ${table} where course_id = $1`, [course])).rowCount
  expect([await left('group_sets'), await left('groups'), await left('group_members')]).toEqual([1, 2, 1])
})

test('a copy has the same groups, and the people and leaders of now if they are wanted', async () => {
  const set = await makeSet({ sign_up: { seats: 1, until: null } })
  const [tides] = (await board(set.id)).list
  await put(set.id, school.student, tides!.id)
  await as('PUT', `/api/groups/${tides!.id}`, { leader_id: school.student.person })
  const copy = async (name: string, with_members: boolean) =>
    (await as('POST', `/api/group-sets/${set.id}/copy`, { name, with_members })).body
  const [empty, full] = [await copy('Talks', false), await copy('Reports', true)]
  expect(empty).toMatchObject({ groups: 2, members: 0, sign_up: null })
  expect(full).toMatchObject({ name: 'Reports', groups: 2, members: 1 })
  expect((await board(full.id)).list[0]).toMatchObject({ name: 'Tides', leader_id: school.student.person, members: [{ name: 'Maya Tan' }] })
})

test('403 for a student and a teacher of another course, 404 for what is not there; at most 50 sets', async () => {
  const set = await makeSet()
  const [tides] = (await board(set.id)).list
  const writes: [Method, string, object?][] = [
    ['POST', `/api/courses/${course}/group-sets`, { name: 'x' }],
    ['PUT', `/api/group-sets/${set.id}`, { name: 'x' }],
    ['DELETE', `/api/group-sets/${set.id}`],
    ['POST', `/api/group-sets/${set.id}/copy`, { name: 'x', with_members: true }],
    ['PUT', `/api/groups/${tides!.id}`, { name: 'x' }],
    ['DELETE', `/api/groups/${tides!.id}`],
    ['GET', `/api/courses/${course}/deleted-groups`],
  ]
  for (const [method, path, body] of writes)
    for (const who of [school.student, school.other]) expect((await as(method, path, body, who)).status, `${method} ${path}`).toBe(403)
  expect((await as('GET', `/api/group-sets/${set.id}`, undefined, school.other)).status).toBe(403)
  expect((await as('GET', `/api/group-sets/${newId()}`)).body.code).toBe('groupSet.notFound')
  for (let n = 1; n < 50; n++) await makeSet({ name: `Set ${n}`, groups: [] })
  expect((await as('POST', `/api/courses/${course}/group-sets`, { name: 'One more' })).body.code).toBe('groupSet.tooMany')
})

test('a resync emits sets and groups as they are, with former stays and under newer versions, and gives nobody a hint', async () => {
  const set = await makeSet()
  const [tides, reefs] = (await board(set.id)).list
  await put(set.id, school.student, tides!.id)
  await school.db.query(`update group_members set since = since - interval '5 minutes' where set_id = $1`, [set.id])
  await put(set.id, school.student, reefs!.id, tides!.id)
  await as('DELETE', `/api/groups/${tides!.id}`)
  const last = async (type: string) => new Map((await facts(type)).map((fact) => [fact.id, fact]))
  const before = [await last('GroupSetChanged'), await last('GroupChanged')] as const
  await plainDatabase(pool).$transaction(async (tx) => {
    for (const step of ['groupSets', 'groups'])
      for (let after: string | undefined = ''; after !== undefined; ) after = await resync[step]!(tx as never, after)
  })
  const after = [await last('GroupSetChanged'), await last('GroupChanged')] as const
  for (const [nth, told] of before.entries())
    for (const [id, { version, placed, ...state }] of told) {
      const { version: newer, placed: placedAgain, ...same } = after[nth]!.get(id)
      expect([same, BigInt(newer) > BigInt(version)]).toEqual([state, true])
      // nobody is told once more that they were put there
      expect(placedAgain).toEqual(placed && [])
    }
  expect(after[1].get(tides!.id)).toMatchObject({
    deleted: true,
    members: [{ person_id: school.student.person, until: expect.any(String) }],
  })
  const { rows } = await school.db.query('select hint from kit.outbox where key = $1 order by seq desc limit 1', [`course:${course}`])
  expect(rows[0].hint?.people ?? []).toEqual([])
})
