// Tests of a signed-in person’s account: passwords, sessions, profile, links.
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type TestSchool, testSchool } from './test/people.ts'

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

describe('changing the password', () => {
  const change = (actor: ReturnType<typeof actorOf>, old_password: string, new_password: string, address?: string) =>
    school.call(actor, 'PUT', '/api/user/password', { old_password, new_password }, address)

  test('the old one is required, my other sessions end at every BFF, this one stays, and I get a mail', async () => {
    const current = await someone()
    const other = await school.signIn(current.user_no)
    const endedHashes: string[] = []
    const stop = await school.it.world.kv.subscribe('session-ended', (hash) => endedHashes.push(hash))
    expect((await change(current.actor, password, 'salt marsh at dawn')).status).toBe(200)
    await stop()
    expect(endedHashes).toEqual([other.hash])
    expect([(await school.session(current.hash)).status, (await school.session(other.hash)).status]).toEqual([200, 404])
    const { rows } = await school.pool.query('select type, value from kit.outbox where key = $1', [`session:${other.actor.session}`])
    expect(rows).toEqual([{ type: 'lyceum.identity.v1.SessionEnded', value: null }])
    expect((await school.signIn(current.user_no)).status).toBe(401)
    expect((await school.signIn(current.user_no, 'salt marsh at dawn')).status).toBe(201)
    await expect
      .poll(() => school.it.mails.filter(({ to }) => to === current.email).map(({ subject }) => subject))
      .toEqual(['Your password was changed'])
  })

  test('422 for a wrong old one with the tries left, 429 after five, and nothing is changed', async () => {
    const { actor, user_no } = await someone()
    const address = newId()
    for (const left of [4, 3, 2, 1, 0]) {
      const { status, body } = await change(actor, 'wrong', 'salt marsh at dawn', address)
      expect([status, body.code, body.params.left]).toEqual([422, 'password.wrong', left])
    }
    expect((await change(actor, password, 'salt marsh at dawn', address)).status).toBe(429)
    expect((await school.signIn(user_no)).status).toBe(201)
  })

  test('400 for a short, common, own or the same one, at its field', async () => {
    const { actor, user_no } = await someone()
    for (const [word, code] of [
      ['short', 'password.tooShort'],
      ['password123', 'password.common'],
      [user_no, 'password.personal'],
      [password, 'password.same'],
    ] as const) {
      const { status, body } = await change(actor, password, word)
      expect([status, body.details.new_password[0].code], word).toEqual([400, code])
    }
  })

  test('409 for somebody who has none yet', async () => {
    const id = await school.person({ password: undefined })
    expect((await change(actorOf({ person: id, org: school.org }), 'x', 'salt marsh at dawn')).body.code).toBe('password.none')
  })

  test('a password is in no stored answer, fact or job', async () => {
    const { actor } = await someone()
    await school.it.call(
      actor,
      'PUT',
      '/api/user/password',
      { old_password: password, new_password: 'salt marsh at noon' },
      { 'idempotency-key': 'k1' },
    )
    for (const table of ['kit.jobs', 'kit.outbox', 'kit.idempotency'])
      expect((await school.pool.query(`select coalesce(string_agg(x::text, ''), '') as all from ${table} x`)).rows[0].all).not.toContain(
        'salt marsh',
      )
    expect(
      (await school.pool.query("select count(*)::int as n from kit.idempotency where at > now() - interval '1 minute'")).rows[0].n,
    ).toBe(0)
  })

  test('expires after the days of the organisation; never where it sets none, and not for an account without a password', async () => {
    const { actor } = await someone()
    const state = async (caller = actor) => (await school.call(caller, 'GET', '/api/user/check-expired-password')).body
    await school.pool.query(`update passwords set changed_at = now() - interval '91 days' where person_id = $1`, [actor.person])
    expect(await state()).toMatchObject({ is_password_expired: false, expires_days: 0 })
    await school.set({ password_expires_days: 90 })
    expect(await state()).toMatchObject({ is_password_expired: true, expires_days: 90 })
    await change(actor, password, 'salt marsh at dawn')
    expect(await state()).toMatchObject({ is_password_expired: false })
    const none = await school.person({ password: undefined })
    expect(await state(actorOf({ person: none, org: school.org }))).toMatchObject({ is_password_expired: false, changed_at: null })
    await school.set({ password_expires_days: 0 })
  })
})

describe('my sessions', () => {
  test('are listed with this one first; ending the others ends them everywhere, ending this one is signing out', async () => {
    const current = await someone()
    const [two, three] = [await school.signIn(current.user_no), await school.signIn(current.user_no)]
    const list = (await school.call(current.actor, 'GET', '/api/user/sessions')).body.sessions
    expect(list.map((one: { current: boolean; agent: string }) => [one.current, one.agent])).toEqual([
      [true, 'Test/1.0'],
      [false, 'Test/1.0'],
      [false, 'Test/1.0'],
    ])
    expect((await school.call(current.actor, 'DELETE', `/api/user/sessions/${two.actor.session}`)).status).toBe(204)
    expect((await school.call(current.actor, 'DELETE', `/api/user/sessions/${two.actor.session}`)).status).toBe(404)
    expect((await school.call(current.actor, 'DELETE', `/api/user/sessions/${current.actor.session}`)).status).toBe(409)
    expect((await school.call((await someone()).actor, 'DELETE', `/api/user/sessions/${three.actor.session}`)).status).toBe(404)
    expect((await school.call(current.actor, 'DELETE', '/api/user/sessions')).body).toEqual({ ended: 1 })
    expect([(await school.session(three.hash)).status, (await school.session(current.hash)).status]).toEqual([404, 200])
  })
})

describe('my profile', () => {
  const put = (actor: ReturnType<typeof actorOf>, body: object) => school.call(actor, 'PUT', '/api/user/profile', body)

  test('has every field; those that I say of myself change, and nothing of them is a fact', async () => {
    const { actor } = await someone({ roles: ['instructor'] })
    const previous = (await school.call(actor, 'GET', '/api/user/profile')).body
    expect(previous).toMatchObject({
      role: 0,
      org: { name: 'Coral School' },
      webex_auth: false,
      lark_auth: false,
      has_password: true,
      user_attributes: {},
    })
    const facts = async () =>
      (await school.pool.query('select count(*)::int as n from kit.outbox where key = $1', [`person:${actor.person}`])).rows[0].n
    const factCount = await facts()
    const details = {
      sex: 'female',
      education: 'MSc',
      teaching_date: '2019-09-01',
      occupation_type: 'Lecturer',
      user_attributes: { office: 'B 204' },
      user_addresses: [{ type: 'home', city: 'Makassar' }],
      user_auth_externals: [{ provider: 'wechat', account: 'mei' }],
    }
    const after = await put(actor, { ...details, version: previous.version })
    expect(after.body).toMatchObject(details)
    expect(after.body.version).toBeGreaterThan(previous.version)
    expect(await facts()).toBe(factCount)
    expect((await put(actor, { education: ' ', version: after.body.version })).body).toMatchObject({ education: null, sex: 'female' })
  })

  test('409 with the newer version for who saw an older one', async () => {
    const { actor } = await someone()
    const { version } = (await school.call(actor, 'GET', '/api/user/profile')).body
    const first = (await put(actor, { sex: 'male', version })).body
    const late = await put(actor, { sex: 'other', version })
    expect([late.status, late.body.code, late.body.params]).toEqual([409, 'person.newer', { version: first.version }])
  })

  test('400 for two of a kind, for what nobody says of themselves, for attributes without a proper name', async () => {
    const { actor } = await someone()
    for (const body of [
      { user_addresses: [{ type: 'home' }, { type: 'home' }] },
      { user_auth_externals: [1, 2].map((n) => ({ provider: 'qq', account: `${n}` })) },
      { name: 'Somebody else' },
      { email: 'x@school.test' },
      { user_attributes: { __proto__x: 'x' } },
      { user_attributes: { x: 1 } },
      { teaching_date: '2019-13-01' },
    ])
      expect((await put(actor, { ...body, version: 9_000_000_000_000_000 })).status, JSON.stringify(body)).toBe(400)
  })
})

describe('proving the address', () => {
  const send = (actor: ReturnType<typeof actorOf>, which = 'send_verification_email') => school.call(actor, 'POST', `/api/user/${which}`)
  const linkTo = async (email: string) => {
    await expect.poll(() => school.it.mails.filter(({ to }) => to === email).length).toBeGreaterThan(0)
    return school.it.mails.filter(({ to }) => to === email).at(-1)!
  }
  const tokenIn = (text: string) => /https:\/\/school\.test\/verify-email#([\w-]{43})/.exec(text)?.[1] ?? ''
  const verify = (token: string) => school.call(undefined, 'POST', '/api/user/verify-email', { token })

  test('by a link in a mail that works once, for a day, for that address; its token is kept only as a hash', async () => {
    const { actor, email, hash } = await someone({ locale: 'th' })
    expect((await send(actor)).body).toEqual({ email, resend_in: 60 })
    expect((await send(actor)).body.code).toBe('authCode.tooSoon')
    const mail = await linkTo(email)
    expect(mail.subject).toBe('ยืนยันอีเมลของคุณ')
    const token = tokenIn(mail.text)
    for (const table of ['email_links', 'kit.jobs', 'kit.outbox'])
      expect((await school.pool.query(`select coalesce(string_agg(x::text, ''), '') as all from ${table} x`)).rows[0].all).not.toContain(
        token,
      )
    expect((await verify(token)).body).toEqual({ email })
    expect((await verify(token)).body.code).toBe('verification.expired')
    expect((await school.session(hash)).body.user.email_verified).toBe(true)
    expect((await send(actor)).body.code).toBe('email.verified')
  })

  test('the welcome mail of the organisation has such a link too; one that is a day old is of no use', async () => {
    const { actor, email } = await someone()
    await send(actor, 'send_org_sing_up_verification_email')
    const mail = await linkTo(email)
    expect(mail.subject).toBe('Welcome to Coral School')
    await school.pool.query(`update email_links set expires_at = now() - interval '1 second' where person_id = $1`, [actor.person])
    expect((await verify(tokenIn(mail.text))).status).toBe(422)
    expect((await verify('x'.repeat(43))).status).toBe(422)
    expect((await verify('short')).status).toBe(400)
  })

  test('409 for somebody without an address', async () => {
    const id = await school.person({ email: undefined })
    expect((await send(actorOf({ person: id, org: school.org }))).body.code).toBe('email.missing')
  })
})

describe('links', () => {
  test('created, changed, deleted; in my order; mine alone', async () => {
    const [{ actor }, other] = [await someone(), await someone()]
    const createLink = (body: object, caller = actor) => school.call(caller, 'POST', '/api/user/links', body)
    const first = await createLink({ title: ' Library ', url: 'https://library.test/a b' })
    expect([first.status, first.body]).toMatchObject([201, { title: 'Library', url: 'https://library.test/a%20b', sort: 0 }])
    const second = (await createLink({ title: 'Map', url: 'http://map.test' })).body
    expect(second.sort).toBe(1)
    const path = `/api/user/links/${first.body.id}`
    expect((await school.call(actor, 'PUT', path, { sort: 5 })).body).toMatchObject({ title: 'Library', sort: 5 })
    const titles = async (caller = actor) =>
      (await school.call(caller, 'GET', '/api/user/links')).body.links.map((one: { title: string }) => one.title)
    expect(await titles()).toEqual(['Map', 'Library'])
    expect(await titles(other.actor)).toEqual([])
    for (const method of ['PUT', 'DELETE'])
      expect((await school.call(other.actor, method, path, method === 'PUT' ? { sort: 0 } : undefined)).status).toBe(404)
    expect((await school.call(actor, 'DELETE', path)).status).toBe(204)
    expect(await titles()).toEqual(['Map'])
  })

  test('400 for what is no web address; 409 beyond 50', async () => {
    const { actor } = await someone()
    for (const url of ['javascript:alert(1)', 'ftp://x.test', 'library', 'https://me:secret@x.test', '//x.test', 'data:text/html,x'])
      expect((await school.call(actor, 'POST', '/api/user/links', { title: 'x', url })).status, url).toBe(400)
    for (let n = 0; n < 50; n++) await school.call(actor, 'POST', '/api/user/links', { title: `${n}`, url: 'https://x.test' })
    expect((await school.call(actor, 'POST', '/api/user/links', { title: 'x', url: 'https://x.test' })).body.code).toBe('links.tooMany')
  })
})
