// Tests of changes to members: roles, places and external ids.
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { plain } from '@lyceum/kit/database/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asText, permissionsIn } from '../../mirror/permissions.ts'
import { makeOrganisation } from '../demo.ts'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
const admin = actorOf({ roles: ['admin'] })
beforeAll(async () => {
  school = await testSchool()
  admin.org = school.org
  admin.person = await school.person({ roles: ['admin'] })
})
afterAll(() => school.stop())

const put = (id: string, body: object) => school.call(admin, 'PUT', `/api/users/${id}`, body)
const lastFact = async (id: string) =>
  JSON.parse(
    (await school.pool.query('select value from kit.outbox where key = $1 order by seq desc limit 1', [`person:${id}`])).rows[0].value,
  )
const lines = async (id: string) =>
  (await school.pool.query('select action, actor, before, after from kit.audit where person = $1 order by id', [id])).rows

test('roles, places and external id of a member; the fact, the profile and the log have them', async () => {
  const made = async (path: string, body: object) => (await school.call(admin, 'POST', path, body)).body.id
  const department_id = await made('/api/departments', { name: 'Reefs' })
  const klass_id = await made('/api/study-units', { kind: 'klass', name: 'MB26A' })
  const program_id = await made('/api/study-units', { kind: 'program', name: 'Marine Biology' })
  const { body: user } = await school.call(admin, 'POST', '/api/users', {
    name: 'Budi',
    user_no: 'B1',
    roles: ['student'],
    klass_id,
    external_id: { source: 'sis', id: '4711' },
  })
  expect(await lines(user.id)).toMatchObject([{ action: 'user.made', actor: admin.person, after: { roles: ['student'], klass_id } }])
  const changed = await put(user.id, { roles: ['instructor', 'faculty'], department_id, program_id, klass_id: null })
  expect(changed.body).toMatchObject({
    roles: ['instructor', 'faculty'],
    department: { id: department_id, name: 'Reefs' },
    klass: null,
    program: { id: program_id },
    external_ids: [{ source: 'sis', id: '4711' }],
  })
  expect((await school.call(admin, 'GET', `/api/users/${user.id}`)).body).toEqual(changed.body)
  expect((await lastFact(user.id)).memberships).toMatchObject([{ roles: ['instructor', 'faculty'], department_id, program_id }])
  expect((await lines(user.id)).at(-1)).toMatchObject({
    action: 'user.changed',
    before: { roles: ['student'], department_id: null, klass_id },
    after: { roles: ['instructor', 'faculty'], department_id, klass_id: null },
  })
  const profile = await school.call(actorOf({ person: user.id, org: school.org }), 'GET', '/api/user/profile')
  expect(profile.body).toMatchObject({ klass: null, program: 'Marine Biology' })
  const search = await school.call(admin, 'GET', '/api/user/search?external_source=sis&external_id=4711')
  expect(search.body.users.map(({ id }: { id: string }) => id)).toEqual([user.id])
  await put(user.id, { name: 'Budi Santoso', user_no: 'B2' })
  expect(JSON.stringify(await lines(user.id))).not.toMatch(/Budi|B2/)

  expect((await school.call(admin, 'DELETE', `/api/users/${user.id}`)).status).toBe(204)
  expect((await lines(user.id)).map(({ action, before, after }) => [action, before, after])).toEqual([
    ['user.made', null, null],
    ['user.changed', null, null],
    ['user.changed', null, null],
    ['user.erased', null, null],
  ])
  expect((await school.pool.query('select from kit.external_ids where subject = $1', [user.id])).rowCount).toBe(0)
})

test('nobody gives or takes a role that permits what they may not do', async () => {
  const manager = actorOf({ org: school.org, roles: ['educational_admin'], person: await school.person({ roles: ['educational_admin'] }) })
  manager.can = asText(permissionsIn(['educational_admin'], { educational_admin: { given: [5, 6], taken: [] } }))
  const student = await school.person()
  const as = (id: string, roles: string[]) => school.call(manager, 'PUT', `/api/users/${id}`, { roles })
  expect((await as(student, ['instructor'])).status).toBe(200)
  const refused = { status: 400, body: { details: { roles: [{ code: 'permission.notYours' }] } } }
  for (const id of [student, manager.person]) expect(await as(id, ['admin'])).toMatchObject(refused)
  expect(await as(admin.person, ['student'])).toMatchObject(refused)
  expect(await school.call(manager, 'POST', '/api/users', { name: 'X', user_no: 'X1', roles: ['admin'] })).toMatchObject(refused)
})

test('a manager of one department gives no rights beyond it, and erases nobody who may do more', async () => {
  const made = async (body: object) => (await school.call(admin, 'POST', '/api/departments', body)).body.id
  const [own, away] = [await made({ name: 'Bay' }), await made({ name: 'Harbour' })]
  const below = await made({ name: 'Shore', parent_id: own })
  await school.pool.query(
    `insert into role_permissions (org_id, role, permission, given) select $1, 'educational_admin', n, true from unnest('{5,6,7}'::int[]) n`,
    [school.org],
  )
  const manager = (department: string | undefined) => school.person({ roles: ['educational_admin'], department })
  const [person, free, near] = [await manager(own), await manager(undefined), await manager(below)]
  const can = asText(permissionsIn(['educational_admin', 'admin']))
  const bound = actorOf({ org: school.org, roles: ['educational_admin'], person, department: own, can })
  const status = async (method: string, path: string, body?: object) => (await school.call(bound, method, path, body)).status
  const change = (id: string, body: object) => status('PUT', `/api/users/${id}`, body)
  const student = await school.person({ department: own })
  for (const department_id of [null, away]) expect(await change(person, { department_id })).toBe(403)
  expect(await change(await school.person(), { roles: ['educational_admin'] })).toBe(403)
  expect(await change(student, { roles: ['educational_admin'], department_id: away })).toBe(403)
  expect(await change(free, { department_id: below })).toBe(403)
  expect(await status('POST', '/api/users', { name: 'X', user_no: 'X2', roles: ['faculty'] })).toBe(403)
  expect(await change(student, { roles: ['educational_admin'], department_id: below })).toBe(200)
  expect(await change(student, { department_id: away, roles: ['student'] })).toBe(403)
  expect(await change(student, { department_id: own, roles: ['student'] })).toBe(200)
  for (const id of [await school.person({ department: away }), await school.person()])
    expect([await status('GET', `/api/users/${id}`), await change(id, { name: 'X' }), await status('DELETE', `/api/users/${id}`)]).toEqual([
      403, 403, 403,
    ])
  expect(await status('GET', `/api/users/${student}`)).toBe(200)
  // the token still says administrator
  expect(await change(student, { roles: ['admin'] })).toBe(400)
  expect([await status('DELETE', `/api/users/${admin.person}`), await status('DELETE', `/api/users/${free}`)]).toEqual([400, 403])
  expect([await status('DELETE', `/api/users/${near}`), await status('DELETE', `/api/users/${student}`)]).toEqual([204, 204])
  await school.pool.query('delete from role_permissions where org_id = $1', [school.org])
})

test('refused: unknown places, a number or external id of another, an old version, oneself and the last administrator, a guest’s name', async () => {
  const [one, two] = [await school.person(), await school.person()]
  const before = (await put(one, { external_id: { source: 'sis', id: '1' } })).body
  const refusal = async (id: string, body: object) => {
    const { status, body: problem } = await put(id, body)
    return [status, problem.code, ...Object.keys(problem.errors ?? {})]
  }
  expect(await refusal(two, { department_id: newId(), grade_id: newId() })).toEqual([400, 'invalid', 'department_id', 'grade_id'])
  expect(await refusal(two, { user_no: before.user_no })).toEqual([409, 'user.numberTakenBy'])
  expect(await refusal(two, { external_id: { source: 'sis', id: '1' } })).toEqual([409, 'externalId.taken', 'external_id'])
  expect(await refusal(one, { roles: ['student'], version: before.version - 1 })).toEqual([409, 'person.newer'])
  expect(await refusal(admin.person, { roles: ['student'] })).toEqual([409, 'user.ownAdministrator'])
  const other = await school.person({ roles: ['admin'] })
  expect((await put(other, { roles: ['student'] })).status).toBe(200)
  const job = actorOf({ kind: 'job', person: '', session: '', org: school.org, roles: ['admin'] })
  expect((await school.call(job, 'PUT', `/api/users/${admin.person}`, { roles: ['student'] })).body.code).toBe('user.lastAdministrator')
  const away = await makeOrganisation(plain(school.pool), { name: 'Harbour', locale: 'en' })
  const [guest, stranger] = [
    await school.person({ org: away, also: [{ org: school.org, roles: ['instructor'] }] }),
    await school.person({ org: away }),
  ]
  expect([(await put(guest, { name: 'X' })).status, (await put(guest, { roles: ['faculty'] })).status]).toEqual([403, 200])
  expect((await put(stranger, { roles: ['faculty'] })).status).toBe(404)
  expect((await school.call(actorOf({ org: school.org, roles: ['educational_admin'] }), 'PUT', `/api/users/${one}`, {})).status).toBe(403)
})
