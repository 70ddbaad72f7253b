// Grants of guests rest on the course alone: it is open to visitors. They open nothing else, and end within 10 s of it.
import { type Actor, visitor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Grant, grantKeys, grantLifetime, signGrant } from '../../mirror/grant.ts'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, teacher: Actor, pdf: string, note: string
beforeAll(async () => {
  env = await openUploads()
  ;({ teacher } = env.school)
  pdf = (await env.send(teacher, somePdf(500), { name: 'a.pdf' })).id
  note = (await env.send(teacher, Buffer.from('# Tide'), { name: 'notes.md' })).id
})
afterAll(() => env?.stop())

let last: Promise<unknown> = Promise.resolve()
/** One at a time: the school has one connection. */
const query = (sql: string, ...values: unknown[]) => {
  const answer = last.then(() => env.school.db.query(sql, values))
  last = answer.catch(() => {})
  return answer
}
/** A public course of a school with guest preview, and a guest's grant for an activity in it. */
async function open(more: Partial<Grant> = {}) {
  const [org, course] = [newId(), newId()]
  await query(
    `insert into mirror.orgs (id, name, locale, settings, deleted, version) values ($1, 'Open College', 'en', '{"guest_preview": true}', false, 1)`,
    org,
  )
  await query(
    `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, version, public_scope)
     values ($1, $2, 'Tides', 'T', 1, true, false, 5, 'public')`,
    course,
    org,
  )
  const grant = signGrant(grantKeys(String(env.world.env.GRANT_KEYS)), {
    upload: pdf,
    person: '',
    session: '',
    activity: newId(),
    expires: Math.floor(Date.now() / 1000) + grantLifetime,
    file: false,
    basis: { org: '', course: { id: course, teaching: false, versions: { course: 5, member: 0, activity: 5, times: 0 } } },
    ...more,
  })
  return { org, course, grant }
}
const get = (who: Actor, path: string) => env.call(who, 'GET', `/api/uploads/${path}`)
const bytes = async (grant: string, headers: Record<string, string> = { range: 'bytes=0-9' }) =>
  (await env.bytes(`/bytes/${grant}/file`, { headers })).status

test('a guest reads what the grant is for, in pieces, and learns nothing of people', async () => {
  const { grant } = await open()
  const { status, body } = await get(visitor(), `${pdf}/view?grant=${grant}`)
  expect([status, body]).toMatchObject([200, { name: 'a.pdf', kind: 'pdf', mine: false, download: false }])
  expect(JSON.stringify(body)).not.toContain(teacher.person)
  expect([await bytes(grant), await bytes(grant, {})]).toEqual([206, 403])
  const text = await open({ upload: note })
  expect((await get(visitor(), `${note}/text?grant=${text.grant}`)).body).toMatchObject({ text: '# Tide' })
})

test('its fields, its download and the activity that shows it, by the grant alone: nothing of its owner, nor of other uses', async () => {
  const activity = newId()
  const { course, grant } = await open({ activity })
  const held = (holder: string, byRight = true) =>
    query(
      `insert into upload_references (upload_id, activity_id, holder_kind, course_id, org_id, title, type, published, by_right, version)
       select $1, $2, 'activity', $3, org_id, 'Tide tables', 'material', true, $4, 1 from uploads where id = $1`,
      pdf,
      holder,
      course,
      byRight,
    )
  await held(activity)
  await held(newId())
  const read = async (path: string) => (await get(visitor(), `${pdf}${path}?grant=${grant}`)) as { status: number; body: object }
  const { status, body } = await read('')
  expect([status, body]).toMatchObject([200, { id: pdf, name: 'a.pdf', type: 'document', created_by_id: '', key: '', course_id: null }])
  expect(JSON.stringify(body)).not.toMatch(new RegExp(`${teacher.person}|${env.school.org}`))
  const uses = (await read('/references')).body
  expect(uses).toMatchObject({ total: 1, hidden: 0, items: [{ activity_id: activity, course_name: 'Tides', title: 'Tide tables' }] })
  expect(await read('/blob')).toMatchObject({ status: 403, body: { code: 'upload.downloadNotAllowed' } })
  for (const path of ['/preview/wps', '/rms-preview', '/rms-video-urls'])
    expect(await read(path)).toMatchObject({ status: 409, body: { code: 'preview.providerNotSet' } })
  await env.call(teacher, 'PUT', `/api/uploads/${pdf}`, { allow_download: true })
  const whole = await open({ activity, file: true })
  const download = async () => String((await get(visitor(), `${pdf}/blob?grant=${whole.grant}`)).headers.location)
  await expect.poll(download).toMatch(/\/file\?download=true$/)
  await env.call(teacher, 'PUT', `/api/uploads/${pdf}`, { allow_download: false })
  for (const path of ['', '/blob', '/references', '/preview/wps'])
    expect((await get(visitor(), `${note}${path}?grant=${grant}`)).body.code, path).toBe('grant.ended')
})

test('401 without a grant, 403 with that of another file or of a person; a person does not read by a guest’s', async () => {
  const { grant } = await open()
  const paths = [`${pdf}/view`, `${note}/text`, `audio/${pdf}`, `reference/document/${pdf}/pdf-info-for-stat`]
  for (const path of paths) expect((await get(visitor(), path)).status, path).toBe(401)
  for (const path of [pdf, `${pdf}/blob`, `${pdf}/captions`, `${pdf}/references`, `${pdf}/preview/wps`, `${pdf}/rms-preview`])
    expect((await get(visitor(), path)).status, path).toBe(401)
  const { grant: own } = (await get(teacher, `${pdf}/view`)).body
  const refused = [get(visitor(), `${note}/text?grant=${grant}`), get(visitor(), `${pdf}/view?grant=${own}`)]
  for (const { status, body } of await Promise.all(refused)) expect([status, body.code]).toEqual([403, 'grant.ended'])
  expect((await get(env.school.student, `${pdf}/view?grant=${grant}`)).body.code).toBe('grant.ended')
})

test('a grant of nobody without a course opens nothing, and none stands for a teacher', async () => {
  const [ownRight, teaching] = [await open({ basis: { org: '' } }), await open()]
  expect(await bytes(ownRight.grant)).toBe(403)
  const versions = { course: 5, member: 0, activity: 5, times: 0 }
  const basis = { org: '', course: { id: teaching.course, teaching: true, versions } }
  expect(await bytes((await open({ basis })).grant)).toBe(403)
})

const losses: Record<string, (at: { org: string; course: string }) => Promise<unknown>> = {
  'guest preview is switched off': ({ org }) => query(`update mirror.orgs set settings = '{"guest_preview": false}' where id = $1`, org),
  'visitors lose the permission': ({ org }) =>
    query(`update mirror.orgs set role_permissions = '{"visitor": {"given": [], "taken": [45]}}' where id = $1`, org),
  'the organisation is deleted': ({ org }) => query(`update mirror.orgs set deleted = true where id = $1`, org),
  'the course is for members': ({ course }) =>
    query(`update mirror.courses set public_scope = 'members', version = 9 where id = $1`, course),
  'the course is hidden': ({ course }) => query(`update mirror.courses set published = false, version = 9 where id = $1`, course),
  'the course is deleted': ({ course }) => query(`update mirror.courses set deleted = true, version = 9 where id = $1`, course),
}
describe.concurrent('a guest’s grant ends when', () => {
  test.each(Object.keys(losses))('%s', async (name) => {
    const { grant, ...at } = await open()
    const view = async () => (await get(visitor(), `${pdf}/view?grant=${grant}`)).status
    expect([await bytes(grant), await view()]).toEqual([206, 200])
    await losses[name]!(at)
    const ways = async () => [await bytes(grant), await view()]
    await until(async () => (await ways()).every((one) => one === 403), 10_000, 250)
  })
})
