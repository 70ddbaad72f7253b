// Guest preview: people without a session read public courses of organisations that allow it, and nothing else of them.
import { emitOrgChanged } from '@lyceum/identity/facts'
import { plain } from '@lyceum/kit/database/database'
import { scaled, until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { dot, film, pdf } from '../media.ts'
import { newSchool, product } from './product.ts'
import type { Person, School } from './school.ts'
import { send, settled } from './send.ts'

let school: School
let teacher: Person
let course: string
let page: string
let draft: string
const guest = (path: string, init: RequestInit = {}) => fetch(product().url + path, init)
const status = async (path: string, init?: RequestInit) => (await guest(path, init)).status

async function allowGuests(org: string, allowed: boolean): Promise<void> {
  const client = new pg.Client(product().databases.identity)
  await client.connect()
  await client.query('begin')
  await client.query('update organisations set settings = settings || $2 where id = $1', [org, { guest_preview: allowed }])
  await emitOrgChanged(plain(client), org)
  await client.query('commit')
  await client.end()
}

beforeAll(async () => {
  school = await newSchool()
  teacher = await school.signIn('teacher')
  await allowGuests(school.id, true)
  course = (await teacher.call('POST /api/course', { body: { name: 'Open estuaries', public_scope: 'public' } })).id
  const params = { id: course }
  const { id: picture } = await send(teacher, 'chart.png', dot(), 'local')
  const body = `<p>Low tide.</p><img data-upload="${picture}">`
  const add = async (title: string, published: boolean) =>
    (await teacher.call('POST /api/courses/:id/activities', { params, body: { type: 'page', title, body, published } })).id
  page = await add('Field notes', true)
  draft = await add('Not ready', false)
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
})

test('a public course, its content and its pictures are read, drafts and members are not', async () => {
  await expect.poll(() => status(`/anonymous-api/activities/${page}`)).toBe(200)
  const seen = await (await guest(`/anonymous-api/courses/${course}`)).json()
  expect(seen).toMatchObject({ name: 'Open estuaries', role: null, can: { teach: false, simulate: false, manage: false } })
  // neither who teaches it nor what is said of it inside
  expect(seen).toMatchObject({ instructors: [], imported_from: null, allow_clone: false })
  expect(JSON.stringify(seen)).not.toContain(teacher.id)
  const content = await (await guest(`/anonymous-api/courses/${course}/content`)).json()
  expect(content.activities.map(({ title }: { title: string }) => title)).toEqual(['Field notes'])
  const { nav_setting } = await (await guest(`/anonymous-api/courses/${course}/nav-setting`)).json()
  expect(nav_setting.flatMap(({ key, visible }: { key: string; visible: boolean }) => (visible ? [key] : []))).toEqual([
    'content',
    'outline',
  ])
  expect(await status(`/anonymous-api/activities/${draft}`)).toBe(404)
  expect(await status(`/anonymous-api/courses/${course}/members`)).toBe(404)
  expect(await status(`/anonymous-api/courses/${course}/publish`, { method: 'PUT' })).toBe(404)
  expect(await status(`/api/courses/${course}`)).toBe(401)
  // a session that there is does not count
  expect(await status(`/anonymous-api/activities/${draft}`, { headers: { cookie: teacher.cookie } })).toBe(404)
})

describe('files', () => {
  let chart: string
  let video: string
  let watched: string
  let read: string
  type Files = { items: { upload_id: string; grant: string; url: string }[] }
  const json = async <T>(path: string): Promise<T> => (await guest(path)).json() as Promise<T>
  const filesOf = (activity: string) => json<Files>(`/anonymous-api/activities/${activity}/files`)
  const grantOf = async (activity: string) => (await filesOf(activity)).items[0]?.grant ?? ''
  const viewOf = (upload: string, grant: string) => `/anonymous-api/uploads/${upload}/view?grant=${grant}`
  const bytes = (path: string, headers: Record<string, string> = {}) => fetch(product().bytes + path, { headers })
  const codeOf = async (path: string) => (await json<{ code: string }>(path)).code
  const add = async (body: object) =>
    (await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body: { published: true, ...body } as never })).id
  const seen = async (activity: string) => await expect.poll(() => status(`/anonymous-api/activities/${activity}`)).not.toBe(404)

  beforeAll(async () => {
    ;[{ id: chart }, { id: video }] = await Promise.all([
      send(teacher, 'Chart.pdf', pdf()),
      send(teacher, 'Deep water.mp4', await film(6, '640x360')),
    ])
    await settled(teacher, video)
    ;[watched, read] = [
      await add({ type: 'online_video', title: 'Why deep water sinks', upload_ids: [video] }),
      await add({ type: 'material', title: 'Chart', upload_ids: [chart] }),
    ]
    await teacher.call('PUT /api/uploads/:id/captions/:language', {
      params: { id: video, language: 'en' },
      body: { text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nSalt' },
    })
    await until(async () => (await filesOf(watched)).items.length + (await filesOf(read)).items.length === 2)
  })

  test('a document and a film are opened by a grant, and nothing of it is recorded', async () => {
    const [document, recording] = [await grantOf(read), await grantOf(watched)]
    // upload learns of the course by itself
    await expect.poll(() => status(viewOf(chart, document))).toBe(200)
    const view = await json<{ urls: { file: string } }>(viewOf(chart, document))
    expect(view).toMatchObject({ name: 'Chart.pdf', kind: 'pdf', mine: false, download: false })
    expect(JSON.stringify(view)).not.toContain(teacher.id)
    expect((await bytes(view.urls.file, { range: 'bytes=0-7' })).status).toBe(206)
    expect((await bytes(`${view.urls.file}?download=true`)).status).toBe(403)
    expect(await status(`/anonymous-api/uploads/reference/document/${chart}/pdf-info-for-stat?grant=${document}`)).toBe(200)
    const { urls, captions } = await json<{ urls: { hls: string }; captions: { url: string }[] }>(viewOf(video, recording))
    const list = await (await bytes(urls.hls)).text()
    const quality = list.split('\n').find((line) => line.endsWith('.m3u8'))!
    const segment = urls.hls.replace('master.m3u8', quality.replace('index.m3u8', 's00000.ts'))
    expect([(await bytes(segment)).status, (await bytes(captions[0]!.url)).status]).toEqual([200, 200])
    expect((await bytes(`/bytes/${recording}/file`)).status).toBe(403)
    const { summary } = await teacher.call('GET /api/activities/:id/watchers', { params: { id: watched }, query: {} })
    expect(summary).toMatchObject({ started: 0 })
    // only where its owner allows it
    await teacher.call('PUT /api/uploads/:id', { params: { id: chart }, body: { allow_download: true } })
    const whole = async () => (await bytes(`/bytes/${await grantOf(read)}/file?download=true`)).status
    await expect.poll(whole, { timeout: scaled(10_000) }).toBe(200)
  })

  test('the fields, the uses and the download of a file by its grant; a quiz of a film without its keys', async () => {
    const document = await grantOf(read)
    const of = (path: string) => `/anonymous-api/uploads/${chart}${path}?grant=${document}`
    await expect.poll(() => status(of(''))).toBe(200)
    const fields = await json<object>(of(''))
    expect(fields).toMatchObject({ id: chart, name: 'Chart.pdf', created_by_id: '' })
    expect(JSON.stringify(fields)).not.toContain(teacher.id)
    expect(await json(of('/references'))).toMatchObject({ total: 1, hidden: 0, items: [{ activity_id: read, title: 'Chart' }] })
    expect(await codeOf(of('/preview/wps'))).toBe('preview.providerNotSet')
    const { id: bank } = await teacher.call('POST /api/banks', { body: { title: 'Deep water', course_id: course } })
    const question = {
      type: 'true_false',
      title: '',
      stem: '<p>Cold water sinks.</p>',
      content: {},
      key: { right: true },
      points: '2',
    } as const
    const { results } = await teacher.call('POST /api/banks/:id/questions', {
      params: { id: bank },
      body: { questions: [{ ...question, feedback: '<p>It is heavier.</p>', tags: [] }] },
    })
    const quiz = await add({ type: 'video_quiz', title: 'Why does it sink?', upload_ids: [video], published: false })
    const entries = [{ question_id: results[0]?.id ?? '', points: '2' }]
    const sections = [{ id: 'soon', title: '', text: '', at: 2, entries }]
    await teacher.call('PUT /api/activities/:id/paper', { params: { id: quiz }, body: { sections, version: 0 } })
    await teacher.call('PUT /api/activities/:id', { params: { id: quiz }, body: { published: true } })
    await seen(quiz)
    const asked = await json<{ upload: { id: string } }>(`/anonymous-api/video-quizzes/${quiz}`)
    expect(asked).toMatchObject({ title: 'Why does it sink?', upload: { id: video }, questions: 1, answered: 0, earned: null })
    expect(JSON.stringify(asked)).not.toMatch(new RegExp(`${teacher.id}|Cold water|heavier|"(key|solution|feedback|percents)":`))
    expect(await status(`/anonymous-api/video-quizzes/${quiz}/subjects`)).toBe(404)
    expect(await status(`/anonymous-api/video-quizzes/${quiz}/answers`, { method: 'POST' })).toBe(404)
    expect(await status(`/anonymous-api/video-quizzes/${draft}`)).toBe(404)
  })

  test('401 without a grant, 403 with one of another file or person, and no other file of the course', async () => {
    const document = await grantOf(read)
    const other = (await send(teacher, 'Answers.pdf', pdf())).id
    const paths = [`${other}/view`, `${chart}/view`, `${chart}/text`, `audio/${chart}`, `reference/document/${chart}/pdf-info-for-stat`]
    for (const path of paths) expect(await status(`/anonymous-api/uploads/${path}`), path).toBe(401)
    expect(await status(`/api/uploads/${chart}/view?grant=${document}`)).toBe(401)
    expect(await codeOf(viewOf(other, document))).toBe('grant.ended')
    expect(await codeOf(viewOf(chart, `${document.slice(0, -2)}AA`))).toBe('grant.ended')
    const own = await teacher.call('POST /api/activities/:id/play', { params: { id: read }, body: {} })
    expect(await codeOf(viewOf(chart, own.grant))).toBe('grant.ended')
    const theirs = await teacher.send('GET', `/api/uploads/${chart}/view?grant=${document}`)
    expect((await theirs.json()).code).toBe('grant.ended')
    for (const path of [`${chart}`, `${chart}/blob`, `${chart}/references`, `${chart}/preview/wps`])
      expect(await status(`/anonymous-api/uploads/${path}`), path).toBe(401)
    for (const path of [`${other}`, `${other}/blob`, `${other}/references`, `${other}/preview/wps`])
      expect(await codeOf(`/anonymous-api/uploads/${path}?grant=${document}`), path).toBe('grant.ended')
    expect(await status(`/anonymous-api/uploads/${chart}/captions`)).toBe(404)
    expect(await status(`/anonymous-api/activities/${read}/play`, { method: 'POST' })).toBe(404)
    expect(await status(`/anonymous-api/courses/${course}/resources`)).toBe(404)
  })

  test('none of a draft, before the start, after the end, or behind what a guest cannot complete', async () => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const material = { type: 'material', upload_ids: [chart] }
    const [hidden, early, late, locked] = [
      await add({ ...material, title: 'Draft', published: false }),
      await add({ ...material, title: 'Tomorrow', start_time: at(24) }),
      await add({ ...material, title: 'Yesterday', start_time: at(-48), end_time: at(-24) }),
      await add({ ...material, title: 'After the film', prerequisite_ids: [watched] }),
    ]
    await seen(locked)
    const codes = await Promise.all([hidden, early, late, locked].map((id) => codeOf(`/anonymous-api/activities/${id}/files`)))
    expect(codes).toEqual(['activity.notFound', 'activity.notStarted', 'activity.ended', 'activity.locked'])
  })

  /** Milliseconds of the contract; facts and caches are slower on a busy machine. */
  const within = { timeout: scaled(10_000), interval: 250 }
  test('grants end within 10 s when the activity is hidden', async () => {
    const id = await add({ type: 'material', title: 'For a while', upload_ids: [chart] })
    await seen(id)
    const grant = await grantOf(id)
    await expect.poll(() => status(viewOf(chart, grant)), within).toBe(200)
    await teacher.call('PUT /api/activities/:id', { params: { id }, body: { published: false } })
    await expect.poll(() => status(viewOf(chart, grant)), within).toBe(403)
    await expect.poll(async () => (await bytes(`/bytes/${grant}/file`, { range: 'bytes=0-7' })).status, within).toBe(403)
  })

  test('and when guest preview is switched off', async () => {
    const [document, recording] = [await grantOf(read), await grantOf(watched)]
    const ways = () =>
      Promise.all([
        status(viewOf(chart, document)),
        bytes(`/bytes/${document}/file`, { range: 'bytes=0-7' }).then((answer) => answer.status),
        bytes(`/bytes/${recording}/master.m3u8`).then((answer) => answer.status),
        bytes(`/bytes/${recording}/qvga/s00000.ts`).then((answer) => answer.status),
        bytes(`/bytes/${recording}/captions/en`).then((answer) => answer.status),
      ])
    await expect.poll(ways, within).toEqual([200, 206, 200, 200, 200])
    const { items } = await json<Files>(`/anonymous-api/activities/${page}/pictures`)
    expect((await bytes(items[0]!.url)).status).toBe(200)
    await allowGuests(school.id, false)
    await expect.poll(ways, within).toEqual([403, 403, 403, 403, 403])
    await expect.poll(() => status(`/anonymous-api/activities/${read}/files`), within).toBe(401)
    await expect.poll(async () => (await bytes(items[0]!.url)).status, within).toBe(403)
    await allowGuests(school.id, true)
  })
})

test('401 for what is not public, not published or of an organisation without guest preview', async () => {
  const members = (await teacher.call('POST /api/course', { body: { name: 'For members' } })).id
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: members }, body: { published: true } })
  const hidden = (await teacher.call('POST /api/course', { body: { name: 'Hidden', public_scope: 'public' } })).id
  expect([await status(`/anonymous-api/courses/${members}`), await status(`/anonymous-api/courses/${hidden}`)]).toEqual([401, 401])
  expect(await status('/anonymous-api/courses/01900000-0000-7000-8000-000000000001')).toBe(404)
  await allowGuests(school.id, false)
  await expect.poll(() => status(`/anonymous-api/courses/${course}`)).toBe(401)
})
