// Tests of codes that are sent to a number or an address.
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrganisation } from '../demo.ts'
import { password, type TestSchool, testSchool } from '../test/people.ts'

let school: TestSchool
beforeAll(async () => {
  school = await testSchool()
})
afterAll(() => school.stop())

const ask = (actor: Parameters<TestSchool['call']>[0], unique_id: string, unique_id_type: string, address?: string) =>
  school.call(actor, 'POST', '/api/auth_code/get_auth_code', { unique_id, unique_id_type }, address)
const validate = (actor: Parameters<TestSchool['call']>[0], unique_id: string, unique_id_type: string, user_input_auth_code: string) =>
  school.call(actor, 'POST', '/api/auth_code/validate_auth_code', { unique_id, unique_id_type, user_input_auth_code })
const someone = async (more = {}) => {
  const user_no = `c-${newId()}`
  await school.person({ user_no, email: `${user_no}@school.test`, ...more })
  return { user_no, email: `${user_no}@school.test`, ...(await school.signIn(user_no)) }
}
let phones = 100
const phone = () => `+62811000${phones++}`

describe('binding a number', () => {
  test('the code comes by SMS in the language of the person, proves the number, works once, and is nowhere in the database', async () => {
    const { actor } = await someone({ locale: 'zh-CN' })
    const number = phone()
    expect((await ask(actor, ` ${number.slice(0, 5)} ${number.slice(5)} `, 'mobile_phone')).body).toEqual({
      length: 6,
      resend_in: 60,
      expires_in: 600,
    })
    const code = await school.codeTo(number)
    expect(school.it.texts.find(({ to }) => to === number)?.text).toContain('验证码')
    for (const table of ['auth_codes', 'kit.jobs', 'kit.outbox', 'kit.idempotency'])
      expect(
        (await school.pool.query(`select coalesce(string_agg(x::text, ''), '') as all from ${table} x`)).rows[0].all,
        table,
      ).not.toContain(code)
    expect((await validate(actor, number, 'mobile_phone', code.toLowerCase())).body).toEqual({ valid: true })
    const bound = await school.call(actor, 'PUT', '/api/user/mobile', { mobile_phone: number, auth_code: code })
    expect(bound.body).toMatchObject({ mobile_phone: number, mobile_bound: true })
    const again = await school.call(actor, 'PUT', '/api/user/mobile', { mobile_phone: number, auth_code: code })
    expect([again.status, again.body.code]).toEqual([422, 'authCode.expired'])
  })

  test('429 within a minute, with the seconds to wait, for the target and for the person; afterwards a new code, and only it', async () => {
    const { actor } = await someone()
    const number = phone()
    await ask(actor, number, 'mobile_phone')
    const first = await school.codeTo(number)
    for (const [caller, target] of [
      [actor, number],
      [actor, phone()],
      [(await someone()).actor, number],
    ] as const) {
      const soon = await ask(caller, target, 'mobile_phone')
      expect([soon.status, soon.body.code]).toEqual([429, 'authCode.tooSoon'])
      expect(Number(soon.headers['retry-after'])).toBeGreaterThan(50)
      expect(soon.body.params.seconds).toBeLessThanOrEqual(60)
    }
    await school.aMinuteLater()
    expect((await ask(actor, number, 'mobile_phone')).status).toBe(200)
    const second = await school.codeTo(number, 1)
    expect((await validate(actor, number, 'mobile_phone', first)).body.code).toBe('authCode.wrong')
    expect((await validate(actor, number, 'mobile_phone', second)).status).toBe(200)
  })

  test('requested twice at once it is sent once', async () => {
    const { actor } = await someone()
    const number = phone()
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(actor, number, 'mobile_phone')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429])
  })

  test('ten in an hour are enough', async () => {
    const { actor } = await someone()
    for (let n = 0; n < 10; n++) {
      expect((await ask(actor, phone(), 'mobile_phone')).status).toBe(200)
      await school.aMinuteLater()
    }
    const more = await ask(actor, phone(), 'mobile_phone')
    expect([more.status, more.body.code]).toEqual([429, 'authCode.tooMany'])
  })

  test('five tries, parallel ones too; then the right code is of no use', async () => {
    const { actor } = await someone()
    const number = phone()
    await ask(actor, number, 'mobile_phone')
    const code = await school.codeTo(number)
    const wrong = code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA'
    const first = await validate(actor, number, 'mobile_phone', wrong)
    expect(first.body).toMatchObject({
      code: 'authCode.wrong',
      params: { left: 4 },
      details: { user_input_auth_code: [{ code: 'authCode.wrong' }] },
    })
    const more = await Promise.all(Array.from({ length: 9 }, () => validate(actor, number, 'mobile_phone', wrong)))
    expect(more.filter(({ body }) => body.code === 'authCode.wrong')).toHaveLength(4)
    expect((await validate(actor, number, 'mobile_phone', code)).body.code).toBe('authCode.expired')
  })

  test('after ten minutes it has expired', async () => {
    const { actor } = await someone()
    const number = phone()
    await ask(actor, number, 'mobile_phone')
    const code = await school.codeTo(number)
    await school.pool.query(`update auth_codes set expires_at = now() - interval '1 second' where unique_id = $1`, [number])
    expect((await validate(actor, number, 'mobile_phone', code)).body.code).toBe('authCode.expired')
  })

  test("another person's code proves nothing of mine, and a number that is bound is refused only to its holder", async () => {
    const [one, two] = [await someone(), await someone()]
    const number = phone()
    await ask(one.actor, number, 'mobile_phone')
    const code = await school.codeTo(number)
    expect((await validate(two.actor, number, 'mobile_phone', code)).body.code).toBe('authCode.expired')
    await school.call(one.actor, 'PUT', '/api/user/mobile', { mobile_phone: number, auth_code: code })
    await school.aMinuteLater()
    expect((await ask(two.actor, number, 'mobile_phone')).status).toBe(200)
    const second = await school.codeTo(number, 1)
    const conflict = await school.call(two.actor, 'PUT', '/api/user/mobile', { mobile_phone: number, auth_code: second })
    expect([conflict.status, conflict.body.code]).toEqual([409, 'mobile.taken'])
  })

  test('400 for what is no number, no address, no kind of its own, or not six characters', async () => {
    const { actor } = await someone()
    for (const bad of ['0811', '+62 811 x', '+1', '+62811000100; drop table persons'])
      expect((await ask(actor, bad, 'mobile_phone')).status, bad).toBe(400)
    for (const bad of ['nobody', 'a b@c.de', 'a@b', '<a@b.de>']) expect((await ask(actor, bad, 'email')).status, bad).toBe(400)
    expect((await ask(actor, 'N1', 'user_no')).status).toBe(400)
    expect((await ask(undefined, newId(), 'user')).status).toBe(400)
    expect((await ask(actor, newId(), 'user')).status).toBe(403)
    for (const code of ['12345', '1234567', '']) expect((await validate(actor, '+62811000100', 'mobile_phone', code)).status).toBe(400)
  })

  test('429 for an address with too many requests', async () => {
    const address = newId()
    const answers = []
    for (let n = 0; n < 61; n++) answers.push((await ask(undefined, `x${n}@nowhere.test`, 'email', address)).status)
    expect([answers.slice(0, 60).every((status) => status === 200), answers[60]]).toEqual([true, 429])
  })
})

describe('another e-mail address', () => {
  test('changes when its code is entered; the previous one gets a mail, the fact has the new one, and it counts as proven', async () => {
    const { actor, email } = await someone()
    const next = `new-${newId()}@school.test`
    await ask(actor, ` ${next.toUpperCase()} `, 'email')
    const code = await school.codeTo(next)
    const changed = await school.call(actor, 'PUT', '/api/user/email', { email: next, auth_code: code })
    expect(changed.body).toMatchObject({ email: next, email_verified: true })
    await expect
      .poll(() => school.it.mails.filter(({ to }) => to === email).map(({ subject }) => subject))
      .toEqual(['Your e-mail address was changed'])
    const { rows } = await school.pool.query('select value from kit.outbox where key = $1 order by seq desc limit 1', [
      `person:${actor.person}`,
    ])
    expect(rows[0].value).toContain(next)
    expect(rows[0].value).not.toContain(code)
  })

  test("409 for one that is another's, shown only to the reader of its mail", async () => {
    const [one, two] = [await someone(), await someone()]
    expect((await ask(one.actor, two.email, 'email')).status).toBe(200)
    const code = await school.codeTo(two.email)
    const conflict = await school.call(one.actor, 'PUT', '/api/user/email', { email: two.email, auth_code: code })
    expect([conflict.status, conflict.body.code]).toEqual([409, 'email.taken'])
  })
})

describe('a code for management', () => {
  test('is required once in a session where the organisation sets it, and the server enforces it', async () => {
    const { actor, user_no, email } = await someone({ roles: ['admin'] })
    const state = async () => (await school.call(actor, 'GET', '/api/auth_code/auth_validate')).body
    expect(await state()).toMatchObject({ code_needed: false, dingtalk_auth_validate: false })
    const demanded = await school.call(actor, 'PUT', '/api/org/settings', { management_auth_code: true })
    expect([demanded.status, demanded.body.management_auth_code]).toEqual([200, true])
    expect(await state()).toEqual({ code_needed: true, dingtalk_auth_validate: false, messenger: null, sent: null })
    expect((await school.call(actor, 'GET', '/api/org/settings')).body.code).toBe('authCode.needed')
    expect((await school.call(actor, 'PUT', '/api/org/settings', { management_auth_code: false })).status).toBe(403)
    await ask(actor, actor.person, 'user')
    const code = await school.codeTo(email)
    expect((await validate(actor, actor.person, 'user', code)).status).toBe(200)
    expect(await state()).toMatchObject({ code_needed: false, dingtalk_auth_validate: false })
    expect((await school.call(actor, 'GET', '/api/org/settings')).status).toBe(200)
    const elsewhere = await school.signIn(user_no)
    expect((await school.call(elsewhere.actor, 'GET', '/api/org/settings')).status).toBe(403)
    await school.set({ management_auth_code: false })
  })

  test('409 for somebody who cannot be reached', async () => {
    const user_no = `c-${newId()}`
    await school.person({ user_no, email: undefined })
    const { actor } = await school.signIn(user_no)
    expect((await ask(actor, actor.person, 'user')).body.code).toBe('authCode.noAddress')
  })
})

describe('a forgotten password', () => {
  const reset = (unique_id: string, unique_id_type: string, auth_code: string, new_password: string) =>
    school.call(undefined, 'POST', '/api/user/password-reset', { unique_id, unique_id_type, auth_code, new_password })

  test('the same user number at two schools: each has its own code and waits only for itself', async () => {
    const reef = newId()
    await makeOrganisation(plain(school.pool), { id: reef, name: 'Reef College', locale: 'en', hosts: ['reef.test'] })
    const { user_no, email } = await someone()
    await school.person({ org: reef, user_no, email: `reef-${email}` })
    const post = (host: string, path: string, body: object) =>
      school.it.call(
        undefined,
        'POST',
        path,
        { unique_id: user_no, unique_id_type: 'user_no', ...body },
        {
          'x-forwarded-host': host,
          'x-forwarded-for': newId(),
        },
      )
    expect((await post(school.host, '/api/auth_code/get_auth_code', {})).status).toBe(200)
    const code = await school.codeTo(email)
    expect((await post('reef.test', '/api/auth_code/get_auth_code', {})).status).toBe(200)
    const otherCode = await school.codeTo(`reef-${email}`)
    const change = { new_password: 'salt marsh at dawn' }
    expect((await post('reef.test', '/api/user/password-reset', { ...change, auth_code: code })).body.code).toBe('authCode.wrong')
    expect((await post(school.host, '/api/user/password-reset', { ...change, auth_code: code })).status).toBe(200)
    expect((await post('reef.test', '/api/user/password-reset', { ...change, auth_code: otherCode })).status).toBe(200)
  })

  test('by user number: the code comes by mail, a new password is set, every session ends, the person gets a mail', async () => {
    const { user_no, email, hash } = await someone()
    expect((await ask(undefined, user_no, 'user_no')).status).toBe(200)
    const code = await school.codeTo(email)
    const bad = await reset(user_no, 'user_no', code, 'short')
    expect([bad.status, bad.body.details.new_password[0]]).toEqual([400, { code: 'password.tooShort', params: { limit: 10 } }])
    expect((await reset(user_no, 'user_no', code, 'salt marsh at dawn')).status).toBe(200)
    expect((await reset(user_no, 'user_no', code, 'salt marsh at dusk')).body.code).toBe('authCode.expired')
    expect((await school.session(hash)).status).toBe(404)
    expect((await school.signIn(user_no)).status).toBe(401)
    expect((await school.signIn(user_no, 'salt marsh at dawn')).status).toBe(201)
    await expect
      .poll(() => school.it.mails.filter(({ to }) => to === email).map(({ subject }) => subject))
      .toContain('Your password was changed')
  })

  test('by a bound number the code comes by SMS; a number that nobody has proven is nobody', async () => {
    const { user_no, actor } = await someone({ mobile_phone: '+62899000111' })
    expect((await ask(undefined, '+62899000111', 'mobile_phone')).status).toBe(200)
    const number = phone()
    await ask(actor, number, 'mobile_phone')
    await school.call(actor, 'PUT', '/api/user/mobile', { mobile_phone: number, auth_code: await school.codeTo(number) })
    await school.aMinuteLater()
    await ask(undefined, number, 'mobile_phone')
    expect((await reset(number, 'mobile_phone', await school.codeTo(number, 1), 'salt marsh at dawn')).status).toBe(200)
    expect((await school.signIn(user_no, 'salt marsh at dawn')).status).toBe(201)
    expect(school.it.texts.filter(({ to }) => to === '+62899000111')).toEqual([])
  })

  test('nothing reveals whether the account exists: not the answers, not the tries, not the limits', async () => {
    const { email } = await someone()
    const walk = async (login: string) => {
      const observed: unknown[] = []
      const note = ({ status, body, headers }: Awaited<ReturnType<typeof ask>>) =>
        observed.push({
          status,
          body: { ...body, request_id: '', params: { ...body.params, seconds: 0 } },
          retry: headers['retry-after'] !== undefined,
        })
      note(await reset(login, 'email', 'AAAAAA', 'salt marsh at dawn'))
      note(await ask(undefined, login, 'email'))
      note(await ask(undefined, login, 'email'))
      for (let n = 0; n < 6; n++) note(await validate(undefined, login, 'email', 'AAAAAA'))
      note(await reset(login, 'email', 'AAAAAA', 'x'))
      return observed
    }
    expect(await walk(`nobody-${newId()}@school.test`)).toEqual(await walk(email))
  })

  test('409 for somebody who is signed in: they know theirs, or sign out first', async () => {
    const answer = await school.call(actorOf({ org: school.org }), 'POST', '/api/user/password-reset', {
      unique_id: 'x@school.test',
      unique_id_type: 'email',
      auth_code: 'AAAAAA',
      new_password: password,
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'password.signedIn'])
  })
})
