// A person's account through the BFF, as the page uses it: the expired password, the number that must be bound, the new password by code.
// Mail and SMS are written to the console here, so the codes are read from the product's output.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { CallFailed } from '@lyceum/kit/calls/client'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { newSchool, product } from './product.ts'
import { type Person, type School, type SchoolPerson, signIn, visitor } from './school.ts'

let school: School
let admin: Person
beforeAll(async () => {
  school = await newSchool()
  admin = await school.signIn('admin')
})

/** The code in the last message to this address or number. */
async function codeTo(to: string): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const mail = (await readFile(product().log, 'utf8')).split(`to ${to}\n`).slice(1).at(-1)?.split('\n---')[0]
      code = /\b[2-9A-HJKMNP-Z]{6}\b/.exec(mail ?? '')?.[0] ?? ''
      return code
    })
    .toMatch(/^.{6}$/)
  return code
}
const identity = async (sql: string, ...values: unknown[]) => {
  const client = new pg.Client(product().databases.identity)
  await client.connect()
  await client.query(sql, values).finally(() => client.end())
}
const as = (who: SchoolPerson, password: string) => signIn(product(), { login: school.people[who].login, password, org: school.id })
const status = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error) => (error as CallFailed).status,
  )

test('an expired password is said, changed, and the other device is out at once', async () => {
  const [here, there] = [await school.signIn('teacher'), await school.signIn('teacher')]
  await admin.call('PUT /api/org/settings', { body: { password_expires_days: 30 } })
  await identity(`update passwords set changed_at = now() - interval '31 days' where person_id = $1`, here.id)
  expect((await here.call('GET /api/user/check-expired-password')).is_password_expired).toBe(true)
  const changed = `salt marsh ${randomUUID().slice(0, 8)}`
  await there.call('GET /api/session')
  await here.call('PUT /api/user/password', { body: { old_password: school.password, new_password: changed } })
  expect((await here.call('GET /api/user/check-expired-password')).is_password_expired).toBe(false)
  expect(await status(there.call('GET /api/user/links'))).toBe(401)
  expect((await as('teacher', changed)).id).toBe(here.id)
  await expect(as('teacher', school.password)).rejects.toThrow('401')
})

test('a number that the organisation requires is bound by the code sent to it', async () => {
  // nobody would get the code: there is no gateway here
  const refused = await admin.call('PUT /api/org/settings', { body: { mobile_required: true } }).catch((error: CallFailed) => error)
  expect(refused).toMatchObject({ status: 409, problem: { code: 'org.noSmsGateway' } })
  await identity(`update organisations set settings = settings || '{"mobile_required": true}' where id = $1`, school.id)
  // one that was set before is no obstacle to other changes
  await admin.call('PUT /api/org/settings', { body: { mobile_required: true, verify_email: false } })
  const student = await school.signIn('student')
  const before = await student.call('GET /api/session')
  expect([before.memberships[0]?.org.mobile_required, before.user.mobile_bound]).toEqual([true, false])
  const number = `+62${Math.floor(8_000_000_000 + Math.random() * 1_000_000_000)}`
  const asked = { unique_id: number, unique_id_type: 'mobile_phone' as const }
  await student.call('POST /api/auth_code/get_auth_code', { body: asked })
  const again = await student.send('POST', '/api/auth_code/get_auth_code', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  expect([again.status, Number(again.headers.get('retry-after')) > 30]).toEqual([429, true])
  const code = await codeTo(number)
  await student.call('POST /api/auth_code/validate_auth_code', { body: { ...asked, user_input_auth_code: code } })
  await student.call('PUT /api/user/mobile', { body: { mobile_phone: number, auth_code: code } })
  expect((await student.call('GET /api/session')).user).toMatchObject({ mobile_bound: true, mobile_phone: number })
})

test('a forgotten password is replaced by a code, without signing in and without telling who is known', async () => {
  const nobody = visitor(product())
  const login = school.people.secondStudent.login
  const asked = { unique_id: login, unique_id_type: 'email' as const }
  const known = await nobody.call('POST /api/auth_code/get_auth_code', { body: asked })
  const unknown = await nobody.call('POST /api/auth_code/get_auth_code', { body: { ...asked, unique_id: `x${login}` } })
  expect(unknown).toEqual(known)
  const password = `salt marsh ${randomUUID().slice(0, 8)}`
  await nobody.call('POST /api/user/password-reset', { body: { ...asked, auth_code: await codeTo(login), new_password: password } })
  expect((await as('secondStudent', password)).id).toBe(school.people.secondStudent.id)
  expect(await readFile(product().log, 'utf8')).not.toContain(`x${login}`)
})
