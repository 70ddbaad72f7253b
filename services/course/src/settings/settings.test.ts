// The course menu as its teachers arrange it, and values for several courses at once.
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'
import { arranged } from './nav-setting.ts'

let it: TestService
let school: School
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ it, school, stop } = await testCourses())
})
afterAll(() => stop?.())

const made = async (draft: object = {}, actor = school.teacher) =>
  (await it.call(actor, 'POST', '/api/course', { name: 'Marine Biology II', ...draft })).body
const put = (course: string, body: object, actor = school.teacher) => it.call(actor, 'PUT', `/api/courses/${course}/nav-setting`, body)
const menu = async (course: string, actor = school.teacher) =>
  (await it.call(actor, 'GET', `/api/courses/${course}/nav-setting`)).body.nav_setting

test('any stored menu shows every entry once, the stored ones in their order, and content and settings always', () => {
  const keys = arranged([]).map(({ key }) => key)
  const entry = fc.record({ key: fc.constantFrom(...keys), visible: fc.boolean() })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), (stored) => {
      const shown = arranged(stored)
      expect(shown.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
      const first = stored.filter(({ key }, at) => stored.findIndex((one) => one.key === key) === at).map(({ key }) => key)
      expect(shown.map(({ key }) => key).filter((key) => first.includes(key))).toEqual(first)
      for (const kept of ['content', 'settings']) expect(shown.find(({ key }) => key === kept)?.visible).toBe(true)
      expect(arranged(shown)).toEqual(shown)
    }),
  )
})

test('a menu is stored: its order for everybody, and what is put away is not visible but still told to be there', async () => {
  const { id, version } = await made()
  const nav_setting = [
    { key: 'content', visible: true },
    { key: 'resource', visible: true },
    { key: 'forum', visible: false },
  ]
  expect((await put(id, { nav_setting, version })).status).toBe(200)
  const entries = await menu(id)
  expect(entries.map(({ key }: { key: string }) => key).slice(0, 3)).toEqual(['content', 'outline', 'enrollments'])
  expect(entries.findIndex(({ key }: { key: string }) => key === 'resource')).toBeLessThan(
    entries.findIndex(({ key }: { key: string }) => key === 'forum'),
  )
  expect(entries.find(({ key }: { key: string }) => key === 'forum')).toMatchObject({ visible: false, shown: false })
  await it.call(school.teacher, 'PUT', `/api/courses/${id}/publish`, { published: true })
  await it.call(school.teacher, 'POST', `/api/courses/${id}/enrollments`, { person_ids: [school.student.person], role: 'student' })
  const seen = await menu(id, school.student)
  expect(seen.filter(({ visible }: { visible: boolean }) => visible).map(({ key }: { key: string }) => key)).not.toContain('settings')
  expect(seen.find(({ key }: { key: string }) => key === 'settings')).toMatchObject({ visible: false, shown: true })
  const late = await put(id, { nav_setting, version })
  expect([late.status, late.body.code]).toEqual([409, 'course.newer'])
  expect((await put(id, { nav_setting }, school.student)).status).toBe(403)
})

test.each([
  [[{ key: 'content', visible: false }], 'nav_setting.0.visible'],
  [[{ key: 'settings', visible: false }], 'nav_setting.0.visible'],
  [
    [
      { key: 'forum', visible: true },
      { key: 'forum', visible: false },
    ],
    'nav_setting.1.key',
  ],
  [[{ key: 'shop', visible: true }], 'nav_setting.0.key'],
])('400 names the field of the menu %j', async (nav_setting, field) => {
  const { status, body } = await put((await made()).id, { nav_setting })
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
})

test('several courses get the same values, and each tells it once', async () => {
  const courses = [await made(), await made({ semester: 'Autumn' })]
  const course_ids = courses.map(({ id }) => id)
  const body = { course_ids, semester: 'Spring', public_scope: 'organisation', end_date: '2027-06-30' }
  expect((await it.call(school.teacher, 'PUT', '/api/courses/settings', body)).body).toEqual({ changed: 2 })
  for (const { id, version } of courses) {
    const now = (await it.call(school.teacher, 'GET', `/api/courses/${id}`)).body
    expect(now).toMatchObject({ name: 'Marine Biology II', semester: 'Spring', public_scope: 'organisation', end_date: '2027-06-30' })
    expect(now.version).toBeGreaterThan(version)
    const told = await school.db.query(
      `select value::jsonb->'course'->>'semester' as semester from kit.outbox where key = $1 and type like '%CourseChanged'`,
      [`course:${id}`],
    )
    expect(told.rows).toEqual([{ semester: 'Spring' }])
  }
})

test('none changes when one of them is refused: of another teacher, unknown, lite, or in one of its dates', async () => {
  const [mine, theirs, lite, later] = [
    await made({ semester: 'Autumn' }),
    await made({}, school.other),
    await made(),
    await made({ start_date: '2027-01-01' }),
  ]
  await it.call(school.teacher, 'PUT', `/api/courses/${lite.id}/switch-lite`)
  const change = async (id: string, fields: object) => {
    const { status, body } = await it.call(school.teacher, 'PUT', '/api/courses/settings', { course_ids: [mine.id, id], ...fields })
    return [status, body.code === 'invalid' ? Object.keys(body.errors)[0] : body.code]
  }
  expect(await change(theirs.id, { semester: 'Spring' })).toEqual([404, 'course.notFound'])
  expect(await change(newId(), { semester: 'Spring' })).toEqual([404, 'course.notFound'])
  expect(await change(lite.id, { semester: 'Spring', learning_mode: 'checkpoint' })).toEqual([400, 'learning_mode'])
  expect(await change(later.id, { semester: 'Spring', end_date: '2026-12-31' })).toEqual([400, 'end_date'])
  expect(await change(later.id, { name: 'One name for all' })).toEqual([400, 'name'])
  expect((await it.call(school.teacher, 'GET', `/api/courses/${mine.id}`)).body.semester).toBe('Autumn')
})
