// The rules of an organisation for accounts: settings, a task to do first, association codes, a program for large files.
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrganisation } from './demo.ts'
import { plain } from '@lyceum/kit/database/database'
import { type TestSchool, testSchool } from './test/people.ts'

let school: TestSchool
beforeAll(async () => {
  school = await testSchool()
})
afterAll(() => school.stop())

const someone = async (more = {}) => {
  const user_no = `a-${newId()}`
  await school.person({ user_no, email: `${user_no}@school.test`, ...more })
  return { user_no, email: `${user_no}@school.test`, ...(await school.signIn(user_no)) }
}

describe("the organisation's rules", () => {
  const put = (actor: ReturnType<typeof actorOf>, body: object) => school.call(actor, 'PUT', '/api/org/settings', body)

  test('are changed by its administrator alone, are in the session as far as the page needs them, and 409 tells of a newer version', async () => {
    const { actor, hash } = await someone({ roles: ['admin'] })
    const previous = (await school.call(actor, 'GET', '/api/org/settings')).body
    const after = await put(actor, { mobile_required: true, verify_email: true, version: previous.version })
    expect(after.body).toMatchObject({ mobile_required: true, verify_email: true, password_expires_days: 0 })
    expect((await put(actor, { mobile_required: false, version: previous.version })).body).toMatchObject({
      code: 'org.newer',
      params: { version: after.body.version },
    })
    const { body } = await school.session(hash)
    expect([body.memberships[0].org.mobile_required, body.user.mobile_bound]).toEqual([true, false])
    expect(JSON.stringify(body)).not.toContain('pre_task_url')
    const asks = async () => (await school.session(hash)).body.memberships[0].org.asks_people
    expect(await asks()).toBe(false)
    await put(actor, { password_expires_days: 180 })
    expect(await asks()).toBe(true)
    await put(actor, { password_expires_days: 0, pre_task_url: 'https://survey.test/0' })
    expect(await asks()).toBe(true)
    await put(actor, { pre_task_url: '' })
    expect(await asks()).toBe(false)
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'x']) expect((await put(actor, { pre_task_url: url })).status).toBe(400)
    for (const roles of [['student'], ['instructor'], ['educational_admin'], ['wg_admin']])
      expect((await put(actorOf({ org: school.org, roles }), { verify_email: false })).status).toBe(403)
    await put(actor, { mobile_required: false, verify_email: false })
  })

  test('demand a number of everybody but those who may turn the demand off, and another password at the next sign-in', async () => {
    const admin = await someone({ roles: ['admin'] })
    const student = await someone()
    const needs = async (hash: string) => (await school.session(hash)).body.memberships[0].needs
    expect(await needs(student.hash)).toBeUndefined()
    await put(admin.actor, { mobile_required: true })
    expect([await needs(student.hash), await needs(admin.hash)]).toEqual([['mobile'], undefined])
    // nobody could meet it if no message arrived
    school.it.world.sms.real = false
    expect(await needs(student.hash)).toBeUndefined()
    school.it.world.sms.real = true
    await put(admin.actor, { mobile_required: false, password_expires_days: 30 })
    await school.pool.query(`update passwords set changed_at = now() - interval '31 days' where person_id = $1`, [student.actor.person])
    expect((await school.signIn(student.user_no)).body.session.memberships[0].needs).toEqual(['password'])
    // a session that began before the password expired goes on
    await school.pool.query(`update sessions set created_at = now() - interval '2 days' where person_id = $1`, [student.actor.person])
    expect(await needs(student.hash)).toBeUndefined()
    await put(admin.actor, { password_expires_days: 0 })
  })

  test('a task to do first is asked of everybody until it is done; another address asks again', async () => {
    const { actor } = await someone({ roles: ['admin'] })
    const student = (await someone()).actor
    const task = async () => (await school.call(student, 'GET', '/api/user/pre-task')).body
    expect(await task()).toEqual({ has_pre_task: false, url: null })
    await put(actor, { pre_task_url: 'https://survey.test/1' })
    expect(await task()).toEqual({ has_pre_task: true, url: 'https://survey.test/1' })
    await school.call(student, 'PUT', '/api/user/pre-task', { url: 'https://survey.test/1' })
    expect(await task()).toEqual({ has_pre_task: false, url: null })
    await put(actor, { pre_task_url: 'https://survey.test/2' })
    expect((await task()).has_pre_task).toBe(true)
    await put(actor, { pre_task_url: '' })
    expect((await task()).has_pre_task).toBe(false)
  })

  test('an association code makes its holder a student of the organisation; a wrong one is guessed ten times at most', async () => {
    const elsewhere = newId()
    await makeOrganisation(plain(school.pool), { id: elsewhere, name: 'Reef College', locale: 'ms' })
    const admin = actorOf({ person: (await someone()).actor.person, org: elsewhere, roles: ['admin'] })
    const code = (await school.call(admin, 'POST', '/api/org/association-code')).body.association_code
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/)
    const { actor, hash } = await someone()
    const add = (association_code: string) => school.call(actor, 'PUT', '/api/user/association-code', { association_code })
    expect((await add(` ${code.slice(0, 5).toLowerCase()} ${code.slice(5)} `)).body).toEqual({
      org: { id: elsewhere, name: 'Reef College' },
      roles: ['student'],
    })
    expect((await add(code)).status).toBe(200)
    expect((await school.session(hash)).body.memberships.map((one: { org: { name: string } }) => one.org.name)).toEqual([
      'Coral School',
      'Reef College',
    ])
    expect((await school.pool.query('select value from kit.outbox where key = $1', [`org:${elsewhere}`])).rows[0].value).not.toContain(code)
    expect((await school.call(admin, 'DELETE', '/api/org/association-code')).body.association_code).toBe(null)
    expect((await add(code)).body.code).toBe('associationCode.unknown')
    for (let n = 0; n < 7; n++) expect((await add('nothing')).status).toBe(422)
    expect((await add('nothing')).status).toBe(429)
  })
})

test('a program for large files is offered only where the installation has one', async () => {
  expect((await school.call(actorOf({ org: school.org }), 'GET', '/api/blobstorage/open-client-url')).body).toEqual({ url: null })
})
