// Tests of an organisation's settings.
import { OrgSettingsSchema } from '@lyceum/proto/identity'
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestSchool, testSchool } from '../test/people.ts'
import { factSettings, settingNames, settingsTable } from './api.ts'

let school: TestSchool
const admin = actorOf()
beforeAll(async () => {
  school = await testSchool()
  admin.org = school.org
  admin.roles = ['admin']
})
afterAll(() => school.stop())

const read = async () => (await school.call(admin, 'GET', '/api/org/settings')).body
const put = (body: object) => school.call(admin, 'PUT', '/api/org/settings', body)
const lastFact = async () =>
  JSON.parse(
    (await school.pool.query('select value from kit.outbox where key = $1 order by seq desc limit 1', [`org:${school.org}`])).rows[0].value,
  )
const log = async (query = '') => (await school.call(admin, 'GET', `/api/audit/identity${query}`)).body

/** A value of each setting that is not its default. */
const other = {
  accent: { hue: 10, vividness: 90 },
  time_zone: 'Asia/Bangkok',
  guest_preview: true,
  user_action_tracking: false,
  publish_required: false,
  invite_students: false,
  maxLevelInUploadFolder: 7,
  maxFileCountInUploadFolder: 100,
  uploadLimits: { video: 5_000_000_000 },
  review_sharing: true,
  toggles: ['org_team_teaching', 'timetables', 'cloud_classrooms', 'third_party_video'],
  mobile_required: true,
  verify_email: true,
  password_expires_days: 180,
  pre_task_url: 'https://survey.example.edu/',
  management_auth_code: false,
  audit_days: 365,
}

test('every setting is written, read again, in the public view or the fact where its readers are, and in the log without texts', async () => {
  expect(Object.keys(other).sort()).toEqual(settingNames.filter((name) => !('fixed' in settingsTable[name])).sort())
  const before = await read()
  for (const [name, value] of Object.entries(other)) {
    const { status, body } = await put({ [name]: value })
    expect([status, body[name]], name).toEqual([200, value])
  }
  expect((await put({ name: 'Reef School', locale: 'th' })).body).toMatchObject({ name: 'Reef School', locale: 'th', ...other })
  const fact = await lastFact()
  expect(fact).toMatchObject({ name: 'Reef School', locale: 'th' })
  expect(fact.settings).toMatchObject({
    accent: other.accent,
    time_zone: 'Asia/Bangkok',
    guest_preview: true,
    user_action_tracking: false,
    publish_required: false,
    invite_students: false,
    max_level_in_upload_folder: 7,
    max_file_count_in_upload_folder: 100,
    toggles: other.toggles,
    upload_limits: { video: '5000000000' },
    review_sharing: true,
    audit_days: 365,
  })
  expect(factSettings).toHaveLength(OrgSettingsSchema.fields.length)
  const bff = actorOf({ kind: 'job', person: '', org: '', roles: [] })
  const { org } = (await school.it.call(bff, 'GET', `/internal-api/site?host=${school.host}`)).body
  expect(org).toMatchObject({ name: 'Reef School', time_zone: 'Asia/Bangkok', maxLevelInUploadFolder: 7, publish_required: false })
  expect(Object.keys(org)).not.toEqual(expect.arrayContaining(['pre_task_url']))

  const { items, more } = await log('?limit=2')
  expect(more).toBe(true)
  expect(items).toMatchObject([
    {
      action: 'org.settingsChanged',
      subject: `org:${school.org}`,
      actor: admin.person,
      before: { locale: 'en' },
      after: { locale: 'th', texts: ['name'] },
    },
    { before: { audit_days: 730 }, after: { audit_days: 365 } },
  ])
  expect(JSON.stringify((await log()).items)).not.toMatch(/Reef|survey|Coral/)
  expect((await school.pool.query('select days from kit.audit_retention')).rows).toEqual([{ days: 365 }])
  // the same again changes nothing to speak of
  const { total } = (await school.pool.query('select count(*)::int as total from kit.audit')).rows[0]
  await put(other)
  expect((await school.pool.query('select count(*)::int as total from kit.audit')).rows[0].total).toBe(total)
  expect(before.version).toBeLessThan((await read()).version)
})

test('400 names the field of a value that cannot be; toggles of others are kept and none is invented', async () => {
  for (const [field, body] of [
    ['time_zone', { time_zone: '+08:00' }],
    ['name', { name: ' \u200b' }],
    ['locale', { locale: 'xx' }],
    ['accent.hue', { accent: { hue: 360, vividness: 1 } }],
    ['maxLevelInUploadFolder', { maxLevelInUploadFolder: 0 }],
    ['maxFileCountInUploadFolder', { maxFileCountInUploadFolder: 5001 }],
    ['uploadLimits.video', { uploadLimits: { video: -1 } }],
    ['uploadLimits.film', { uploadLimits: { film: 1 } }],
    ['audit_days', { audit_days: 30 }],
    ['toggles.1', { toggles: ['timetables', 'tea_break'] }],
    ['demo', { demo: true }],
    ['quota', { quota: 1 }],
  ] as const) {
    const { status, body: problem } = await put(body)
    expect([status, Object.keys(problem.errors ?? {})], field).toEqual([400, [field]])
  }
  await school.set({ toggles: ['timetables', 'of_a_newer_release'] })
  expect((await put({ toggles: ['cloud_classrooms'] })).body.toggles).toEqual(['cloud_classrooms', 'of_a_newer_release'])
})

test('the log is listed to managers, newest first, by who, whom, course, action and time; nobody sees that of another organisation', async () => {
  const person = newId()
  const line = async (fields: object) => {
    const all = { id: newId(), org_id: school.org, at: new Date(), action: 'user.changed', subject: `user:${person}`, ...fields }
    const names = Object.keys(all)
    await school.pool.query(
      `insert into kit.audit (${names.join()}) values (${names.map((_, nth) => `$${nth + 1}`).join()})`,
      Object.values(all),
    )
    return all.id
  }
  const from = new Date().toISOString()
  const [actor, course] = [newId(), newId()]
  const ids = [await line({ person }), await line({ actor }), await line({ course }), await line({ action: 'user.erased' })]
  await line({ org_id: newId(), person })
  const found = async (query: string) => (await log(`?${query}`)).items.map(({ id }: { id: string }) => id)
  expect(await found(`from=${from}`)).toEqual([...ids].reverse())
  expect(await found(`from=${from}&limit=2&before=${ids[2]}`)).toEqual([ids[1], ids[0]])
  expect([await found(`person=${person}`), await found(`actor=${actor}`), await found(`course=${course}`)]).toEqual([
    [ids[0]],
    [ids[1]],
    [ids[2]],
  ])
  expect(await found('action=user.erased')).toEqual([ids[3]])
  expect(await found(`to=${new Date(Date.parse(from) - 1000).toISOString()}&person=${person}`)).toEqual([])
  const as = async (roles: string[], org = school.org) => (await school.call(actorOf({ org, roles }), 'GET', '/api/audit/identity')).status
  expect(await Promise.all([as(['student']), as(['instructor']), as(['faculty']), as(['educational_admin'])])).toEqual([403, 403, 403, 200])
  expect((await school.call(actorOf({ roles: ['admin'] }), 'GET', '/api/audit/identity')).body).toEqual({ items: [], more: false })
})

test('a number is demanded where a gateway can send its code, and stays demanded where it has gone', async () => {
  const { sms } = school.it.world
  sms.real = false
  try {
    await put({ mobile_required: false })
    expect(await put({ mobile_required: true, verify_email: false })).toMatchObject({ status: 409, body: { code: 'org.noSmsGateway' } })
    expect(await read()).toMatchObject({ mobile_required: false })
    sms.real = true
    expect((await put({ mobile_required: true })).status).toBe(200)
    sms.real = false
    expect((await put({ mobile_required: true, verify_email: false })).status).toBe(200)
  } finally {
    sms.real = true
  }
})
