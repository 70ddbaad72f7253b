// Settings and the fields that not every type has: bad input, what a missing one means, and pods of another release.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openapi } from '@lyceum/kit/calls/openapi'
import { settingsByType } from './activity-types/api.ts'
import { type TestCourse, testCourse } from '../test/course.ts'
import { activityCalls } from '../content/activities/api.ts'
import { mergeSettings, settingsOf } from './settings.ts'

let env: TestCourse
let video: string
beforeAll(async () => {
  env = await testCourse()
  video = await env.upload(env.teacher)
})
afterAll(() => env?.stop())

const add = (draft: object) =>
  env.call(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Field notes', ...draft })
const film = async (draft: object = {}) => (await add({ type: 'online_video', upload_ids: [video], ...draft })).body
const put = (id: string, draft: object) => env.call(env.teacher, 'PUT', `/api/activities/${id}`, draft)
const stored = async (id: string) =>
  (await env.db.query('select settings, forward_seeking from activities where id = $1', [id])).rows[0] as {
    settings: object
    forward_seeking: boolean
  }

describe('schemas', () => {
  test.each(Object.entries(settingsByType))('%s: every setting is optional and none has a default', (_, schema) => {
    expect((schema as { required?: string[] }).required ?? []).toEqual([])
    expect(JSON.stringify(schema)).not.toContain('"default"')
  })
  test('a setting that a newer release has stored stays, with a meaning of its own', () => {
    expect(mergeSettings('online_video', { chapters_first: true }, { forward_seeking: false })).toEqual({
      chapters_first: true,
      forward_seeking: false,
    })
    expect(settingsOf({ type: 'online_video', settings: { chapters_first: true } })).toEqual({
      chapters_first: true,
      forward_seeking: true,
    })
    expect(settingsOf({ type: 'hologram', settings: { depth: 3 } })).toEqual({ depth: 3 })
  })
})

describe('settings', () => {
  test('a PUT changes the ones it gives; null takes one away', async () => {
    const { id, settings } = await film({ settings: { forward_seeking: false } })
    expect(settings).toEqual({ forward_seeking: false })
    expect((await put(id, { title: 'B' })).body.settings).toEqual({ forward_seeking: false })
    expect((await put(id, { settings: {} })).body.settings).toEqual({ forward_seeking: false })
    expect((await put(id, { settings: { forward_seeking: null } })).body.settings).toEqual({ forward_seeking: true })
    expect((await stored(id)).settings).toEqual({})
    expect((await env.ok(env.student, 'GET', `/api/courses/${env.course}/content`)).activities).not.toContainEqual(
      expect.objectContaining({ settings: expect.anything() }),
    )
  })
  test.each([
    ['of another type', 'page', { forward_seeking: false }, 'settings.forward_seeking', 'field.unknown'],
    ['of another type, taken away', 'page', { forward_seeking: null }, 'settings.forward_seeking', 'field.unknown'],
    ['unknown', 'online_video', { colour: 'red' }, 'settings.colour', 'field.unknown'],
    ['called as what every object has', 'online_video', { toString: 'red' }, 'settings.toString', 'field.unknown'],
    ['of a wrong kind', 'online_video', { forward_seeking: 'no' }, 'settings.forward_seeking', 'field.type'],
    ['that are no object', 'online_video', 'fast', 'settings', 'field.type'],
  ])('400 for settings %s', async (_, type, settings, field, code) => {
    const draft = type === 'page' ? {} : { upload_ids: [video] }
    const created = await add({ type, ...draft, settings })
    const changed = await put((await add({ type, ...draft })).body.id, { settings })
    for (const { status, body } of [created, changed]) expect([status, body.details[field]?.[0].code]).toEqual([400, code])
  })
  test('an older pod and this one say the same about forward seeking', async () => {
    const { id } = await film({ settings: { forward_seeking: false } })
    expect((await stored(id)).forward_seeking).toBe(false)
    await env.db.query('update activities set forward_seeking = true where id = $1', [id])
    expect((await stored(id)).settings).toEqual({ forward_seeking: true })
    await env.db.query('update activities set forward_seeking = false where id = $1', [id])
    expect((await env.ok(env.teacher, 'GET', `/api/activities/${id}`)).settings).toEqual({ forward_seeking: false })
    await put(id, { settings: { forward_seeking: null } })
    expect((await stored(id)).forward_seeking).toBe(true)
    const { rows } = await env.db.query(
      `insert into activities (id, org_id, course_id, type, title, sort, criterion_key, upload_ids, forward_seeking, created_by, version)
       select gen_random_uuid(), org_id, course_id, type, title, 99, criterion_key, upload_ids, false, created_by, 1 from activities where id = $1
       returning settings`,
      [id],
    )
    expect(rows[0].settings).toEqual({ forward_seeking: false })
  })
})

describe('times', () => {
  const day = (nth: number) => `2027-03-0${nth}T08:00:00.000Z`
  test('due lies between start and end, also after a change of one of them', async () => {
    const { body } = await add({ start_time: day(1), due_time: day(3), end_time: day(3) })
    expect(body).toMatchObject({ start_time: day(1), due_time: day(3), end_time: day(3) })
    const code = async (draft: object) => (await put(body.id, draft)).body.details?.due_time?.[0].code
    expect(await code({ due_time: day(4) })).toBe('activity.dueAfterEnd')
    expect(await code({ due_time: day(1) })).toBe('activity.dueBeforeStart')
    expect(await code({ end_time: day(2) })).toBe('activity.dueAfterEnd')
    expect(await code({ start_time: day(3), end_time: null })).toBe('activity.dueBeforeStart')
    expect(await code({ end_time: null })).toBeUndefined()
    expect((await put(body.id, { due_time: null })).body).toMatchObject({ due_time: null, end_time: null, start_time: day(1) })
  })
  test('due is emitted, and in the list', async () => {
    const { body } = await add({ due_time: day(3) })
    expect((await env.facts('ActivityCreated')).at(-1).activity).toMatchObject({ due_time: day(3), release: 'at_once' })
    const { activities } = await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/content`)
    expect(activities.find(({ id }: { id: string }) => id === body.id)).toMatchObject({ due_time: day(3), points: null })
  })
})

test.each([
  [{ points: '10' }, 'points'],
  [{ anonymous: true }, 'anonymous'],
  [{ release: 'by_hand' }, 'release'],
  [{ group_set_id: '00000000-0000-7000-8000-000000000000' }, 'group_set_id'],
])('400 for %j of a type for which it means nothing', async (draft, field) => {
  const { status, body } = await add(draft)
  expect([status, body.details[field]?.[0].code]).toEqual([400, 'activity.fieldNotOffered'])
  expect((await add({ points: null, anonymous: false, release: 'at_once', group_set_id: null })).status).toBe(201)
})

describe('points and release of a type that is marked', () => {
  const task = (draft: object) => add({ type: 'learning_activity', ...draft })
  test.each(['0', '0.0', '10000', '1.23456', '-1', '1e3', '.5', '10.', 'ten', ''])('400 for %j points', async (points) => {
    const { status, body } = await task({ points })
    expect([status, body.details.points?.[0].code]).toEqual([400, 'field.format'])
  })
  test('points are exact, in the list, the answer and the fact', async () => {
    for (const [draft, kept] of [
      ['9999.9999', '9999.9999'],
      ['0.0001', '0.0001'],
      ['010.50', '10.5'],
    ]) {
      const { body } = await task({ points: draft })
      expect(body.points).toBe(kept)
      const { activities } = await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/content`)
      expect(activities.find(({ id }: { id: string }) => id === body.id).points).toBe(kept)
      expect((await env.ok(env.teacher, 'GET', `/api/activities/${body.id}`)).points).toBe(kept)
      expect((await env.facts('ActivityCreated')).at(-1).activity.points).toBe(kept)
      expect((await put(body.id, { title: 'B' })).body.points).toBe(kept)
      expect((await put(body.id, { points: null })).body.points).toBeNull()
    }
  })
  test('a release at a time has one, another has none', async () => {
    const at = '2027-03-05T08:00:00.000Z'
    const code = ({ body }: { body: { details?: Record<string, { code: string }[]> } }) => body.details?.release_time?.[0]?.code
    expect(code(await task({ release: 'at_time' }))).toBe('field.required')
    expect(code(await task({ release: 'by_hand', release_time: at }))).toBe('activity.releaseNotTimed')
    const { body } = await task({ release: 'at_time', release_time: at, anonymous: true })
    expect(body).toMatchObject({ release: 'at_time', release_time: at, anonymous: true })
    expect(code(await put(body.id, { release_time: null }))).toBe('field.required')
    expect((await put(body.id, { title: 'B' })).body).toMatchObject({ release: 'at_time', release_time: at, anonymous: true })
    expect((await put(body.id, { release: 'by_hand' })).body).toMatchObject({ release: 'by_hand', release_time: null })
    expect((await env.facts('ActivityChanged')).at(-1).activity).toMatchObject({ release: 'by_hand', anonymous: true })
  })
})

test('the API’s documentation shows the settings of each type', () => {
  const { paths } = openapi('Lyceum', 'test', activityCalls)
  const { content } = (paths['/api/activities/{id}']!.put as any).requestBody
  expect(Object.keys(content['application/json'].schema.properties.settings['x-by-type'])).toEqual(Object.keys(settingsByType))
})

describe('times of before there were bounds', () => {
  test('those that nobody can read leave the settings, the others stay', async () => {
    const { id } = (await add({ type: 'homework', title: 'Survey' })).body
    const repaired = async (settings: object) => {
      await env.db.query('update activities set settings = $2 where id = $1', [id, JSON.stringify(settings)])
      await env.db.query(
        readFileSync(new URL('../../prisma/migrations/20261128134500_settings_times/migration.sql', import.meta.url), 'utf8'),
      )
      return (await stored(id)).settings
    }
    for (const at of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00', '2026-12-31T10:00:00+23:59', 'x'])
      expect(await repaired({ peer_due: at, resubmit_until: at, late: 'refused' }), at).toEqual({ late: 'refused' })
    const good = { peer_due: '2026-12-31T10:00:00+05:30', resubmit_until: '2026-12-31T10:00:00.000Z' }
    expect(await repaired(good)).toEqual(good)
    expect(await repaired({ peer_due: null })).toEqual({ peer_due: null })
  })

  test('an activity of year 10000 stands in the lists, and its copy too', async () => {
    const { id } = (await add({ title: 'Far away', published: true })).body
    await env.db.query(`update activities set start_time = '-infinity', due_time = '10000-01-01', end_time = 'infinity' where id = $1`, [
      id,
    ])
    for (const who of [env.teacher, env.student]) {
      const { activities } = await env.ok(who, 'GET', `/api/courses/${env.course}/content`)
      expect(activities.find((one: { id: string }) => one.id === id)).toMatchObject({ due_time: '2299-12-31T23:59:59.000Z' })
    }
    expect((await env.call(env.teacher, 'POST', `/api/activities/${id}/copy`, { title: 'Farther' })).status).toBe(201)
  })
})
