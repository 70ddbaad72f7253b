// Accounts made and erased by an administrator, organisations made by an operator.
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrganisation } from '../demo.ts'
import { plain } from '@lyceum/kit/database/database'
import { password, type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
let admin: ReturnType<typeof actorOf>
const job = (org = '', roles: string[] = []) => actorOf({ kind: 'job', person: '', org, roles, session: '' })
beforeAll(async () => {
  school = await testSchool()
  admin = actorOf({ person: await school.person({ roles: ['admin'] }), org: school.org, roles: ['admin'] })
})
afterAll(() => school.stop())

let nth = 0
const draft = (more = {}) => {
  nth++
  return { name: `Reef ${nth}`, user_no: `R-${nth}`, email: `Reef.${nth}@School.test`, roles: ['student'], ...more }
}
const make = (more = {}, actor = admin) => school.call(actor, 'POST', '/api/users', draft(more))
const erase = (id: string, actor = admin) => school.call(actor, 'DELETE', `/api/users/${id}`)
const facts = async (key: string) =>
  (await school.pool.query('select type, value from kit.outbox where key = $1 order by seq', [key])).rows as {
    type: string
    value: string | null
  }[]

describe('making an account', () => {
  test('201, the fact is emitted, and the person signs in', async () => {
    const { status, body } = await make({ password: 'salt marsh at dawn' })
    expect([status, body]).toMatchObject([
      201,
      { name: `Reef ${nth}`, email: `reef.${nth}@school.test`, roles: ['student'], department: null },
    ])
    const emitted = await facts(`person:${body.id}`)
    expect(emitted.map(({ type }) => type)).toEqual(['lyceum.identity.v1.PersonChanged'])
    expect(emitted[0]!.value).not.toContain('salt marsh')
    expect((await school.signIn(`R-${nth}`, 'salt marsh at dawn')).status).toBe(201)
  })

  test('the command line makes one too, without the code that management requires of people', async () => {
    await school.set({ management_auth_code: true })
    expect((await make()).body.code).toBe('authCode.needed')
    expect((await make({}, job(school.org, ['admin']))).status).toBe(201)
    await school.set({ management_auth_code: false })
  })

  test('409 for a number or an address that somebody has, 400 at the field for what cannot be', async () => {
    await make({ user_no: 'TWICE', email: 'twice@school.test' })
    for (const [more, status, code] of [
      [{ user_no: 'TWICE' }, 409, 'user.numberTakenBy'],
      [{ email: 'TWICE@school.test' }, 409, 'email.taken'],
    ] as const)
      expect(await make(more)).toMatchObject({ status, body: { code } })
    for (const [more, field] of [
      [{ name: ' \u200b' }, 'name'],
      [{ email: 'nobody' }, 'email'],
      [{ password: 'short' }, 'password'],
      [{ department_id: newId() }, 'department_id'],
      [{ roles: [] }, 'roles'],
      [{ roles: ['emperor'] }, 'roles.0'],
    ] as const) {
      const { status, body } = await make(more)
      expect([status, Object.keys(body.errors)], field).toEqual([400, [field]])
    }
  })

  test('403 for who is not an administrator', async () => {
    expect((await make({}, actorOf({ org: school.org, roles: ['educational_admin'] }))).status).toBe(403)
  })
})

describe('erasing a person', () => {
  test('takes no code of another person with it, who has the same number at another school or has proven the same telephone', async () => {
    const reef = newId()
    await makeOrganisation(plain(school.pool), { id: reef, name: 'Reef College', locale: 'en', hosts: ['reef.test'] })
    const user_no = `same-${newId()}`
    const phone = '+62812345678'
    const sameNumber = await school.person({ org: reef, user_no, mobile_phone: phone })
    await school.pool.query('update persons set mobile_verified_at = now() where id = $1', [sameNumber])
    for (const [unique_id, unique_id_type] of [
      [user_no, 'user_no'],
      [phone, 'mobile_phone'],
    ])
      await school.it.call(
        undefined,
        'POST',
        '/api/auth_code/get_auth_code',
        { unique_id, unique_id_type },
        {
          'x-forwarded-host': 'reef.test',
          'x-forwarded-for': newId(),
        },
      )
    const codes = async () => (await school.pool.query('select from auth_codes where person_id = $1', [sameNumber])).rowCount
    expect(await codes()).toBe(2)
    expect((await erase((await make({ user_no, mobile_phone: phone })).body.id)).status).toBe(204)
    expect(await codes()).toBe(2)
  })

  test('204: account, sessions, codes and waiting mails are gone, the fact is an empty value, and what was said before has no text left', async () => {
    const { body } = await make({ password })
    const signedIn = await school.signIn(`R-${nth}`)
    await school.call(undefined, 'POST', '/api/auth_code/get_auth_code', { unique_id: `reef.${nth}@school.test`, unique_id_type: 'email' })
    const endedHashes: string[] = []
    const stop = await school.it.world.kv.subscribe('session-ended', (hash) => endedHashes.push(hash))
    expect((await erase(body.id)).status).toBe(204)
    await stop()
    expect(endedHashes).toEqual([signedIn.hash])
    expect((await facts(`person:${body.id}`)).map(({ value }) => value)).toEqual([null, null])
    expect((await facts(`person:${body.id}`)).at(-1)!.type).toBe('lyceum.identity.v1.PersonErased')
    expect((await school.signIn(`R-${nth}`)).status).toBe(401)
    const { rows: tables } = await school.pool.query(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('public', 'kit', 'mirror')`,
    )
    for (const { name } of tables) {
      const matches = await school.pool.query(`select t::text as row from ${name} t where t::text ilike any($1)`, [
        [`%reef.${nth}@%`, `%R-${nth}%`, `%Reef ${nth}%`],
      ])
      expect(matches.rows, name).toEqual([])
    }
    const { rows: erased } = await school.pool.query('select erased_by from erased_persons where id = $1', [body.id])
    expect(erased).toEqual([{ erased_by: admin.person }])
    expect((await erase(body.id)).body.code).toBe('user.notFound')
    // the number and the address are free again
    expect((await make({ user_no: `R-${nth}`, email: `reef.${nth}@school.test` })).status).toBe(201)
  })

  test('409 for oneself and for the last administrator', async () => {
    expect((await erase(admin.person)).body.code).toBe('user.oneself')
    expect((await erase(admin.person, job(school.org, ['admin']))).body.code).toBe('user.lastAdministrator')
  })

  test('404 for a person of another organisation, 403 for one who is only a guest here', async () => {
    const other = await makeOrganisation(plain(school.pool), { name: 'Harbour', locale: 'en' })
    const stranger = await school.person({ org: other })
    const guest = await school.person({ org: other, also: [{ org: school.org, roles: ['instructor'] }] })
    expect([(await erase(stranger)).status, (await erase(guest)).status]).toEqual([404, 403])
    expect((await school.pool.query('select from persons where id = any($1)', [[stranger, guest]])).rowCount).toBe(2)
  })
})

describe('organisations', () => {
  const makeOrg = (body: object) => school.call(job(), 'POST', '/internal-api/orgs', body)
  test('201, emitted, listed oldest first', async () => {
    const { status, body } = await makeOrg({ name: 'Lagoon College', locale: 'th', hosts: ['Lagoon.test'] })
    expect([status, body]).toMatchObject([201, { name: 'Lagoon College', hosts: ['lagoon.test'], people: 0 }])
    expect((await facts(`org:${body.id}`)).map(({ type }) => type)).toEqual(['lyceum.identity.v1.OrgChanged'])
    const list = (await school.call(job(), 'GET', '/internal-api/orgs?page_size=100')).body
    expect([list.items[0].id, list.items.at(-1).id]).toEqual([school.org, body.id])
  })

  test('409 for a host name of another one; 403 for people', async () => {
    await makeOrg({ name: 'First', locale: 'en', hosts: ['taken.test'] })
    expect((await makeOrg({ name: 'Second', locale: 'en', hosts: ['TAKEN.test'] })).body).toMatchObject({
      code: 'org.hostTaken',
      params: { host: 'taken.test' },
    })
    expect((await school.call(admin, 'POST', '/internal-api/orgs', { name: 'Mine', locale: 'en' })).status).toBe(403)
  })
})
