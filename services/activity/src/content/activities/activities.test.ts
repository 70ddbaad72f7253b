// Modules and activities: create, change, sort, publish, and their visibility to students.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActivityRow } from '../../activity/api.ts'
import { type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(async () => {
  await env?.stop()
})

const add = (draft: object, as = env.teacher) =>
  env.call(as, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Field notes', ...draft })
const content = (as = env.teacher) => env.call(as, 'GET', `/api/courses/${env.course}/content`)
const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('modules', () => {
  test('created at the same moment get positions of their own, and so do activities in one of them', async () => {
    const course = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Many at once' })).body.id
    const eight = Array.from({ length: 8 }, (_, i) => i + 1)
    const created = await Promise.all(
      eight.map((i) => env.ok(env.teacher, 'POST', `/api/courses/${course}/modules`, { name: `Module ${i}` })),
    )
    expect(created.map(({ sort }) => sort).toSorted((a, b) => a - b)).toEqual(eight)
    const pages = await Promise.all(
      eight.map((i) =>
        env.ok(env.teacher, 'POST', `/api/courses/${course}/activities`, { type: 'page', title: `Page ${i}`, module_id: created[0].id }),
      ),
    )
    expect(pages.map(({ sort }) => sort).toSorted((a, b) => a - b)).toEqual(eight)
  })
  test('201 at the end, renamed, sorted, deleted when empty', async () => {
    const make = async (name: string) => (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name })).id as string
    const [one, two, three] = [await make('One'), await make('Two'), await make('Three')]
    expect((await env.ok(env.teacher, 'PUT', `/api/modules/${two}`, { name: 'Second' })).name).toBe('Second')
    const { modules } = await env.ok(env.teacher, 'PUT', `/api/courses/${env.course}/module-sort`, { module_ids: [three, one] })
    expect(modules.map(({ name }: { name: string }) => name)).toEqual(['Three', 'One', 'Second'])
    const { body } = await add({ module_id: two })
    expect((await env.call(env.teacher, 'DELETE', `/api/modules/${two}`)).body).toMatchObject({
      code: 'module.notEmpty',
      params: { count: 1 },
    })
    await env.ok(env.teacher, 'DELETE', `/api/activities/${body.id}`)
    expect((await env.call(env.teacher, 'DELETE', `/api/modules/${two}`)).status).toBe(204)
    expect((await env.call(env.teacher, 'DELETE', `/api/modules/${two}`)).status).toBe(404)
    expect((await env.facts('ModuleChanged')).at(-1)).toMatchObject({ id: two, deleted: true, course_id: env.course, org_id: env.org })
  })
  test('sorted by two teachers at once each is there once, in one order without gaps', async () => {
    const { id: course } = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Orders' })).body
    const add = async (name: string): Promise<string> => (await env.ok(env.teacher, 'POST', `/api/courses/${course}/modules`, { name })).id
    const [a, b, c, d] = [await add('A'), await add('B'), await add('C'), await add('D')]
    const sort = (module_ids: string[], who = env.teacher) => env.call(who, 'PUT', `/api/courses/${course}/module-sort`, { module_ids })
    const answers = await Promise.all([sort([d, c]), sort([b, d], env.manager), sort([c, a])])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { modules } = await env.ok(env.teacher, 'GET', `/api/courses/${course}/content`)
    expect(modules.map(({ sort: place }: { sort: number }) => place)).toEqual([1, 2, 3, 4])
    expect(modules.map(({ id }: { id: string }) => id).toSorted()).toEqual([a, b, c, d].toSorted())
    // the last one to write stands first, as they asked
    const firsts = modules.slice(0, 2).map(({ id }: { id: string }) => id)
    expect([
      [d, c],
      [b, d],
      [c, a],
    ]).toContainEqual(firsts)
  })
  test('an activity that enters a module while it is deleted does not end up in none', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Short-lived' })
      const elsewhere = (await add({})).body.id
      await Promise.all([
        env.call(env.teacher, 'DELETE', `/api/modules/${id}`),
        add({ module_id: id }),
        env.call(env.teacher, 'PUT', `/api/modules/${id}/activity-sort`, { activity_ids: [elsewhere] }),
        add({ module_id: id }),
      ])
      const { modules, activities } = (await content()).body
      const existing = new Set(modules.map((module: { id: string }) => module.id))
      expect(activities.filter(({ module_id }: ActivityRow) => module_id && !existing.has(module_id))).toEqual([])
    }
  })
  test('403 for a student and a teacher of another course, 400 for a module of another course', async () => {
    expect((await env.call(env.student, 'POST', `/api/courses/${env.course}/modules`, { name: 'x' })).status).toBe(403)
    expect((await env.call(env.other, 'POST', `/api/courses/${env.course}/modules`, { name: 'x' })).status).toBe(403)
    expect(
      (await env.call(env.teacher, 'PUT', `/api/courses/${env.course}/module-sort`, { module_ids: [newId()] })).body.details.module_ids[0]
        .code,
    ).toBe('module.unknown')
    expect((await add({ module_id: newId() })).body.details.module_id[0].code).toBe('module.unknown')
  })
})

describe('creating an activity', () => {
  test('201 for a video with its upload, emitted as created and as published', async () => {
    const video = await env.upload(env.teacher)
    const { status, body } = await add({ type: 'online_video', title: ' Why deep water sinks ', upload_ids: [video], published: true })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      title: 'Why deep water sinks',
      video_duration: 100,
      completion_criterion: { kind: 'watched', percent: 80 },
      availability: 'open',
      uploads: [{ id: video, name: 'ocean.mp4', size: 5_000_000 }],
      my: { percent: 0, completed: false },
      settings: { forward_seeking: true },
    })
    for (const type of ['ActivityCreated', 'ActivityPublished'])
      expect((await env.facts(type)).at(-1).activity).toMatchObject({ id: body.id, upload_ids: [video], org_id: env.org })
  })
  test('an upload that is still being processed may be embedded; its state follows', async () => {
    const video = await env.upload(env.teacher, { status: 'processing', playable: false, videos: [] })
    const { body } = await add({ type: 'online_video', upload_ids: [video] })
    expect(body.uploads[0]).toMatchObject({ status: 'processing', playable: false })
  })
  test.each([
    [{ type: 'scorm' }, 'upload_ids', 'activity.onePackage'],
    [{ type: 'circus' }, 'type', 'field.choice'],
    [{ title: '  ' }, 'title', 'field.required'],
    [{ type: 'online_video' }, 'upload_ids', 'activity.oneVideo'],
    [{ type: 'material' }, 'upload_ids', 'activity.uploadMissing'],
    [{ start_time: '2026-12-01T00:00:00Z', end_time: '2026-11-01T00:00:00Z' }, 'end_time', 'activity.endBeforeStart'],
    [{ start_time: '0001-01-01T00:00:00Z' }, 'start_time', 'field.timeRange'],
    [{ completion_criterion_key: 'watched_80' }, 'completion_criterion_key', 'activity.criterionNotOffered'],
    [{ completion_criterion_key: 'watched_101' }, 'completion_criterion_key', 'field.format'],
    [{ upload_ids: ['00000000-0000-7000-8000-000000000000'] }, 'upload_ids', 'upload.unknown'],
    [{ colour: 'red' }, 'colour', 'field.unknown'],
    [{ type: 'page', body: '<b>'.repeat(39_000) }, 'body', 'richText.tooDeep'],
  ])('400 for %j', async (draft, field, code) => {
    const { status, body } = await add(draft)
    expect([status, body.details[field]?.[0].code]).toEqual([400, code])
  })
  test('400 for the upload of somebody else, until it is in the course', async () => {
    const theirs = await env.upload(env.other, { type: 'document', name: 'reader.pdf' })
    expect((await add({ type: 'material', upload_ids: [theirs] })).body.details.upload_ids[0].code).toBe('upload.unknown')
    await env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, {
      person_ids: [env.other.person],
      role: 'instructor_assistant',
    })
    expect((await add({ type: 'material', upload_ids: [theirs] }, env.other)).status).toBe(201)
    expect((await add({ type: 'material', upload_ids: [theirs] })).status).toBe(201)
  })
  test('a page is cleaned when it is written', async () => {
    const { body } = await add({
      body: '<p onclick="x()">Salt<script>alert(1)</script><a href="javascript:x">y</a><img src=x onerror=y></p><iframe src="//evil"></iframe>',
    })
    // a frame of another site becomes a link to it: nothing of it is loaded
    expect(body.body).toBe(
      '<p>Salt<a rel="noopener noreferrer">y</a><img src="x" /></p> <a href="https://evil" rel="noopener noreferrer">https://evil</a> ',
    )
  })
})

describe('visible to a student', () => {
  test('only published activities, with their uploads only while they are open', async () => {
    const video = await env.upload(env.teacher)
    const make = async (draft: object) => (await add({ type: 'online_video', upload_ids: [video], ...draft })).body.id as string
    const hidden = await make({ title: 'hidden' })
    const later = await make({ title: 'later', published: true, start_time: soon(24) })
    const over = await make({ title: 'over', published: true, start_time: soon(-24), end_time: soon(-1) })
    const open = await make({ title: 'open', published: true, start_time: soon(-24), end_time: soon(24) })
    const { activities } = (await content(env.student)).body
    const of = (id: string) => activities.find((one: { id: string }) => one.id === id)
    expect(of(hidden)).toBeUndefined()
    expect([of(later), of(over), of(open)].map(({ availability, uploads }) => [availability, uploads.length])).toEqual([
      ['notStarted', 0],
      ['ended', 0],
      ['open', 1],
    ])
    const read = async (id: string) => {
      const { status, body } = await env.call(env.student, 'GET', `/api/activities/${id}`)
      return [status, body.code]
    }
    expect(await read(hidden)).toEqual([404, 'activity.notFound'])
    expect(await read(later)).toEqual([403, 'activity.notStarted'])
    expect(await read(over)).toEqual([403, 'activity.ended'])
    expect(await read(open)).toEqual([200, undefined])
    for (const id of [hidden, later, over]) {
      expect((await env.call(env.student, 'POST', `/api/activities/${id}/play`, {})).status).toBeGreaterThanOrEqual(403)
      expect((await env.call(env.student, 'POST', `/api/course/activities-read/${id}`)).status).toBeGreaterThanOrEqual(403)
    }
    expect((await content()).body.activities.length).toBeGreaterThan(activities.length)
    expect((await env.call(env.teacher, 'GET', `/api/activities/${later}`)).body.uploads).toHaveLength(1)
  })
  test('403 for a student of another course, 401 for nobody, 404 for an unknown course', async () => {
    expect((await content(env.stranger)).status).toBe(403)
    expect((await env.activities.call(undefined, 'GET', `/api/courses/${env.course}/content`)).status).toBe(401)
    expect((await env.activities.call(env.teacher, 'GET', `/api/courses/${newId()}/content`)).status).toBe(404)
  })
  test('a student’s view for a teacher who simulates one, nothing for a visitor', async () => {
    const { body } = await add({ title: 'draft' })
    await env.inCourse(env.teacher, 'PUT', `/api/course/${env.course}/role`, { active: 'student' })
    expect((await content()).body.activities.some(({ id }: { id: string }) => id === body.id)).toBe(false)
    expect((await env.call(env.teacher, 'GET', `/api/activities/${body.id}`)).status).toBe(404)
    expect((await add({})).status).toBe(403)
    await env.inCourse(env.teacher, 'PUT', `/api/course/${env.course}/role`, { active: 'visitor' })
    expect((await content()).body.code).toBe('simulation.visitor')
    await env.inCourse(env.teacher, 'PUT', `/api/course/${env.course}/role`, { active: 'instructor' })
    expect((await content()).status).toBe(200)
  })
})

describe('changing', () => {
  test('only the fields of the body; a new version each time; 409 for an older one', async () => {
    const { body: previous } = await add({ title: 'A', start_time: soon(-1) })
    const { body } = await env.call(env.teacher, 'PUT', `/api/activities/${previous.id}`, {
      title: 'B',
      start_time: null,
      version: previous.version,
    })
    expect(body).toMatchObject({ title: 'B', start_time: null, type: 'page' })
    expect(
      (await env.call(env.teacher, 'PUT', `/api/activities/${previous.id}`, { title: 'C', version: previous.version })).body,
    ).toMatchObject({
      code: 'activity.newer',
      params: { version: body.version },
    })
    expect((await env.call(env.teacher, 'PUT', `/api/activities/${previous.id}`, { type: 'exam' })).status).toBe(400)
    expect((await env.call(env.student, 'PUT', `/api/activities/${previous.id}`, { title: 'C' })).status).toBe(403)
  })
  test('several are published and hidden at once; each change is emitted once', async () => {
    const ids = [(await add({})).body.id, (await add({})).body.id]
    const set = (published: boolean, list = ids) =>
      env.call(env.teacher, 'POST', `/api/courses/${env.course}/publish-activities`, { activity_ids: list, published })
    const previous = (await env.facts('ActivityPublished')).length
    expect((await set(true)).body.activity_ids).toEqual(ids)
    await set(true)
    expect((await env.facts('ActivityPublished')).length).toBe(previous + 2)
    await set(false)
    expect((await env.facts('ActivityChanged')).at(-1).activity).toMatchObject({ published: false })
    expect((await set(true, [newId()])).body.details.activity_ids[0].code).toBe('activity.unknown')
  })
  test('of several the good ones are published, moved and deleted; each other one is named with its reason', async () => {
    const [page, exam, film] = [await add({}), await add({ type: 'exam', title: 'Empty exam' }), await add({ title: 'Gone' })]
    const [good, empty, gone] = [page.body.id, exam.body.id, film.body.id] as string[]
    await env.ok(env.teacher, 'DELETE', `/api/activities/${gone}`)
    const unknown = { activity_id: gone, title: null, code: 'activity.unknown', params: { id: gone } }
    const published = (activity_ids: unknown[]) =>
      env.call(env.teacher, 'POST', `/api/courses/${env.course}/publish-activities`, { activity_ids, published: true })
    expect((await published([gone, empty, good])).body).toEqual({
      activity_ids: [good],
      refused: [unknown, { activity_id: empty, title: 'Empty exam', code: 'paper.empty', params: {} }],
    })
    const rows = (await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/content`)).activities
    const shown = (id: string) => rows.find((row: { id: string }) => row.id === id).published
    expect([shown(good!), shown(empty!)]).toEqual([true, false])
    // alone it is refused as every write is
    expect((await published([empty])).body.details.published[0].code).toBe('paper.empty')
    await env.ok(env.teacher, 'PUT', `/api/activities/${empty}`, { end_time: '2030-01-01T00:00:00.000Z' })
    const dates = (body: object) => env.call(env.teacher, 'POST', `/api/courses/${env.course}/activity-dates`, body)
    const dated = (await dates({ activity_ids: [gone, empty, good], start_time: '2031-01-01T00:00:00.000Z' })).body
    expect(dated).toMatchObject({ activity_ids: [good], refused: [unknown, { activity_id: empty, title: 'Empty exam' }] })
    expect(dated.refused[1].code).not.toBe('invalid')
    expect(await env.ok(env.teacher, 'GET', `/api/activities/${good}`)).toMatchObject({ start_time: '2031-01-01T00:00:00.000Z' })
    expect(await env.ok(env.teacher, 'GET', `/api/activities/${empty}`)).toMatchObject({ start_time: null })
    expect((await dates({ activity_ids: [good] })).status).toBe(400)
    const target = { activity_ids: [gone, good], module_id: null, before: null }
    expect(await env.ok(env.teacher, 'PUT', '/api/activity-resort', target)).toMatchObject({ module_id: null, refused: [unknown] })
    expect(await env.ok(env.teacher, 'DELETE', '/api/activities', { activity_ids: [good, gone] })).toEqual({
      activity_ids: [good],
      refused: [unknown],
    })
    expect((await env.call(env.teacher, 'DELETE', '/api/activities', { activity_ids: [good, gone] })).status).toBe(404)
  })
  test('sorted into a module, the others behind', async () => {
    const module = (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Sorted' })).id
    const [a, b, c] = [(await add({ module_id: module })).body.id, (await add({ module_id: module })).body.id, (await add({})).body.id]
    expect((await env.ok(env.teacher, 'PUT', `/api/modules/${module}/activity-sort`, { activity_ids: [c, b] })).activity_ids).toEqual([
      c,
      b,
      a,
    ])
    const { activities } = (await content()).body
    expect(activities.filter((one: ActivityRow) => one.module_id === module).map((one: ActivityRow) => one.id)).toEqual([c, b, a])
  })
  test('a deleted activity is not found', async () => {
    const { body } = await add({})
    expect((await env.call(env.teacher, 'DELETE', `/api/activities/${body.id}`)).status).toBe(204)
    expect((await env.call(env.teacher, 'GET', `/api/activities/${body.id}`)).status).toBe(404)
    expect((await env.facts('ActivityDeleted')).at(-1).activity).toMatchObject({ id: body.id, deleted: true })
  })
})
