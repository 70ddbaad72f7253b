// User numbers are one in any case and width: made, changed, at sign-in, in races, and where two differ in case alone from an earlier release.
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { migrate, type MigrationSet } from '@lyceum/kit/database/migrate'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { migrationSetsOf } from '@lyceum/kit/service'
import { actorOf } from '@lyceum/kit/test/actors'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { service } from '../service.ts'
import { password, type TestSchool, testSchool } from '../test/people.ts'
import { makeNumbersUnique } from './numbers.ts'

let school: TestSchool
let admin: ReturnType<typeof actorOf>
beforeAll(async () => {
  school = await testSchool()
  admin = actorOf({ person: await school.person({ roles: ['admin'] }), org: school.org, roles: ['admin'] })
})
afterAll(() => school.stop())

let nth = 0
const make = (user_no: string, more = {}, actor = admin) =>
  school.call(actor, 'POST', '/api/users', { name: `Reef ${++nth}`, user_no, roles: ['student'], ...more })
const refusal = ({ status, body }: { status: number; body: { code?: string; params?: object } }) => [status, body.code, body.params]
const index = 'persons_org_caseless_key'

test('409 with the name of who has the number in another case or width, when made and when changed', async () => {
  const first = await make(' Ｂ7a ')
  expect(first.body).toMatchObject({ user_no: 'B7a' })
  const taken = [409, 'user.numberTakenBy', { name: first.body.name, user_no: 'B7a' }]
  for (const other of ['b7A', 'Ｂ７ａ', ' B7a', 'B7a']) expect(refusal(await make(other)), other).toEqual(taken)
  const second = (await make('B8')).body
  const change = (user_no: string, id = second.id) => school.call(admin, 'PUT', `/api/users/${id}`, { user_no })
  expect(refusal(await change('b7a'))).toEqual(taken)
  expect((await change('b8')).body).toMatchObject({ user_no: 'b8' })
  expect((await change('b7A', first.body.id)).body).toMatchObject({ user_no: 'b7A' })
})

test.each([
  ['É7x', 'é7X', 'E\u0301７x'],
  ['Ω-12', 'ω-12', '\u2126-12'],
  ['ＱＲ９', 'qr9', 'Qr9'],
  ['Жук3', 'жУК3', 'ЖУК３'],
])('letters beyond ASCII too, whatever the locale of the server: %s', async (number, ...others) => {
  const first = await make(number)
  expect(first.status).toBe(201)
  for (const other of others) expect((await make(other)).body.code, other).toBe('user.numberTakenBy')
  await school.person({ user_no: `${number}s` })
  for (const login of [number, ...others]) expect((await school.signIn(`${login}S`)).status, login).toBe(201)
  await expect(school.person({ user_no: others[0]! })).rejects.toThrow(index)
})

test('a manager of a department gets no name of somebody in another one', async () => {
  const department = async (name: string) => (await school.call(admin, 'POST', '/api/departments', { name })).body.id as string
  const [own, far] = [await department('Own'), await department('Far')]
  const manager = await school.person({ roles: ['educational_admin'], department: own })
  const bound = actorOf({ person: manager, org: school.org, roles: ['educational_admin'], department: own })
  await make('F1', { department_id: far })
  const near = (await make('O1', { department_id: own })).body
  const changed = (user_no: string) => school.call(bound, 'PUT', `/api/users/${near.id}`, { user_no })
  const { status, body } = await changed('f1')
  // whoever may not change people at all is refused before
  expect(status === 403 ? body.code : refusal({ status, body })).toEqual(status === 403 ? body.code : [409, 'user.numberTaken', undefined])
  expect(JSON.stringify(body)).not.toContain('Reef')
})

test('of two at once one is made, the other is 409', async () => {
  const both = await Promise.all([make('Race-1'), make('rACE-1'), make('Ｒace-1')])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test('signs in in any case, width and with blanks', async () => {
  await school.person({ user_no: 'Sig-9', email: 'sig@school.test' })
  for (const login of ['Sig-9', 'sIG-9', ' Ｓig-9 ']) expect((await school.signIn(login)).status, login).toBe(201)
})

test('a pair of an earlier release: each signs in by the exact spelling, is listed, and goes; then the database refuses another', async () => {
  await school.pool.query(`drop index ${index}`)
  const [big, small] = [await school.person({ user_no: 'Zz7' }), await school.person({ user_no: 'zZ7' })]
  const [one, two] = [await school.signIn('Zz7', password), await school.signIn('zZ7', password)]
  expect([one.body.session.user.id, two.body.session.user.id]).toEqual([big, small])
  expect((await school.signIn('zz7', password)).status).toBe(401)
  const list = async () => (await school.call(admin, 'GET', '/api/users/same-numbers')).body.items
  expect(await list()).toEqual([
    {
      people: expect.arrayContaining([
        expect.objectContaining({ id: big, user_no: 'Zz7' }),
        expect.objectContaining({ id: small, user_no: 'zZ7' }),
      ]),
    },
  ])
  const deps = { sql: plain(school.pool), log: { info: () => {} } as never }
  const there = async () => (await school.pool.query(`select to_regclass('${index}') is not null as there`)).rows[0].there
  await makeNumbersUnique(deps)
  expect(await there()).toBe(false)
  // their other fields change meanwhile, with the number as it is
  expect((await school.call(admin, 'PUT', `/api/users/${small}`, { name: 'Zoe', user_no: 'zZ7' })).status).toBe(200)
  expect((await school.call(admin, 'PUT', `/api/users/${small}`, { user_no: 'zz8' })).status).toBe(200)
  expect(await list()).toEqual([])
  await makeNumbersUnique(deps)
  expect(await there()).toBe(true)
  await expect(school.person({ user_no: 'ZZ8' })).rejects.toThrow(index)
})

test('the upgrade of a database with such a pair succeeds, without the unique index; without one it makes it', async () => {
  const folder = new URL('../../prisma/migrations/', import.meta.url)
  const kit = readdirSync(new URL('../../../../kit/migrations/', import.meta.url)).map((one) => one.replace(/\.sql$/, ''))
  const before = readdirSync(folder).filter((one) => one < '20261208110001')
  const sets: MigrationSet[] = migrationSetsOf(service)
  for (const [numbers, unique] of [
    [['B7', 'b7'], false],
    [['B7', 'B8'], true],
  ] as const) {
    const name = `identity_numbers_${randomUUID().slice(0, 8)}`
    const server = inject('postgres')
    const maker = new pg.Client(`${server}postgres`)
    await maker.connect()
    await maker.query(`create database ${name}`)
    await maker.end()
    await migrate({ url: server + name, sets, only: { public: before, kit } })
    const db = new pg.Client(server + name)
    await db.connect()
    const org = newId()
    for (const number of numbers)
      await db.query(`insert into persons (id, org_id, user_no, name, version) values ($1, $2, $3, 'One', 1)`, [newId(), org, number])
    await migrate({ url: server + name, sets })
    expect((await db.query(`select to_regclass('${index}') is not null as there`)).rows).toEqual([{ there: unique }])
    await db.end()
  }
})
