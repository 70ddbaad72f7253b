// Prerequisites and checkpoints through the calls: what is locked, what it answers, what opens it, what may not be required.
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActivityRow } from '../../activity/api.ts'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { lockedOf } from './prerequisites.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(async () => {
  await env?.stop()
})

const add = async (title: string, draft: object = {}, course = env.course) =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${course}/activities`, { type: 'page', title, published: true, ...draft })).id as string
const put = (id: string, draft: object) => env.call(env.teacher, 'PUT', `/api/activities/${id}`, draft)
const require = (id: string, ...prerequisite_ids: string[]) => put(id, { prerequisite_ids })
const open = (id: string, who = env.student) => env.call(who, 'GET', `/api/activities/${id}`)
const read = (id: string, who = env.student) => env.call(who, 'POST', `/api/course/activities-read/${id}`)
const lockedIn = async (course = env.course, who = env.student): Promise<string[]> =>
  (await env.ok(who, 'GET', `/api/courses/${course}/content`)).activities
    .filter(({ is_locked }: ActivityRow) => is_locked)
    .map(({ title }: ActivityRow) => title)
const todo = async (course: string): Promise<string[]> =>
  (
    await env.ok(env.student, 'GET', `/api/todo?page_size=100&conditions=${encodeURIComponent(JSON.stringify({ course_id: course }))}`)
  ).items.map(({ title }: { title: string }) => title)
const makeCourse = async (fields: object = {}) => {
  const { id } = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Tides', ...fields })).body
  await env.inCourse(env.teacher, 'PUT', `/api/courses/${id}/publish`, { published: true })
  await env.inCourse(env.teacher, 'POST', `/api/courses/${id}/enrollments`, { person_ids: [env.student.person], role: 'student' })
  return id as string
}

describe('a locked activity', () => {
  test('says what is missing wherever it is opened, and opens once that is completed', async () => {
    const video = await env.upload(env.teacher)
    const [ebb, flood] = [await add('Ebb'), await add('Flood')]
    const chart = await add('Chart', { type: 'online_video', upload_ids: [video], prerequisite_ids: [flood, ebb] })
    for (const [method, url] of [
      ['GET', `/api/activities/${chart}`],
      ['GET', `/api/activities/${chart}/pictures`],
      ['POST', `/api/activities/${chart}/play`],
      ['POST', `/api/course/activities-read/${chart}`],
    ] as const) {
      const { status, body } = await env.call(env.student, method, url, url.endsWith('play') ? {} : undefined)
      expect([url, status, body.code]).toEqual([url, 403, 'activity.locked'])
      expect(body.params).toEqual({
        title: 'Ebb',
        count: 2,
        missing: [
          { id: ebb, title: 'Ebb' },
          { id: flood, title: 'Flood' },
        ],
      })
    }
    expect(await lockedIn()).toEqual(['Chart'])
    const row = (await env.ok(env.student, 'GET', `/api/courses/${env.course}/content`)).activities.find(
      ({ id }: ActivityRow) => id === chart,
    )
    expect(row).toMatchObject({ is_locked: true, locked_by: ebb, uploads: [] })
    expect(await todo(env.course)).toEqual(['Ebb', 'Flood'])
    expect(await env.ok(env.student, 'GET', `/api/activities/${chart}/prerequisites`)).toEqual({
      items: [
        { id: ebb, title: 'Ebb', type: 'page', published: true, completed: false, because: 'chosen' },
        { id: flood, title: 'Flood', type: 'page', published: true, completed: false, because: 'chosen' },
      ],
      is_locked: true,
      required_by: [],
      required_by_total: 0,
    })
    await read(ebb)
    expect((await open(chart)).body.params.missing).toEqual([{ id: flood, title: 'Flood' }])
    await read(flood)
    expect([(await open(chart)).status, await lockedIn()]).toEqual([200, []])
    expect((await open(chart)).body.prerequisite_ids.toSorted()).toEqual([ebb, flood].toSorted())
  })
  test('is open to who teaches, and locked for a teacher who looks as a student', async () => {
    const [first, second] = [await add('Neap'), await add('Spring')]
    await require(second, first)
    expect([(await open(second, env.teacher)).status, await lockedIn(env.course, env.teacher)]).toEqual([200, []])
    expect((await env.ok(env.teacher, 'GET', `/api/activities/${first}/prerequisites`)).required_by).toEqual([
      { id: second, title: 'Spring' },
    ])
    await env.inCourse(env.teacher, 'PUT', `/api/course/${env.course}/role`, { active: 'student' })
    expect((await open(second, env.teacher)).body.code).toBe('activity.locked')
    await env.inCourse(env.teacher, 'PUT', `/api/course/${env.course}/role`, { active: 'instructor' })
    expect((await open(second, env.teacher)).status).toBe(200)
  })
  test('is never one that was opened before', async () => {
    const [first, second] = [await add('Moon'), await add('Sun', { completion_criterion_key: 'by_hand' })]
    await read(second)
    await require(second, first)
    expect([(await open(second)).status, (await lockedIn()).includes('Sun')]).toEqual([200, false])
    expect(await todo(env.course)).toContain('Sun')
  })
  test('is freed by what it waits for: hidden, without a criterion, deleted, taken off', async () => {
    const second = await add('Delta')
    const changes: ((id: string) => Promise<unknown>)[] = [
      (id) => put(id, { published: false }),
      (id) => put(id, { completion_criterion_key: 'none' }),
      (id) => env.call(env.teacher, 'DELETE', `/api/activities/${id}`),
      () => require(second),
    ]
    for (const free of changes) {
      const first = await add('Estuary')
      expect((await require(second, first)).status).toBe(200)
      expect((await open(second)).status).toBe(403)
      await free(first)
      expect((await open(second)).status).toBe(200)
      expect(await lockedIn()).not.toContain('Delta')
    }
  })
})

test('one in the bin is neither shown nor taken off, and is waited for again when it is back; it closes no circle', async () => {
  const [first, other, second] = [await add('Spring'), await add('Autumn'), await add('Winter')]
  await require(second, first)
  await env.ok(env.teacher, 'DELETE', `/api/activities/${first}`)
  expect((await require(second, other)).body.prerequisite_ids).toEqual([other])
  await env.ok(env.teacher, 'PUT', `/api/activities/${first}/restore`)
  expect((await open(second, env.teacher)).body.prerequisite_ids.toSorted()).toEqual([first, other].toSorted())
  expect((await require(first, second)).body.details.prerequisite_ids[0].code).toBe('prerequisite.circle')
  expect((await require(second)).body.prerequisite_ids).toEqual([])
})

describe('prerequisites that are refused', () => {
  const refused = async (id: string, ...ids: string[]) => {
    const { status, body } = await require(id, ...ids)
    return [status, body.details?.prerequisite_ids?.[0]]
  }
  test('itself, a circle, a deleted one, one of another course, one that is never completed', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')]
    await require(b, a)
    await require(c, b)
    expect(await refused(a, a)).toEqual([400, { code: 'prerequisite.itself', params: { id: a } }])
    expect(await refused(a, c)).toEqual([400, { code: 'prerequisite.circle', params: { id: c, title: 'C' } }])
    const gone = await add('Gone')
    await env.call(env.teacher, 'DELETE', `/api/activities/${gone}`)
    expect(await refused(a, gone)).toEqual([400, { code: 'prerequisite.deleted', params: { id: gone, title: 'Gone' } }])
    const elsewhere = await add('Elsewhere', {}, await makeCourse())
    expect(await refused(a, elsewhere)).toEqual([400, { code: 'prerequisite.unknown', params: { id: elsewhere } }])
    expect((await refused(a, newId()))[1]).toMatchObject({ code: 'prerequisite.unknown' })
    const free = await add('Free', { completion_criterion_key: 'none' })
    expect(await refused(a, free)).toEqual([400, { code: 'prerequisite.noCriterion', params: { id: free, title: 'Free' } }])
    expect((await refused(a, b, b))[0]).toBe(400)
    const body = { type: 'page', title: 'D', prerequisite_ids: [gone] }
    expect((await env.call(env.teacher, 'POST', `/api/courses/${env.course}/activities`, body)).body.details.prerequisite_ids[0].code).toBe(
      'prerequisite.deleted',
    )
    expect((await open(a, env.teacher)).body.prerequisite_ids).toEqual([])
  })
  test('two writes at once do not close a circle between them', async () => {
    for (let round = 0; round < 4; round++) {
      const [a, b] = [await add('East'), await add('West')]
      const answers = await Promise.all([require(a, b), require(b, a)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    }
  })
  test('a circle of three across modules is refused at its last write, also when it comes from three teachers at once', async () => {
    const modules = await Promise.all(
      ['Ice', 'Tide', 'Wind'].map((name) => env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name })),
    )
    const ring = async () => await Promise.all(modules.map(({ id, name }) => add(`In ${name}`, { module_id: id })))
    const [ice = '', tide = '', wind = ''] = await ring()
    expect([(await require(tide, ice)).status, (await require(wind, tide)).status]).toEqual([200, 200])
    expect(await refused(ice, wind)).toEqual([400, { code: 'prerequisite.circle', params: { id: wind, title: 'In Wind' } }])
    const [a = '', b = '', c = ''] = await ring()
    const answers = await Promise.all([require(a, b), require(b, c), require(c, a)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400])
  })
  test('a deletion at the same moment leaves either a refusal or an open activity', async () => {
    for (let round = 0; round < 4; round++) {
      const [a, b] = [await add('Stays'), await add('Goes')]
      const [answer] = await Promise.all([require(a, b), env.call(env.teacher, 'DELETE', `/api/activities/${b}`)])
      expect([200, 400]).toContain(answer.status)
      expect((await open(a)).status).toBe(200)
    }
  })
})

describe('checkpoints', () => {
  test('lock each activity behind the one before it, in the order of the content', async () => {
    const course = await makeCourse({ learning_mode: 'checkpoint' })
    const module = (await env.ok(env.teacher, 'POST', `/api/courses/${course}/modules`, { name: 'Later' })).id
    const third = await add('third', { module_id: module }, course)
    await add('reference', { completion_criterion_key: 'none' }, course)
    const first = await add('first', {}, course)
    const second = await add('second', {}, course)
    expect([await lockedIn(course), await todo(course)]).toEqual([['third', 'second'], ['first']])
    expect((await open(third)).body.params.missing).toEqual([{ id: second, title: 'second' }])
    expect((await env.ok(env.student, 'GET', `/api/activities/${third}/prerequisites`)).items).toMatchObject([
      { id: second, because: 'checkpoint' },
    ])
    await read(first)
    expect([await lockedIn(course), await todo(course)]).toEqual([['third'], ['second']])
    // a teacher who turns checkpoints off, or on again
    await env.inCourse(env.teacher, 'PUT', `/api/courses/${course}`, { learning_mode: 'normal' })
    expect([await lockedIn(course), (await open(third)).status]).toEqual([[], 200])
    await env.inCourse(env.teacher, 'PUT', `/api/courses/${course}`, { learning_mode: 'checkpoint' })
    expect((await open(third)).status).toBe(403)
  })
})

test('list, page, search and to-do lock the same activities, whatever is required and done', async () => {
  const count = 6
  const numbers = Array.from({ length: count }, (_, nth) => nth)
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 8 }),
      fc.array(fc.record({ done: fc.boolean(), opened: fc.boolean(), published: fc.boolean(), counts: fc.boolean() }), {
        minLength: count,
        maxLength: count,
      }),
      async (checkpoints, edges, kinds) => {
        const course = await makeCourse({ learning_mode: checkpoints ? 'checkpoint' : 'normal' })
        const ids: string[] = []
        for (const nth of numbers) ids.push(await add(`${nth}`, {}, course))
        for (const [nth, { done, opened }] of kinds.entries())
          if (done || opened)
            await env.db.query(
              `insert into progress (activity_id, person_id, org_id, course_id, completed_at, first_seen_at, last_seen_at, version)
               values ($1, $2, $3, $4, $5, now(), now(), 1)`,
              [ids[nth], env.student.person, env.org, course, done ? new Date() : null],
            )
        for (const nth of numbers) {
          const earlier = edges.filter(([from, to]) => from === nth && to < nth).map(([, to]) => ids[to]!)
          expect((await require(ids[nth]!, ...new Set(earlier))).status).toBe(200)
        }
        for (const [nth, { published, counts }] of kinds.entries())
          await put(ids[nth]!, { published, completion_criterion_key: counts ? 'read' : 'none' })
        const locked = await lockedIn(course)
        const shown = numbers.filter((nth) => kinds[nth]!.published)
        for (const nth of shown) expect([nth, (await open(ids[nth]!)).status]).toEqual([nth, locked.includes(`${nth}`) ? 403 : 200])
        expect(
          [
            ...(await lockedOf(
              plain(env.db),
              env.student.person,
              shown.map((nth) => ids[nth]!),
            )),
          ].toSorted(),
        ).toEqual(locked.map((title) => ids[Number(title)]!).toSorted())
        const expected = shown.filter((nth) => kinds[nth]!.counts && !kinds[nth]!.done && !locked.includes(`${nth}`))
        expect((await todo(course)).toSorted()).toEqual(expected.map(String))
      },
    ),
    { numRuns: 12 },
  )
})
