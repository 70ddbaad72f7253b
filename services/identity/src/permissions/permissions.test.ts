// Tests of an organisation's permissions: the right to change them, the stored rows, sessions and facts.
import { has, type Permission } from '../../mirror/permissions.ts'
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeDepartment } from '../demo.ts'
import { type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
let admin: Actor
let office: Actor
beforeAll(async () => {
  school = await testSchool()
  admin = actorOf({ person: await school.person({ roles: ['admin'] }), org: school.org, roles: ['admin'] })
  office = actorOf({ person: await school.person({ roles: ['educational_admin'] }), org: school.org, roles: ['educational_admin'] })
})
afterAll(() => school.stop())
afterEach(() => school.pool.query('delete from role_permissions'))

const read = (actor = admin) => school.call(actor, 'GET', '/api/org/permissions')
const put = (role: string, permissions: string[], more = {}, actor = admin) =>
  school.call(actor, 'PUT', '/api/org/permissions', { roles: [{ role, permissions }], ...more })
const of = (body: { roles: { role: string; permissions: Permission[]; defaults: Permission[] }[] }, role: string) =>
  body.roles.find((one) => one.role === role)!
const stored = async () => (await school.pool.query('select role, permission, given from role_permissions order by 1, 2')).rows
const membershipOf = async (roles: string[], department?: string) => {
  const email = `${newId()}@school.test`
  await school.person({ roles: roles as never, email, ...(department && { department }) })
  return (await school.signIn(email)).body.session.memberships[0]
}
const can = (membership: { can: string }, name: Permission) => has(BigInt(`0x${membership.can}`), name)

describe('an organisation', () => {
  test('has the defaults; a change is stored as a difference, named by sessions and emitted', async () => {
    const before = of((await read()).body, 'faculty')
    const readers = ['course.read', 'course.inspect']
    expect(before).toMatchObject({ changeable: true, permissions: readers, defaults: readers })
    const { status, body } = await put('faculty', ['course.create', 'course.read'])
    expect([status, of(body, 'faculty').permissions]).toEqual([200, ['course.create', 'course.read']])
    expect(await stored()).toEqual([
      { role: 'faculty', permission: 10, given: true },
      { role: 'faculty', permission: 26, given: false },
    ])
    const faculty = await membershipOf(['faculty'])
    expect([can(faculty, 'course.create'), can(faculty, 'course.read'), can(faculty, 'org.change')]).toEqual([true, true, false])
    const { rows } = await school.pool.query(`select value::jsonb as value from kit.outbox where key = $1 order by seq desc limit 1`, [
      `org:${school.org}`,
    ])
    expect(rows[0].value.role_permissions).toEqual([{ role: 'faculty', given: [10], taken: [26] }])
    const lines = await school.pool.query(`select before, after from kit.audit where action = 'org.permissionsChanged'`)
    expect(lines.rows).toEqual([{ before: { faculty: null }, after: { faculty: { given: [10], taken: [26] } } }])
    expect((await put('faculty', readers)).status).toBe(200)
    expect(await stored()).toEqual([])
  })

  test('takes from a role, and a permission of courses is nobody’s by the role of a student or an instructor in the organisation', async () => {
    const { permissions } = of((await read()).body, 'educational_admin')
    await put(
      'educational_admin',
      permissions.filter((name) => name !== 'course.create'),
    )
    expect(await stored()).toEqual([{ role: 'educational_admin', permission: 10, given: false }])
    const manager = await membershipOf(['educational_admin'])
    expect([can(manager, 'course.create'), can(manager, 'course.read'), can(manager, 'content.change')]).toEqual([false, true, false])
    const teacher = await membershipOf(['instructor'])
    expect([can(teacher, 'course.create'), can(teacher, 'content.change')]).toEqual([true, false])
  })

  test('binds managers to their department, administrators to none', async () => {
    const department = await makeDepartment(plain(school.pool), { org: school.org, name: 'Biology' })
    expect((await membershipOf(['educational_admin', 'faculty'], department)).can_within).toBe(department)
    expect((await membershipOf(['admin'], department)).can_within).toBeNull()
    expect((await membershipOf(['wg_admin'])).can_within).toBeNull()
  })
})

describe('is refused', () => {
  test('403 to whoever may not change roles', async () => {
    expect((await read(office)).status).toBe(403)
    expect((await put('faculty', [], {}, office)).status).toBe(403)
  })

  test('400 at the field: a permission that does not exist, or that the writer gives without having it', async () => {
    expect((await put('faculty', ['course.fly'])).body.details).toMatchObject({
      'roles.0.permissions': [{ code: 'permission.unknown', params: { permission: 'course.fly' } }],
    })
    const { permissions } = of((await read()).body, 'educational_admin')
    await put('educational_admin', [...permissions, 'authz.change'])
    const delegate = { ...office, can: (await membershipOf(['educational_admin'])).can }
    expect((await put('faculty', ['course.create'], {}, delegate)).status).toBe(200)
    const more = await put('educational_admin', [...permissions, 'authz.change', 'people.erase'], {}, delegate)
    expect([more.status, more.body.details]).toMatchObject([
      400,
      { 'roles.0.permissions': [{ code: 'permission.notYours', params: { permission: 'people.erase' } }] },
    ])
    // taken away in the meantime: the token is older than the rows
    await put('educational_admin', [...permissions.filter((name) => name !== 'course.create'), 'authz.change'])
    expect((await put('faculty', ['course.create', 'course.inspect'], {}, delegate)).status).toBe(200)
    expect((await put('instructor_assistant', ['course.create'], {}, delegate)).status).toBe(400)
    await put('educational_admin', permissions)
    expect((await put('faculty', ['course.create'], {}, delegate)).status).toBe(403)
  })

  test('400 for a role that is not the organisation’s to change, 409 for an older version', async () => {
    for (const role of ['admin', 'student', 'instructor', 'visitor']) expect((await put(role, ['authz.change'])).status).toBe(400)
    const { version } = (await read()).body
    expect((await put('faculty', ['course.create'], { version })).status).toBe(200)
    expect((await put('faculty', [], { version })).body.code).toBe('org.newer')
  })
})

describe('the preview of a change', () => {
  const preview = (roles: object[], actor = admin) => school.call(actor, 'POST', '/api/org/permissions/preview', { roles })
  test('counts who gains and who loses, without those who have it from another role or are suspended, and writes nothing', async () => {
    for (const roles of [['faculty'], ['faculty', 'student'], ['faculty', 'admin']]) await membershipOf(roles)
    const [suspended, ended] = [await school.person({ roles: ['faculty'] }), await school.person({ roles: ['faculty'] })]
    await school.pool.query(`update memberships set state = 'suspended' where person_id = $1`, [suspended])
    await school.pool.query(`update memberships set until = now() where person_id = $1`, [ended])
    const faculty = (
      await school.pool.query(`select count(*)::int as n from memberships where 'faculty' = any(roles) and person_id <> all($1)`, [
        [suspended, ended],
      ])
    ).rows[0].n
    const managing = (
      await school.pool.query(
        `select count(*)::int as n from memberships where roles @> '{faculty}' and roles && '{admin,educational_admin,wg_admin}'`,
      )
    ).rows[0].n
    const { status, body } = await preview([
      { role: 'faculty', permissions: ['course.read', 'audit.read'] },
      { role: 'instructor_assistant', permissions: [] },
    ])
    expect(status).toBe(200)
    const ofFaculty = body.changes.filter(({ role }: { role: string }) => role === 'faculty')
    expect(ofFaculty).toEqual([
      { role: 'faculty', permission: 'audit.read', change: 'gains', people: faculty - managing },
      { role: 'faculty', permission: 'course.inspect', change: 'loses', people: faculty - managing },
    ])
    const assistants = body.changes.filter(({ role }: { role: string }) => role === 'instructor_assistant')
    expect(assistants.length).toBeGreaterThan(10)
    for (const change of assistants) expect(change).toMatchObject({ change: 'loses', people: null })
    expect(await stored()).toEqual([])
  })
  test('is refused like the change', async () => {
    expect(await preview([{ role: 'faculty', permissions: ['course.fly'] }])).toMatchObject({
      status: 400,
      body: { details: { 'roles.0.permissions': [{ code: 'permission.unknown' }] } },
    })
    expect((await preview([], office)).status).toBe(403)
  })
})
