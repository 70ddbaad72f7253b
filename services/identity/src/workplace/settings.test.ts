// Tests of the settings of workplace messengers.
import { environment } from '@lyceum/kit/config'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { type SecretKeys, secretKeys } from '@lyceum/kit/text/kept-secrets'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { standInSettings } from '../test/messengers.ts'
import { workplaceSchool } from '../test/workplace.ts'
import { resealKeys } from './settings.ts'

let it: Awaited<ReturnType<typeof workplaceSchool>>
beforeAll(async () => {
  it = await workplaceSchool()
})
afterEach(() => it.check())
afterAll(() => it.stop())

describe('the settings of the messenger', () => {
  test('keep keys sealed, never answer them and write how many changed into the audit log', async () => {
    expect(await it.read()).toEqual({ kind: null, keys: [], on: false, keepable: true, changed_at: null, version: 0 })
    const saved = await it.write({ kind: 'dingtalk', keys: { app_key: 'ding-key', app_secret: 'very-secret' }, on: false })
    expect(saved.body).toMatchObject({
      kind: 'dingtalk',
      on: false,
      keys: [
        { name: 'app_key', set: true },
        { name: 'app_secret', set: true },
        { name: 'agent_id', set: false },
      ],
    })
    expect(JSON.stringify(saved.body)).not.toContain('very-secret')
    const line = await it.school.pool.query(
      `select before, after from kit.audit where action = 'org.workplaceChanged' order by at desc limit 1`,
    )
    expect(line.rows[0]).toEqual({ before: null, after: { messenger: 'dingtalk', messenger_on: false, messenger_keys: 2 } })
    for (const table of ['workplaces', 'kit.audit', 'kit.outbox', 'kit.jobs', 'kit.idempotency'])
      expect(
        (await it.school.pool.query(`select coalesce(string_agg(x::text, ''), '') as all from ${table} x`)).rows[0].all,
        table,
      ).not.toContain('very-secret')
  })

  test('a key that is left out stays, and turning it on needs each: 400 at the key', async () => {
    await it.write({ kind: 'dingtalk', keys: { app_key: 'ding-key', app_secret: 'ding-secret' }, on: false })
    const early = await it.write({ kind: 'dingtalk', on: true })
    expect([early.status, early.body.details]).toEqual([400, { 'keys.agent_id': [{ code: 'field.required', params: {} }] }])
    expect((await it.write({ kind: 'dingtalk', keys: { agent_id: '77' }, on: true })).body.keys).toEqual(
      ['app_key', 'app_secret', 'agent_id'].map((name) => ({ name, set: true })),
    )
    expect((await it.write({ kind: 'wecom', on: false })).body.keys.every(({ set }: { set: boolean }) => !set)).toBe(true)
  })

  test('400 for what is no key of the messenger, too long, empty or of other signs; 409 for an older version', async () => {
    const other = await it.write({ kind: 'feishu', keys: { corp_id: 'x' }, on: false })
    expect(other.body.details).toEqual({ 'keys.corp_id': [{ code: 'field.unknown', params: {} }] })
    for (const bad of [{ app_id: '' }, { app_id: 'x'.repeat(201) }, { app_id: 'a b' }, { app_id: '盐' }, { agent_id: 'x' }, { salt: 'x' }])
      expect((await it.write({ kind: 'feishu', keys: bad, on: false })).status, JSON.stringify(bad)).toBe(400)
    expect((await it.write({ kind: 'icq', on: false })).status).toBe(400)
    expect((await it.write({ kind: 'feishu', on: false })).status).toBe(200)
    const late = await it.write({ kind: 'feishu', on: false, version: 1 })
    expect([late.status, late.body.code]).toEqual([409, 'workplace.newer'])
  })

  test('403 for who may not change the organisation or only a department', async () => {
    const { actor } = await it.member(it.stands.dingtalk)
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', '/test'],
    ] as const)
      expect(
        (
          await it.school.call(
            actor,
            method,
            `/api/org/workplace${path}`,
            method === 'PUT' ? { kind: null, on: false, version: 0 } : undefined,
          )
        ).status,
      ).toBe(403)
    expect((await it.school.call({ ...it.admin, department: newId() }, 'GET', '/api/org/workplace')).body.code).toBe('department.only')
  })
})

test('keys are sealed anew by a newer key; those of a removed key are entered again, and until then nothing is sent', async () => {
  const stand = await it.choose('dingtalk')
  const { actor, user } = await it.member(stand)
  const env = environment(standInSettings({}))
  const [old] = secretKeys(env.required('SECRET_KEYS'))
  const newer = { id: 'newer', key: Buffer.alloc(32, 3) }
  const sql = plain(it.school.pool)
  const reseal = (keys: SecretKeys) => resealKeys({ sql, config: { secretKeys: keys } as Config })
  expect([await reseal([newer, old!]), await reseal([newer, old!]), await reseal([])]).toEqual([1, 0, 0])
  const [none] = (await it.read()).keys
  expect(none).toEqual({ name: 'app_key', set: false })
  expect((await it.school.call(actor, 'GET', '/api/workplace/user-id')).body).toEqual({ user_id: null })
  expect(await reseal([old!, newer])).toBe(1)
  expect((await it.school.call(actor, 'GET', '/api/workplace/user-id')).body).toEqual({ user_id: user })
})
