// Tests of the code of management that goes to the workplace messenger, and by e-mail where that cannot be reached.
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dingtalkStandIn, type StandIn, standInSettings, startStandIn } from '../test/messengers.ts'
import { type TestSchool, testSchool } from '../test/people.ts'

let stand: StandIn
let school: TestSchool
let nth = 0
beforeAll(async () => {
  stand = await startStandIn(dingtalkStandIn)
  school = await testSchool(standInSettings({ dingtalk: stand.base }))
  const { actor } = await manager()
  const body = { kind: 'dingtalk', keys: { app_key: 'ding-key', app_secret: 'ding-secret', agent_id: '77' }, on: true, version: 0 }
  expect((await school.call(actor, 'PUT', '/api/org/workplace', body)).status).toBe(200)
  await school.set({ management_auth_code: true })
})
afterAll(async () => {
  stand.stop()
  expect(stand.faults).toEqual([])
  await school.stop()
})

async function manager({ known = true } = {}) {
  const user_no = `m${nth++}`
  const number = `1390000000${nth}`
  const email = `${user_no}@school.test`
  const id = await school.person({ user_no, email, roles: ['admin'] })
  await school.pool.query('update persons set mobile_phone = $2, mobile_verified_at = now() where id = $1', [id, `+86${number}`])
  if (known) stand.people.set(number, user_no)
  return { id, user_no, email, phone: `+86${number}`, ...(await school.signIn(user_no)) }
}
const state = async ({ actor }: Awaited<ReturnType<typeof manager>>) =>
  (await school.call(actor, 'GET', '/api/auth_code/auth_validate')).body
const ask = ({ actor, id }: Awaited<ReturnType<typeof manager>>) =>
  school.call(actor, 'POST', '/api/auth_code/get_auth_code', { unique_id: id, unique_id_type: 'user' })
const validate = ({ actor, id }: Awaited<ReturnType<typeof manager>>, user_input_auth_code: string) =>
  school.call(actor, 'POST', '/api/auth_code/validate_auth_code', { unique_id: id, unique_id_type: 'user', user_input_auth_code })
const messagesTo = (user: string) => stand.messages.filter((one) => one.user === user)

test('a manager who is known there gets the code there alone, and reads so; it opens the management and is used once', async () => {
  const one = await manager()
  expect(await state(one)).toEqual({ code_needed: true, dingtalk_auth_validate: true, messenger: 'dingtalk', sent: null })
  expect((await ask(one)).status).toBe(200)
  await until(() => messagesTo(one.user_no).length === 1)
  await until(async () => (await state(one)).sent?.by === 'workplace')
  const code = /\b[2-9A-HJKMNP-Z]{6}\b/.exec(messagesTo(one.user_no)[0]!.text)![0]
  expect(school.it.mails.some(({ to }) => to === one.email) || school.it.texts.some(({ to }) => to === one.phone)).toBe(false)
  expect((await validate(one, code)).body).toEqual({ valid: true })
  expect(await state(one)).toEqual({ code_needed: false, dingtalk_auth_validate: false, messenger: null, sent: null })
  expect((await validate(one, code)).body.code).toBe('authCode.expired')
})

test('a manager who is not known there gets it as without a messenger', async () => {
  const one = await manager({ known: false })
  expect(await state(one)).toMatchObject({ code_needed: true, dingtalk_auth_validate: false, messenger: null })
  await ask(one)
  const code = await school.codeTo(one.phone)
  await until(async () => (await state(one)).sent?.by === 'mobile')
  expect((await state(one)).sent).toEqual({ by: 'mobile', instead: false })
  expect((await validate(one, code)).status).toBe(200)
})

test.each([
  ['refuses', (response: import('node:http').ServerResponse) => void response.end('{"errcode":88002,"errmsg":"no"}')],
  ['is away at every try', (response: import('node:http').ServerResponse) => void response.destroy()],
])('a messenger that %s: the code comes by e-mail, which says so, and holds no longer than any other', async (_, how) => {
  const one = await manager()
  await state(one)
  stand.break('asyncsend', how)
  await ask(one)
  const code = await school.codeTo(one.email)
  stand.mend()
  await until(async () => (await state(one)).sent?.instead === true)
  expect((await state(one)).sent).toEqual({ by: 'email', instead: true })
  expect(school.it.mails.find(({ to }) => to === one.email)?.text).toContain('could not be reached')
  const { rows } = await school.pool.query(
    `select extract(epoch from expires_at - created_at)::int as held from auth_codes where person_id = $1`,
    [one.id],
  )
  expect(rows).toEqual([{ held: 600 }])
  expect((await validate(one, code)).body).toEqual({ valid: true })
})

test('a messenger that cannot be asked who somebody is holds no page and no code up', async () => {
  const one = await manager()
  stand.break('getbymobile', (response) => void response.destroy())
  expect(await state(one)).toMatchObject({ code_needed: true, dingtalk_auth_validate: false })
  await ask(one)
  await school.codeTo(one.email)
  stand.mend()
  expect(messagesTo(one.user_no)).toEqual([])
})

test('codes that prove a number, an address or a forgotten password never go to the messenger', async () => {
  const one = await manager()
  const next = `new-${one.email}`
  await school.call(one.actor, 'POST', '/api/auth_code/get_auth_code', { unique_id: next, unique_id_type: 'email' })
  await school.codeTo(next)
  await school.call(undefined, 'POST', '/api/auth_code/get_auth_code', { unique_id: one.email, unique_id_type: 'email' })
  await school.codeTo(one.email)
  expect(messagesTo(one.user_no)).toEqual([])
})
