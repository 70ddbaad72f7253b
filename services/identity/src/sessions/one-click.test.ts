// Tests of signing in by one click, in a demo school alone.
import { newId } from '@lyceum/kit/ids'
import { openPool } from '@lyceum/kit/database/connections'
import { plain } from '@lyceum/kit/database/database'
import { actorOf } from '@lyceum/kit/test/actors'
import { testService, type TestService } from '@lyceum/kit/test/test-service'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrganisation, makePerson, type PersonDraft, setPassword } from '../demo.ts'
import { service } from '../service.ts'
import { countClick } from './limits.ts'

let it: TestService
let pool: ReturnType<typeof openPool>
const [demo, school] = [newId(), newId()]
const bff = actorOf({ kind: 'job', person: '', org: '', roles: [], session: '' })
const host = 'demo.test'

const click = (demo_person: string, hostName = host) =>
  it.call(bff, 'POST', '/internal-api/sessions', { sign_in: { demo_person }, host: hostName, address: newId() })
const offeredNames = async (hostName = host) =>
  ((await it.call(bff, 'GET', `/internal-api/site?host=${hostName}`)).body.demo_people as { name: string }[]).map(({ name }) => name)
/** Status, and the code of a refusal. */
const refusal = async (person: string, hostName = host) => {
  const { status, body } = await click(person, hostName)
  return status === 201 ? [201] : [status, body.code]
}
const person = (draft: Partial<PersonDraft> & { name: string }) =>
  makePerson(plain(pool), { org: demo, user_no: newId().slice(-12), roles: ['student'], made_by_demo: true, ...draft })
const join = (person: string, org: string) =>
  pool.query(`insert into memberships (person_id, org_id, roles) values ($1, $2, '{student}')`, [person, org])
const actorIn = (id: string, org = demo, roles = ['admin']) => actorOf({ person: id, org, roles, session: newId() })

beforeAll(async () => {
  it = await testService(service)
  pool = openPool(it.databaseUrl, { max: 4 })
  const tx = plain(pool)
  await makeOrganisation(tx, { id: school, name: 'School', locale: 'en', hosts: ['school.test'] })
  await makeOrganisation(tx, { id: demo, name: 'Demo', locale: 'en', hosts: [host], settings: { demo: true } })
})
afterAll(async () => {
  await pool.end()
  await it.stop()
})

describe('one click', () => {
  test('201 for a person that the demo has made, and they are offered', async () => {
    const ann = await person({ name: 'Ann', roles: ['admin'] })
    const { status, body } = await click(ann)
    expect([status, body.session.user.name, body.session.org_id]).toEqual([201, 'Ann', demo])
    expect(await offeredNames()).toContain('Ann')
  })

  test('a person has a hundred sessions, of which the oldest ends; an address opens a thousand an hour', async () => {
    const ann = await person({ name: 'Popular' })
    const first = (await click(ann)).body.session.id
    const { org_id } = (await click(ann)).body.session
    await pool.query(
      `insert into sessions (id, hash, person_id, org_id, created_at, seen_at, expires_at, agent)
       select gen_random_uuid(), sha256(n::text::bytea), $1, $2, now() + n * interval '1 ms', now(), now() + interval '1 day', '' from generate_series(1, 98) n`,
      [ann, org_id],
    )
    const of = async () => (await pool.query('select id::text from sessions where person_id = $1', [ann])).rows.map(({ id }) => id)
    expect([(await of()).length, (await of()).includes(first)]).toEqual([100, true])
    expect((await click(ann)).status).toBe(201)
    expect([(await of()).length, (await of()).includes(first)]).toEqual([100, false])
    expect(await it.world.kv.get(`session-ended:${first}`)).toBe('1')
    const clicks = await Promise.allSettled(
      Array.from({ length: 1100 }, (_, nth) => countClick(it.world.kv, `2001:db8::${nth.toString(16)}`)),
    )
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1000)
    const sign_in = { demo_person: ann }
    const refused = await it.call(bff, 'POST', '/internal-api/sessions', { sign_in, host, address: '2001:db8::ffff' })
    expect([refused.status, refused.body.code]).toEqual([429, 'session.tooMany'])
  })

  test('403 for whoever has joined the demo school from elsewhere, whatever they are there', async () => {
    const head = await person({ name: 'Head', org: school, roles: ['admin'], made_by_demo: false, password: 'right-1' })
    await join(head, demo)
    expect(await refusal(head)).toEqual([403, 'session.demo'])
    const guest = await person({ name: 'Guest', org: school, made_by_demo: false })
    await join(guest, demo)
    expect(await refusal(guest)).toEqual([403, 'session.demo'])
    expect(await offeredNames()).not.toContain('Head')
    expect(await offeredNames()).not.toContain('Guest')
  })

  test('403 for an account that somebody else has made in the demo school', async () => {
    const outsider = await person({ name: 'Made', made_by_demo: false })
    expect(await refusal(outsider)).toEqual([403, 'session.demo'])
    expect(await offeredNames()).not.toContain('Made')
  })

  test('403 from the day on which the person has a password or another organisation', async () => {
    const [secret, member] = [await person({ name: 'Secret' }), await person({ name: 'Member' })]
    expect([await refusal(secret), await refusal(member)]).toEqual([[201], [201]])
    await setPassword(plain(pool), secret, 'quiet harbour 12')
    await join(member, school)
    expect(await refusal(secret)).toEqual([403, 'session.demoPerson'])
    expect(await refusal(member)).toEqual([403, 'session.demoPerson'])
    const names = await offeredNames()
    expect([names.includes('Secret'), names.includes('Member')]).toEqual([false, false])
  })

  test('403 at a host name of another organisation, and for somebody who is gone', async () => {
    const ann = await person({ name: 'Elsewhere' })
    expect(await refusal(ann, 'school.test')).toEqual([403, 'session.demo'])
    expect(await offeredNames('school.test')).toEqual([])
    await pool.query('update persons set deleted = true where id = $1', [ann])
    expect((await refusal(ann))[0]).toBe(403)
    expect(await refusal(newId())).toEqual([403, 'session.demo'])
  })

  test('a membership that is being added is waited for', async () => {
    const ann = await person({ name: 'Racing' })
    const adding = await pool.connect()
    await adding.query('begin')
    await adding.query(`insert into memberships (person_id, org_id, roles) values ($1, $2, '{admin}')`, [ann, school])
    const clicked = refusal(ann)
    await until(
      async () =>
        (await pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount,
    )
    await adding.query('commit')
    adding.release()
    expect(await clicked).toEqual([403, 'session.demoPerson'])
  })

  test('LYCEUM_DEMO=false opens nobody and offers nobody', async () => {
    const off = await testService(service, { env: { LYCEUM_DEMO: 'false' } })
    const own = openPool(off.databaseUrl, { max: 1 })
    const org = await makeOrganisation(plain(own), { name: 'Demo', locale: 'en', settings: { demo: true } })
    const ann = await makePerson(plain(own), { org, name: 'Ann', user_no: 'D1', roles: ['student'], made_by_demo: true })
    const sign_in = { demo_person: ann }
    expect((await off.call(bff, 'POST', '/internal-api/sessions', { sign_in, host, address: 'x' })).body.code).toBe('session.demo')
    expect((await off.call(bff, 'GET', `/internal-api/site?host=${host}`)).body.demo_people).toEqual([])
    await own.end()
    await off.stop()
  })
})

describe('a demo school', () => {
  const associate = (actor: ReturnType<typeof actorIn>, association_code: string) =>
    it.call(actor, 'PUT', '/api/user/association-code', { association_code })

  test('403 demo.closed for an association code of it, an old one too', async () => {
    const ann = await person({ name: 'Closed', roles: ['admin'] })
    expect((await it.call(actorIn(ann), 'POST', '/api/org/association-code')).body.code).toBe('demo.closed')
    await pool.query(`update organisations set association_code = 'OLDCODE234' where id = $1`, [demo])
    const head = await person({ name: 'Head 2', org: school, roles: ['admin'], made_by_demo: false })
    const answer = await associate(actorIn(head, school), 'OLDCODE234')
    expect([answer.status, answer.body.code]).toEqual([403, 'demo.closed'])
    expect((await pool.query('select from memberships where person_id = $1', [head])).rowCount).toBe(1)
    expect((await it.call(actorIn(ann), 'DELETE', '/api/org/association-code')).status).toBe(200)
  })

  test('403 demo.closed when one of its people would join another organisation', async () => {
    const ann = await person({ name: 'Leaving' })
    await pool.query(`update organisations set association_code = 'SCHOOL2345' where id = $1`, [school])
    const answer = await associate(actorIn(ann, demo, ['student']), 'SCHOOL2345')
    expect([answer.status, answer.body.code]).toEqual([403, 'demo.closed'])
    expect(await refusal(ann)).toEqual([201])
  })

  test('403 demo.closed for a new account in it, from the command line too', async () => {
    const ann = await person({ name: 'Inviting', roles: ['admin'] })
    const body = { name: 'Somebody', user_no: 'X1', email: 'somebody@school.test', roles: ['admin'], password: 'quiet harbour 12' }
    for (const actor of [actorIn(ann), actorOf({ kind: 'job', person: '', org: demo, roles: ['admin'], session: '' })]) {
      const answer = await it.call(actor, 'POST', '/api/users', body)
      expect([answer.status, answer.body.code]).toEqual([403, 'demo.closed'])
    }
    expect((await pool.query(`select from persons where email = 'somebody@school.test'`)).rowCount).toBe(0)
  })

  test('a file of people is compared with it, and 403 demo.closed for writing it', async () => {
    const ann = await person({ name: 'Importing', roles: ['admin'] })
    const write = (check: boolean) =>
      it.call(actorIn(ann), 'PUT', '/api/roster/people', {
        source: 'register',
        check,
        rows: [{ external_id: 'N-1', name: 'Newcomer', user_no: 'N-1', roles: ['student'] }],
      })
    const checked = await write(true)
    expect([checked.status, checked.body.rows[0].outcome]).toEqual([200, 'made'])
    const written = await write(false)
    expect([written.status, written.body.code]).toEqual([403, 'demo.closed'])
    expect((await pool.query(`select from persons where user_no = 'N-1'`)).rowCount).toBe(0)
  })

  test('no setting of an administrator makes an organisation a demo school', async () => {
    const head = await person({ name: 'Head 3', org: school, roles: ['admin'], made_by_demo: false })
    expect((await it.call(actorIn(head, school), 'PUT', '/api/org/settings', { demo: true })).status).toBe(400)
  })
})
