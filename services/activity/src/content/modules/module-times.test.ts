// Modules with dates, and hidden ones: their activities follow them as they follow their own times, in every read.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openActivities } from '../activities/openings.ts'
import { availabilityOf } from '../../types/rules.ts'
import { heldBy } from '../../times/rules.ts'
import { plainDatabase } from '@lyceum/kit/database/database'
import { openPool } from '@lyceum/kit/database/connections'
import { type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

const began = Math.round(Date.now() / 1000) * 1000
const hours = (count: number) => new Date(began + count * 3_600_000).toISOString()
const addModule = async (draft: object = {}): Promise<string> =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Tides', ...draft })).id
const put = (id: string, draft: object, who = env.teacher) => env.call(who, 'PUT', `/api/modules/${id}`, draft)
const add = async (title: string, draft: object = {}): Promise<string> =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title, published: true, ...draft })).id
const content = (who = env.student) => env.ok(who, 'GET', `/api/courses/${env.course}/content`)
const rowOf = async (id: string, who = env.student) => (await content(who)).activities.find((one: { id: string }) => one.id === id)
const open = (id: string, who = env.student) => env.call(who, 'GET', `/api/activities/${id}`)
const todo = async () =>
  (await env.ok(env.student, 'GET', '/api/todo?page_size=100')).items.map(({ activity_id }: { activity_id: string }) => activity_id)
const found = async (title: string) => (await env.ok(env.student, 'GET', `/api/my-activities?keyword=${title}`)).items
const factsOf = async (type: string, id: string) => (await env.facts(type)).filter(({ activity }) => activity.id === id)

describe('a hidden module', () => {
  test('hides its activities from students wherever they are listed or asked for, and from nobody else', async () => {
    const module = await addModule()
    const film = await env.upload(env.teacher)
    const id = await add('Undertow', { module_id: module, type: 'online_video', upload_ids: [film] })
    const after = await add('After', { prerequisite_ids: [id] })
    const counted = (await content()).completeness.activity_count
    expect([(await rowOf(after)).is_locked, (await factsOf('ActivityOpened', id)).length]).toEqual([true, 1])
    await env.ok(env.student, 'POST', `/api/activities/${id}/play`, {})
    const { version } = (await put(module, { published: false })).body
    expect((await env.facts('ModuleChanged')).at(-1)).toMatchObject({ id: module, published: false })
    const [now] = (await factsOf('ActivityChanged', id)).slice(-1)
    expect(Number(now.activity.grants_since)).toBe(Number(now.activity.version))
    const { modules, activities, completeness } = await content()
    expect(modules.map((one: { id: string }) => one.id)).not.toContain(module)
    expect(activities.map((one: { id: string }) => one.id)).not.toContain(id)
    expect(completeness.activity_count).toBe(counted - 1)
    // what nobody can see is waited for by nobody
    expect((await rowOf(after)).is_locked).toBe(false)
    expect([(await open(id)).status, (await open(after)).body.prerequisite_ids]).toEqual([404, []])
    expect((await env.call(env.student, 'GET', `/api/activities/${id}/prerequisites`)).status).toBe(404)
    expect([await todo(), await found('Undertow')]).toEqual([expect.not.arrayContaining([id]), []])
    expect((await env.ok(env.student, 'GET', '/api/my-learning')).courses[0].activity_count).toBe(counted - 1)
    expect((await env.ok(env.student, 'GET', `/api/courses/${env.course}/study-completeness`)).activity_count).toBe(counted - 1)
    expect(await rowOf(id, env.teacher)).toMatchObject({ published: true, availability: 'unpublished', start_time: null })
    expect((await open(id, env.teacher)).body).toMatchObject({ published: true, availability: 'unpublished' })
    expect((await content(env.teacher)).modules.find((one: { id: string }) => one.id === module)).toMatchObject({
      published: false,
      version,
    })
    await put(module, { published: true })
    expect([(await open(id)).status, (await factsOf('ActivityOpened', id)).length]).toEqual([200, 2])
  })

  test('announces what is published in it when it is shown, and takes in and lets out', async () => {
    const [hidden, shown] = [await addModule({ published: false }), await addModule()]
    const id = await add('Neap', { module_id: hidden })
    expect([(await open(id)).status, (await factsOf('ActivityOpened', id)).length]).toEqual([404, 0])
    await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { module_id: shown })
    expect([(await open(id)).status, (await factsOf('ActivityOpened', id)).length]).toEqual([200, 1])
    await env.ok(env.teacher, 'PUT', `/api/modules/${hidden}/activity-sort`, { activity_ids: [id] })
    expect((await open(id)).status).toBe(404)
    await env.ok(env.teacher, 'PUT', '/api/activity-resort', { activity_ids: [id], module_id: null, before: null })
    expect([(await open(id)).status, (await factsOf('ActivityOpened', id)).length]).toEqual([200, 2])
  })
})

describe('a module with dates', () => {
  test('opens and closes its activities; own dates of theirs count within it, own times of people before it', async () => {
    const module = await addModule({ starts_at: hours(24), ends_at: hours(72) })
    const plain = await add('Plain', { module_id: module })
    const own = await add('Own', { module_id: module, start_time: hours(30), due_time: hours(90), end_time: hours(96) })
    expect(await rowOf(plain)).toMatchObject({ availability: 'notStarted', start_time: hours(24), end_time: hours(72) })
    expect(await rowOf(own)).toMatchObject({ start_time: hours(30), due_time: hours(72), end_time: hours(72) })
    expect(await rowOf(own, env.teacher)).toMatchObject({ availability: 'notStarted', due_time: hours(90), end_time: hours(96) })
    expect((await open(plain)).body).toMatchObject({ code: 'activity.notStarted', params: { start_time: hours(24) } })
    expect((await factsOf('ActivityOpened', plain)).length).toBe(0)
    const allowance = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/allowances`, {
      person_ids: [env.student.person],
      activity_id: plain,
      opens: hours(-1),
      extra_minutes: 60,
    })
    expect((await open(plain)).body).toMatchObject({ start_time: hours(-1), end_time: hours(73) })
    // own times move along with the module
    await put(module, { ends_at: hours(80) })
    expect(await rowOf(plain)).toMatchObject({ availability: 'open', end_time: hours(81) })
    await put(module, { starts_at: hours(-48), ends_at: hours(-24) })
    expect((await open(own)).body.code).toBe('activity.notStarted')
    await env.ok(env.teacher, 'DELETE', `/api/allowances/${allowance.id}`)
    expect((await open(plain)).body).toMatchObject({ code: 'activity.ended', params: { end_time: hours(-24) } })
    await put(module, { starts_at: null, ends_at: null })
    expect((await open(plain)).status).toBe(200)
  })

  test('that opens by the clock announces what is in it then', async () => {
    const module = await addModule({ starts_at: hours(24) })
    const id = await add('Ebb', { module_id: module })
    const pool = openPool(env.activities.databaseUrl)
    await openActivities(plainDatabase(pool), 200)
    expect((await factsOf('ActivityOpened', id)).length).toBe(0)
    // as if a day had passed
    await env.db.query(`update modules set starts_at = now() - interval '1 minute' where id = $1`, [module])
    await openActivities(plainDatabase(pool), 200)
    await pool.end()
    expect((await factsOf('ActivityOpened', id)).length).toBe(1)
  })

  test('400 where it closes before it opens or the time is none; 409 for an older version; 403 for a student', async () => {
    const module = await addModule({ starts_at: hours(2) })
    for (const draft of [{ ends_at: hours(1) }, { ends_at: hours(2) }, { starts_at: hours(5), ends_at: hours(4) }])
      expect((await put(module, draft)).body.details.ends_at[0].code).toBe('activity.endBeforeStart')
    expect((await put(module, { starts_at: '0001-01-01T00:00:00Z' })).body.details.starts_at[0].code).toBe('field.timeRange')
    expect((await put(module, { published: false }, env.student)).status).toBe(403)
    const { version } = (await put(module, { name: 'Newer' })).body
    expect((await put(module, { published: false, version: version - 1 })).body.code).toBe('module.newer')
    // and whose it is
    const changer = (who = env.teacher) => env.call(who, 'GET', `/api/modules/${module}/changer`)
    expect((await changer()).body).toEqual({
      version,
      changed_by: { id: env.teacher.person, name: expect.any(String) },
      changed_at: expect.any(String),
    })
    expect((await changer(env.student)).status).toBe(403)
  })
})

test('list, page, search and to-do see the same, whatever module, activity and allowances say', async () => {
  const hour = fc.option(fc.integer({ min: -3, max: 3 }).map((nth) => nth * 2 + 1))
  const dates = fc.record({ published: fc.boolean(), opens: hour, closes: hour })
  const [module, id] = [await addModule(), await add('Seiche')]
  const text = (at: number | null) => (at === null ? null : hours(at))
  await fc.assert(
    fc.asyncProperty(
      dates,
      dates,
      fc.option(fc.record({ opens: hour, closes: hour })),
      fc.boolean(),
      async (ofModule, own, personal, inside) => {
        fc.pre((ofModule.opens ?? -9) < (ofModule.closes ?? 9) && (own.opens ?? -9) < (own.closes ?? 9))
        await put(module, { published: ofModule.published, starts_at: text(ofModule.opens), ends_at: text(ofModule.closes) })
        await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, {
          published: own.published,
          start_time: text(own.opens),
          end_time: text(own.closes),
          module_id: inside ? module : null,
        })
        const allowance =
          personal &&
          (await env.call(env.teacher, 'POST', `/api/courses/${env.course}/allowances`, {
            person_ids: [env.student.person],
            activity_id: id,
            opens: text(personal.opens),
            closes: text(personal.closes),
          }))
        const granted = allowance?.status === 201 ? personal : null
        const held = heldBy(
          { ...own, due: null },
          inside ? { published: ofModule.published, starts: ofModule.opens, ends: ofModule.closes } : undefined,
        )
        const expected = availabilityOf(
          { published: held.published, start: granted?.opens ?? held.opens, end: granted?.closes ?? held.closes },
          0,
        )
        const [row, answer, hit, tasks] = [await rowOf(id), await open(id), (await found('Seiche'))[0], await todo()]
        expect([
          row?.availability ?? 'unpublished',
          answer.status === 200
            ? 'open'
            : ({ 'activity.notStarted': 'notStarted', 'activity.ended': 'ended' }[answer.body.code as string] ?? 'unpublished'),
          hit ? hit.available : 'unpublished',
          tasks.includes(id),
        ]).toEqual([expected, expected, expected === 'unpublished' ? expected : expected === 'open', expected === 'open'])
        if (allowance?.status === 201) await env.ok(env.teacher, 'DELETE', `/api/allowances/${allowance.body.id}`)
      },
    ),
    { numRuns: 40 },
  )
})

test('two teachers who sort at once: each activity is there once, and neither undoes the other', async () => {
  const [one, two] = [await addModule(), await addModule()]
  const ids = await Promise.all(['a', 'b', 'c', 'd'].map((title) => add(title, { module_id: one })))
  await env.ok(env.teacher, 'PUT', `/api/modules/${one}/activity-sort`, { activity_ids: ids })
  const [a = '', b = '', c = '', d = ''] = ids
  const move = (activity: string, module_id: string | null, before: string | null, who = env.teacher) =>
    env.call(who, 'PUT', '/api/activity-resort', { activity_ids: [activity], module_id, before })
  const order = async (module: string) =>
    (await content(env.teacher)).activities
      .filter(({ module_id }: { module_id: string | null }) => module_id === module)
      .map((row: { id: string }) => row.id)
  const answers = await Promise.all([move(a, two, null), move(d, one, b), move(c, one, null, env.manager)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect([await order(one), await order(two)]).toEqual([[d, b, c], [a]])
  // what the second stood before has been moved away meanwhile: nothing is lost
  const last = await move(d, one, a)
  expect(last.body).toEqual({ module_id: one, activity_ids: [b, c, d], refused: [] })
  // whole orders written at once hold everything too
  await Promise.all([
    env.ok(env.teacher, 'PUT', `/api/modules/${one}/activity-sort`, { activity_ids: [d, b] }),
    env.ok(env.manager, 'PUT', `/api/modules/${one}/activity-sort`, { activity_ids: [a, c] }),
    move(b, two, null),
  ])
  expect([...(await order(one)), ...(await order(two))].toSorted()).toEqual(ids.toSorted())
  expect((await move(a, '01900000-0000-7000-8000-000000000001', null)).body.details.module_id[0].code).toBe('module.unknown')
  expect([(await move(a, one, null, env.student)).status, (await move(one, one, null)).status]).toEqual([403, 404])
})
