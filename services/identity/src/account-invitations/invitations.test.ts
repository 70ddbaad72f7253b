// Tests of invitations to accounts: whom they reach, so many in an hour, and a password by their link.
import { actorOf } from '@lyceum/kit/test/actors'
import { newId } from '@lyceum/kit/ids'
import { plain } from '@lyceum/kit/database/database'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrganisation } from '../demo.ts'
import { type TestSchool, testSchool } from '../test/people.ts'
import { perHour } from './rules.ts'
import { enqueue } from '../jobs.ts'
import { sendInvitations } from './sending.ts'

let school: TestSchool
let admin: ReturnType<typeof actorOf>
const word = 'calm meadow 47 stones'
const headers = { 'x-forwarded-host': 'school.test', 'x-forwarded-proto': 'https' }

beforeAll(async () => {
  school = await testSchool()
  const id = await school.person({ user_no: 'ADMIN', roles: ['admin'] })
  admin = actorOf({ person: id, org: school.org, roles: ['admin'] })
  // mails are sent where a test says so
  await school.pool.query(`update kit.jobs set run_at = now() + interval '1 day' where kind = 'sendInvitations'`)
})
afterAll(() => school.stop())
beforeEach(async () => {
  await school.pool.query('delete from account_invitations')
  school.it.mails.length = 0
})

const deps = () => ({ sql: plain(school.pool), mail: school.it.world.mail, now: () => new Date() })
const send = () => sendInvitations(deps())
const invite = async (body: object, actor = admin) => {
  const answer = await school.it.call(actor, 'POST', '/api/users/invitations', body, headers)
  if (answer.status !== 202) return answer
  const read = async () =>
    (await school.pool.query('select state, result, report, subject from kit.tasks where id = $1', [answer.body.task])).rows[0]
  await until(async () => (await read()).state !== 'running')
  return { ...answer, ...(await read()) }
}
const account = (more: object = {}) => school.person({ password: undefined as never, ...more })
const tokenOf = (nth = 0) => /\/set-password#([\w-]{43})/.exec(school.it.mails[nth]!.text)![1]!
const visit = (call: string, token: string, more: object = {}) =>
  school.it.call(undefined, 'POST', `/api/user/invitation/${call}`, { token, ...more }, headers)

test('somebody who has never signed in gets a link, which sets a password once and proves the address', async () => {
  const ids = [await account({ email: 'ann@school.test', name: 'Ann' }), await account(), await account()]
  await school.pool.query('update memberships set seen_at = now() where person_id = $1', [ids[1]])
  expect(await invite({ ids, only_new: true })).toMatchObject({ state: 'finished', result: { invited: 2, skipped: 0, hours: 1 } })
  expect((await invite({ ids, only_new: false })).result).toMatchObject({ invited: 3 })
  await send()
  await send()
  expect(school.it.mails.map(({ to }) => to)).toHaveLength(3)
  const at = school.it.mails.findIndex(({ to }) => to === 'ann@school.test')
  const token = tokenOf(at)
  expect(school.it.mails[at]!.text).toContain(`https://school.test/set-password#${token}`)
  expect(await visit('read', token)).toMatchObject({ status: 200, body: { name: 'Ann', login: 'ann@school.test', org: 'Coral School' } })
  expect(await visit('accept', token, { new_password: 'short' })).toMatchObject({
    status: 400,
    body: { details: { new_password: [{ code: 'password.tooShort' }] } },
  })
  expect((await visit('accept', token, { new_password: word })).status).toBe(200)
  expect((await school.signIn('ann@school.test', word)).body.session.user.id).toBe(ids[0])
  for (const [call, more] of [
    ['read', {}],
    ['accept', { new_password: `${word}!` }],
    ['renew', {}],
  ] as const)
    expect(await visit(call, token, more)).toMatchObject({ status: 422, body: { code: 'invitation.used' } })
  const { rows } = await school.pool.query('select email_verified_at is not null as proven from persons where id = $1', [ids[0]])
  expect(rows).toEqual([{ proven: true }])
  // nobody is warned of a first password
  expect(school.it.mails).toHaveLength(3)
})

test('an expired link is sent anew to whom it belongs, once a minute; two at once set one password', async () => {
  const id = await account()
  await invite({ ids: [id], only_new: true })
  await send()
  const token = tokenOf()
  await school.pool.query(`update account_invitations set expires_at = now() - interval '1 hour'`)
  expect((await visit('read', token)).body.code).toBe('invitation.expired')
  expect((await visit('accept', token, { new_password: word })).body.code).toBe('invitation.expired')
  expect(await visit('renew', token)).toMatchObject({ status: 200, body: { resend_in: 60 } })
  expect(await visit('renew', token)).toMatchObject({ status: 429, body: { code: 'authCode.tooSoon' } })
  await send()
  const answers = await Promise.all([1, 2].map((n) => visit('accept', tokenOf(1), { new_password: `${word} ${n}` })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  await school.pool.query(`update account_invitations set expires_at = now() - interval '31 days', used_at = null`)
  expect((await visit('renew', token)).body.code).toBe('invitation.unknown')
  expect((await visit('read', 'x'.repeat(43))).body.code).toBe('invitation.unknown')
  expect((await visit('read', 'short')).status).toBe(400)
})

test('suspended people, guests, operators and people without an address get none, neither then nor once it is sent', async () => {
  const away = await makeOrganisation(plain(school.pool), { name: 'Home', locale: 'en' })
  const ids = [
    await account({ name: 'Off' }),
    await account({ name: 'Guest', org: away, user_no: 'G', also: [{ org: school.org, roles: ['student'] }] }),
    await account({ name: 'Op' }),
    await account({ name: 'No', email: undefined as never }),
    await account({ name: 'Later' }),
    await account({ name: 'Moved' }),
  ]
  await school.pool.query(`update memberships set state = 'suspended' where person_id = $1`, [ids[0]])
  await school.pool.query('insert into operators (person_id) values ($1)', [ids[2]])
  const sent = await invite({ ids, only_new: true })
  expect(sent.result).toMatchObject({ invited: 2, skipped: 4 })
  expect(sent.report.map(({ item, code }: { item: string; code: string }) => [item, code]).sort()).toEqual([
    ['Guest', 'invitation.guest'],
    ['No', 'invitation.noEmail'],
    ['Off', 'invitation.suspended'],
    ['Op', 'invitation.operator'],
  ])
  await school.pool.query(`update memberships set state = 'suspended' where person_id = $1`, [ids[4]])
  await send()
  expect(school.it.mails).toHaveLength(1)
  const token = tokenOf()
  // whoever has the old mailbox opens nothing
  await school.pool.query(`update persons set email = 'moved@school.test' where id = $1`, [ids[5]])
  expect((await visit('accept', token, { new_password: word })).body.code).toBe('invitation.unknown')
})

test('of an import its own people alone, all of whom one mail waits for', async () => {
  const [run, id] = [newId(), await account()]
  await account()
  await school.pool.query('update memberships set import_id = $1 where person_id = $2', [run, id])
  // the page of the import finds its own invitations
  expect(await invite({ import_id: run, only_new: true })).toMatchObject({ result: { invited: 1 }, subject: `import:${run}` })
  expect((await invite({ import_id: newId(), only_new: true })).result).toMatchObject({ invited: 0, hours: 1 })
  const row = { external_id: 'X1', name: 'Xi', user_no: 'X1', email: 'xi@school.test', roles: ['student'] }
  await school.it.call(admin, 'PUT', '/api/roster/people', { source: 'sis', import_id: run, rows: [row] })
  expect((await invite({ import_id: run, only_new: true })).result).toMatchObject({ invited: 2 })
  await send()
  expect(school.it.mails).toHaveLength(2)
})

test('a task that begins again mails nobody twice, whoever has waited before, and is in the audit log once', async () => {
  const ids = [await account(), await account(), await account()]
  await invite({ ids: [ids[2]], only_new: true })
  const { body, result } = await invite({ ids, only_new: true })
  await send()
  expect(school.it.mails).toHaveLength(3)
  const lines = () =>
    school.pool.query(`select after from kit.audit where action = 'user.invited' and org_id = $1 and after ->> 'people' = '3'`, [admin.org])
  const before = (await lines()).rowCount
  const state = async () => (await school.pool.query('select state from kit.tasks where id = $1', [body.task])).rows[0].state
  // as after a crash before its end was written
  await school.pool.query(`update kit.tasks set state = 'running', ended_at = null where id = $1`, [body.task])
  const payload = { actor: admin, base: 'https://school.test', wanted: { ids, only_new: true }, task: body.task }
  await enqueue(plain(school.pool), { kind: 'inviteUsers', key: `task:${body.task}`, payload })
  await until(async () => (await state()) === 'finished')
  await send()
  expect([school.it.mails.length, (await lines()).rowCount, result.invited]).toEqual([3, before, 3])
  // another task does invite them once more
  await invite({ ids, only_new: true })
  await send()
  expect(school.it.mails).toHaveLength(6)
})

test('no more than a number go out in an hour, an urgent one first; a mail that fails is sent again', async () => {
  const ids = [await account(), await account(), await account()]
  await invite({ ids, only_new: true })
  await school.pool.query(
    `insert into account_invitations (id, org_id, person_id, base, created_at, due_at, sent_at)
     select gen_random_uuid(), $1, $2, '', now(), now(), now() - interval '59 minutes' from generate_series(1, $3)`,
    [school.org, ids[0], perHour - 1],
  )
  await school.pool.query('update account_invitations set urgent = true where person_id = $1 and sent_at is null', [ids[2]])
  const failing = { ...deps(), mail: { send: async () => Promise.reject(new Error('away')), close: async () => {} } }
  await sendInvitations(failing)
  // the others wait for the mail to be back
  expect((await school.pool.query('select person_id::text, tries from account_invitations where tries > 0')).rows).toHaveLength(1)
  await school.pool.query(`update account_invitations set due_at = now() - interval '1 second' where sent_at is null`)
  await send()
  const sent = await school.pool.query(`select person_id::text as id from account_invitations where sent_at > now() - interval '1 minute'`)
  expect(sent.rows).toEqual([{ id: ids[2] }])
  await school.pool.query(
    `update account_invitations set sent_at = now() - interval '61 minutes' where sent_at < now() - interval '58 minutes'`,
  )
  await send()
  expect(school.it.mails).toHaveLength(3)
})

test('bad input is refused at its field, and a demo school sends none', async () => {
  const field = async (body: object) => Object.keys((await invite(body)).body.details ?? {})
  expect(await field({ only_new: true })).toEqual(['ids'])
  expect(await field({ ids: [newId()], conditions: '{}', only_new: true })).toEqual(['conditions'])
  expect(await field({ ids: [newId()], except_ids: [newId()], only_new: true })).toEqual(['except_ids'])
  expect(await field({ conditions: '{"import_id":"x"}', only_new: true })).toEqual(['conditions.import_id'])
  expect(await field({ ids: Array.from({ length: 501 }, newId), only_new: true })).toEqual(['ids'])
  expect(await field({ ids: [newId()] })).toEqual(['only_new'])
  const student = actorOf({ person: await school.person(), org: school.org, roles: ['student'] })
  expect((await invite({ conditions: '{}', only_new: true }, student)).status).toBe(403)
  await school.set({ demo: true })
  expect((await invite({ conditions: '{}', only_new: true })).body.code).toBe('demo.closed')
  await school.set({ demo: false })
})
