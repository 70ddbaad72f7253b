// Pictures and attachments in the texts of activities: held, opened with the text, and no longer than it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('pictures in a page', () => {
  const text = (...ids: string[]) => ids.map((id) => `<p><img data-upload="${id}" alt="A marsh" /></p>`).join('')
  test('count as its uploads, open with it, and end with the text', async () => {
    const [marsh, reef, file] = [
      await env.upload(env.teacher, { type: 'image', name: 'marsh.png' }),
      await env.upload(env.teacher, { type: 'image', name: 'reef.png' }),
      await env.upload(env.teacher, { type: 'document', name: 'reader.pdf' }),
    ]
    const { body: page } = await add({ type: 'page', title: 'Shores', published: true, upload_ids: [file], body: text(marsh, marsh) })
    expect(page.uploads.map(({ id }: { id: string }) => id)).toEqual([file, marsh])
    const open = await env.call(env.student, 'GET', `/api/activities/${page.id}/pictures`)
    expect([open.status, open.body.items.length, open.body.items[0].upload_id]).toEqual([200, 1, marsh])
    expect(open.body.items[0].url).toMatch(/^\/bytes\/[\w.-]+\/file$/)
    const { body: after } = await env.call(env.teacher, 'PUT', `/api/activities/${page.id}`, { body: text(reef) })
    expect(after.uploads.map(({ id }: { id: string }) => id)).toEqual([file, reef])
  })
  test('a description of any type has pictures and attachments, which open with it and are told as held', async () => {
    const [film, marsh, chart] = [
      await env.upload(env.teacher),
      await env.upload(env.teacher, { type: 'image', name: 'marsh.png' }),
      await env.upload(env.teacher, { type: 'document', name: 'chart.pdf' }),
    ]
    const body = `${text(marsh)}<p><a data-upload="${chart}">The chart</a></p>`
    const { body: made } = await add({ type: 'online_video', title: 'Tides', published: true, upload_ids: [film], body })
    expect(made.uploads.map(({ id }: { id: string }) => id)).toEqual([film])
    const open = await env.call(env.student, 'GET', `/api/activities/${made.id}/pictures`)
    expect(open.body.items.map(({ upload_id, name }: Record<string, string>) => [upload_id, name])).toEqual([
      [marsh, 'marsh.png'],
      [chart, 'chart.pdf'],
    ])
    const held = async () => (await env.facts('FilesHeld')).filter(({ holder }) => holder === `activity:${made.id}`)
    const facts = async () => (await held()).map(({ upload_ids, hold, by_right }) => ({ upload_ids, hold, by_right }))
    expect(await facts()).toEqual([{ upload_ids: [film, marsh, chart], hold: false, by_right: true }])
    const put = (changes: object) => env.call(env.teacher, 'PUT', `/api/activities/${made.id}`, changes)
    await put({ title: 'High tides' })
    expect(await facts()).toHaveLength(1)
    await put({ body: text(marsh) })
    const theirs = await env.upload(env.other, { type: 'image', name: 'theirs.png' })
    expect((await put({ body: text(theirs) })).body.details.body[0].code).toBe('upload.unknown')
    await env.call(env.teacher, 'DELETE', `/api/activities/${made.id}`)
    // the chart is in a kept version of the text
    expect((await facts()).slice(1).map(({ upload_ids }) => upload_ids)).toEqual([[film, marsh, chart], []])
    expect((await held()).at(-1).restorable_until).toEqual(expect.any(String))
    const changed = (await env.facts('ActivityChanged')).filter(({ activity }) => activity.id === made.id)
    expect(changed.map(({ activity }) => activity.upload_ids)).toEqual([
      [film, marsh, chart],
      [film, marsh, chart],
    ])
  })
  test('400 for the picture of somebody else', async () => {
    const theirs = await env.upload(env.other, { type: 'image', name: 'theirs.png' })
    expect((await add({ type: 'page', body: text(theirs) })).body.details.upload_ids[0].code).toBe('upload.unknown')
  })
  test('404 for a student while the page is a draft, 403 for a stranger', async () => {
    const { body: page } = await add({ type: 'page', title: 'Draft', body: '' })
    expect((await env.call(env.student, 'GET', `/api/activities/${page.id}/pictures`)).status).toBe(404)
    expect((await env.call(env.stranger, 'GET', `/api/activities/${page.id}/pictures`)).status).toBe(403)
  })
})
