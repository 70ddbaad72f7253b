// Tests of the mirror of people and organisations.
import { openPool } from '@lyceum/kit/database/connections'
import { plain } from '@lyceum/kit/database/database'
import { fact } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { defineService } from '@lyceum/kit/service'
import { testProducer, type TestProducer } from '@lyceum/kit/test/test-producer'
import { testService, type TestService } from '@lyceum/kit/test/test-service'
import { scaled } from '@lyceum/kit/test/wait'
import {
  DepartmentChangedSchema,
  OrgChangedSchema,
  PersonChangedSchema,
  PersonErasedSchema,
  StudyUnitChangedSchema,
} from '@lyceum/proto/identity'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PrismaClient } from '../src/generated/client.ts'
import { identityMirror, identityMirrorMigrations } from './consumers.ts'
import { orgById } from './orgs.ts'
import { hearsSql, membersByEmail, orgRoles, personNames, searchMembers } from './persons.ts'

// a service that keeps nothing but the mirror
const keeper = defineService({
  name: 'kit',
  config: () => ({}),
  contracts: {},
  migrations: [identityMirrorMigrations],
  client: (adapter) => new PrismaClient({ adapter }),
  open: async () => ({ deps: {}, routes: [], consumers: identityMirror }),
})
let it: TestService
let identity: TestProducer
let pool: ReturnType<typeof openPool>
const org = newId()
const other = newId()

beforeAll(async () => {
  it = await testService(keeper)
  identity = await testProducer(it.world, 'identity')
  pool = openPool(it.databaseUrl, { max: 2 })
})
afterAll(async () => {
  await identity.stop()
  await pool.end()
  await it.stop()
})

type PersonDraft = {
  id?: string
  name: string
  version: number
  email?: string
  memberships?: { orgId: string; roles: string[] }[]
  deleted?: boolean
  suspendedIn?: string[]
}
const emitPerson = async ({
  id = newId(),
  name,
  version,
  email,
  memberships = [{ orgId: org, roles: ['student'] }],
  deleted = false,
  suspendedIn = [],
}: PersonDraft) => {
  await identity.emit(
    PersonChangedSchema,
    { key: `person:${id}`, org },
    { id, orgId: org, name, userNo: name.slice(0, 3), email, memberships, deleted, suspendedIn, version: BigInt(version) },
  )
  return id
}
const tx = () => plain(pool)
const soon = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: scaled(30_000) })
const nameOf = async (id: string) => (await personNames(tx(), [id])).get(id)

test('names, roles and search come from the facts; a person who left an organisation is not found in it', async () => {
  const id = await emitPerson({
    name: 'Mei_Lin',
    email: 'mei@x.test',
    version: 1,
    memberships: [
      { orgId: org, roles: ['instructor'] },
      { orgId: other, roles: ['student'] },
    ],
  })
  await soon(async () => expect(await nameOf(id)).toMatchObject({ name: 'Mei_Lin', deleted: false }))
  expect(await orgRoles(tx(), id, org)).toEqual(['instructor'])
  expect(await searchMembers(tx(), { org, keywords: 'i_l', excludeStudents: true })).toMatchObject([
    { id, email: 'mei@x.test', department_id: null },
  ])
  expect(await searchMembers(tx(), { org: other, excludeStudents: true })).toEqual([])
  expect(await membersByEmail(tx(), org, [' MEI@x.test '])).toMatchObject([{ id }])
  await emitPerson({ id, name: 'Mei', version: 2, memberships: [{ orgId: org, roles: ['admin'] }] })
  await soon(async () => expect(await nameOf(id)).toMatchObject({ name: 'Mei' }))
  expect([await orgRoles(tx(), id, org), await orgRoles(tx(), id, other)]).toEqual([['admin'], []])
})

test('a suspended person is no member, and hears of that organisation no more; of another one that they are active in they do', async () => {
  const hears = async (id: string, where: string) =>
    (await pool.query(`select ${hearsSql('$1::uuid', '$2::uuid')} as hears`, [id, where])).rows[0].hears as boolean
  const id = await emitPerson({ name: 'Nur', version: 1 })
  await soon(async () => expect(await orgRoles(tx(), id, org)).toEqual(['student']))
  expect(await hears(id, org)).toBe(true)
  await emitPerson({ id, name: 'Nur', version: 2, memberships: [{ orgId: other, roles: ['student'] }], suspendedIn: [org] })
  await soon(async () => expect(await orgRoles(tx(), id, org)).toEqual([]))
  expect([await hears(id, org), await hears(id, other)]).toEqual([false, true])
  await emitPerson({ id, name: 'Nur', version: 3, memberships: [], suspendedIn: [org] })
  await soon(async () => expect(await hears(id, other)).toBe(false))
  await emitPerson({ id, name: 'Nur', version: 4 })
  await soon(async () => expect(await hears(id, org)).toBe(true))
})

test('an older state changes nothing', async () => {
  const id = await emitPerson({ name: 'New', version: 10 })
  await emitPerson({ id, name: 'Old', version: 9, memberships: [] })
  const after = await emitPerson({ name: 'After', version: 1 })
  await soon(async () => expect(await nameOf(after)).toBeDefined())
  expect(await nameOf(id)).toMatchObject({ name: 'New' })
  expect(await orgRoles(tx(), id, org)).toEqual(['student'])
})

test('of many states that are told at once the newest counts, with its memberships alone', async () => {
  const ids = Array.from({ length: 30 }, () => newId())
  const state = (id: string, version: number, name: string, orgIds = [org]) =>
    fact(
      PersonChangedSchema,
      { key: `person:${id}`, org },
      { id, orgId: org, name, userNo: name, memberships: orgIds.map((orgId) => ({ orgId, roles: ['student'] })), version: BigInt(version) },
    )
  await identity.emitAll([
    ...ids.map((id) => state(id, 2, 'First', [org, other])),
    ...ids.map((id, nth) => state(id, nth % 3 === 0 ? 1 : 3, 'Second', [other])),
    state(ids[0]!, 9, 'O\u2019Neil "x"\\', []),
  ])
  const orgsOf = async (id: string) => [await orgRoles(tx(), id, org), await orgRoles(tx(), id, other)].map((roles) => roles.length)
  await soon(async () => expect(await nameOf(ids[0]!)).toMatchObject({ name: 'O\u2019Neil "x"\\' }))
  expect(await orgsOf(ids[0]!)).toEqual([0, 0])
  expect([(await nameOf(ids[1]!))?.name, ...(await orgsOf(ids[1]!))]).toEqual(['Second', 0, 1])
  expect([(await nameOf(ids[3]!))?.name, ...(await orgsOf(ids[3]!))]).toEqual(['First', 1, 1])
})

test('an erased person has no name left and does not come back with a late fact', async () => {
  const id = await emitPerson({ name: 'Gone', email: 'gone@x.test', version: 5 })
  await soon(async () => expect(await nameOf(id)).toBeDefined())
  await identity.emit(PersonErasedSchema, { key: `person:${id}`, org }, null)
  await soon(async () => expect(await nameOf(id)).toMatchObject({ name: '' }))
  await emitPerson({ id, name: 'Gone', version: 6 })
  const after = await emitPerson({ name: 'Later', version: 1 })
  await soon(async () => expect(await nameOf(after)).toBeDefined())
  expect(await nameOf(id)).toMatchObject({ name: '', user_no: '', deleted: true })
  expect(await membersByEmail(tx(), org, ['gone@x.test'])).toEqual([])
})

test('organisations with their settings', async () => {
  await identity.emit(
    OrgChangedSchema,
    { key: `org:${org}`, org },
    {
      id: org,
      orgId: org,
      name: 'School',
      locale: 'th',
      version: 1n,
      settings: {
        accent: { hue: 20, vividness: 30 },
        userActionTracking: true,
        toggles: ['x'],
        timeZone: 'Asia/Bangkok',
        maxLevelInUploadFolder: 5,
      },
      rolePermissions: [{ role: 'faculty', given: [10], taken: [] }],
    },
  )
  await soon(async () =>
    expect(await orgById(tx(), org)).toMatchObject({
      name: 'School',
      settings: {
        accent: { hue: 20, vividness: 30 },
        user_action_tracking: true,
        guest_preview: false,
        max_level_in_upload_folder: 5,
        toggles: ['x'],
        time_zone: 'Asia/Bangkok',
      },
    }),
  )
  const stateOf = async () => (await pool.query('select state from mirror.orgs where id = $1', [org])).rows[0].state
  expect(await stateOf()).toBe('active')
  const again = { id: org, orgId: org, name: 'School', locale: 'th', rolePermissions: [{ role: 'faculty', given: [10], taken: [] }] }
  await identity.emit(OrgChangedSchema, { key: `org:${org}`, org }, { ...again, state: 'suspended', version: 2n })
  await soon(async () => expect(await stateOf()).toBe('suspended'))
  await identity.emit(OrgChangedSchema, { key: `org:${org}`, org }, { ...again, state: 'active', version: 3n })
  await soon(async () => expect(await stateOf()).toBe('active'))
})

test('changes that organisations make of roles, departments with the way to them, and classes', async () => {
  const [top, below] = [newId(), newId()]
  const department = { id: below, orgId: org, name: 'Biology', parentId: top, path: [top, below], code: 'BIO', deleted: false }
  const emitted = (version: bigint, more = {}) =>
    identity.emit(DepartmentChangedSchema, { key: `department:${below}`, org }, { ...department, version, ...more })
  await emitted(2n)
  await emitted(1n, { name: 'older' })
  await emitted(3n, { code: 'B' })
  const rowOf = async () => (await pool.query('select name, path::text[], code from mirror.departments where id = $1', [below])).rows[0]
  await soon(async () => expect(await rowOf()).toEqual({ name: 'Biology', path: [top, below], code: 'B' }))
  const unit = { id: newId(), orgId: org, kind: 'klass', name: 'Class A', deleted: false }
  for (const more of [{ version: 2n }, { version: 1n, name: 'older' }, { version: 3n, name: 'Class B', programId: top }])
    await identity.emit(StudyUnitChangedSchema, { key: `study-unit:${unit.id}`, org }, { ...unit, ...more })
  await soon(async () =>
    expect((await pool.query('select name, program_id, department_id from mirror.study_units where id = $1', [unit.id])).rows[0]).toEqual({
      name: 'Class B',
      program_id: top,
      department_id: null,
    }),
  )
  const { rows } = await pool.query('select role_permissions from mirror.orgs where id = $1', [org])
  expect(rows[0].role_permissions).toEqual({ faculty: { given: [10], taken: [] } })
})
