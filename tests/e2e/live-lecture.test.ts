// A live lecture by hand: made with its address, counted down before a student on a phone, joined once it is open, with who was there for its teacher.
import { startBigBlueButton } from '@lyceum/activity/test/bigbluebutton'
import pg from 'pg'
import { until } from '@lyceum/kit/test/wait'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { film } from '../media.ts'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School, SchoolPerson } from '../flows/school.ts'
import { settled as transcoded } from '../flows/send.ts'
import { axe, launch, type Look, open, picture, signInBy, type Window } from './browser.ts'
import { tooWide } from './visit.ts'

const product = started()
let school: School, browser: Browser, teaching: Person, course: string
let teacher: Window, student: Window
async function windowOf(who: SchoolPerson, look: Look = {}): Promise<Window> {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[who].login, password: school.password })
  return window
}
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  teaching = await school.signIn('teacher')
  ;({ id: course } = await teaching.call('POST /api/course', { body: { name: 'Tides and shores' } }))
  const params = { id: course }
  await teaching.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  await teaching.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
  ;[teacher, student] = await Promise.all([windowOf('teacher'), windowOf('student', { phone: true, theme: 'dark' })])
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await picture(teacher.page, `failed-${task.name.slice(0, 30)}-teacher`)
  await picture(student.page, `failed-${task.name.slice(0, 30)}-student`)
})
afterAll(() => browser?.close())

test('its address is written once, a student waits and joins, the teacher sees them and adds a recording', async () => {
  const { page, faults } = teacher
  await page.goto(`/course/${course}/learning-activity#/new/live_lecture`)
  await page.getByLabel('Title').fill('Live: tides')
  await page.getByLabel('Address').fill('http://meet.example.edu')
  expect(await axe(page)).toEqual([])
  await picture(page, 'live-form', true)

  const draft = { type: 'live_lecture', title: 'Live: tides', published: true, start_time: minutes(20), end_time: minutes(80) } as const
  const { id } = await teaching.call('POST /api/courses/:id/activities', { params: { id: course }, body: draft })
  await page.goto(`/course/${course}/learning-activity#/${id}`)
  await page.waitForURL(`**/live-activities#/${id}/detail`)
  await page.getByRole('textbox', { name: 'Address' }).fill('meet.example.edu')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('An address that begins with https://').waitFor()
  const address = `https://meet.example.test/tides?pwd=4711`
  await page.getByRole('textbox', { name: 'Address' }).fill(address)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The address is saved.').waitFor()
  expect(await page.content()).not.toContain('4711')
  expect(await axe(page)).toEqual([])
  await picture(page, 'live-teacher', true)

  const phone = student.page
  await phone.goto(`/course/${course}/live-activities#/${id}/detail`)
  await phone.getByText(/^Opens in \d/).waitFor()
  expect(await phone.getByRole('button', { name: /^Join/ }).isDisabled()).toBe(true)
  expect(await tooWide(phone)).toBe(0)
  expect(await axe(phone)).toEqual([])
  await picture(phone, 'live-before-phone')

  const { version } = await teaching.call('GET /api/activities/:id', { params: { id } })
  await teaching.call('PUT /api/activities/:id', { params: { id }, body: { start_time: minutes(5), version } })
  await phone.reload()
  await phone.getByText('Open', { exact: true }).waitFor()
  await student.context.route('https://meet.example.test/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Hall</h1>' }))
  const [hall] = await Promise.all([student.context.waitForEvent('page'), phone.getByRole('button', { name: /^Join/ }).click()])
  await hall.waitForURL(address)
  await phone.getByText(/^You joined/).waitFor()
  expect(await tooWide(phone)).toBe(0)
  expect(await axe(phone)).toEqual([])
  await picture(phone, 'live-joined-phone')

  const there = page.getByRole('region', { name: 'Joined' })
  await there.getByText(school.people.student.name).waitFor()
  await page.getByRole('button', { name: 'Add recording' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add recording' })
  await dialog.getByLabel('Title').fill('Lecture 7')
  await dialog.getByLabel('Address of the recording').fill('https://films.example.edu/tides')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Lecture 7' }).waitFor()
  await page.getByRole('button', { name: 'Add recording' }).click()
  await dialog.getByRole('radio', { name: 'A file' }).check({ force: true })
  await dialog.locator('input[type=file]').setInputFiles({ name: 'tides.mp4', mimeType: 'video/mp4', buffer: await film() })
  expect(await dialog.getByLabel('Title').inputValue()).toBe('tides')
  expect(await axe(page)).toEqual([])
  await picture(page, 'live-recording-file')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const recordings = phone.getByRole('region', { name: 'Recordings' })
  await recordings.getByRole('button', { name: 'Play' }).waitFor()
  // transcoded beside other tests: as long as that takes on a slow day
  const kept = await teaching.call('GET /api/activities/:id/meeting', { params: { id } })
  await transcoded(teaching, kept.recordings.find(({ upload }) => upload)!.upload!.id)
  await recordings.getByRole('button', { name: 'Play' }).click()
  await recordings.locator('video').waitFor()
  expect([await axe(phone), await tooWide(phone)]).toEqual([[], 0])
  await picture(phone, 'live-recording-phone', true)
  await page.getByRole('button', { name: 'End the lecture' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'End the lecture' }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'live-running', true)
  for (const look of process.env.LYCEUM_SHOTS === '1' ? [{ locale: 'th' }, { locale: 'zh-CN', theme: 'dark' as const }] : []) {
    const window = await windowOf('teacher', look)
    await window.page.goto(`/course/${course}/live-activities#/${id}/detail`)
    await window.page.getByRole('link', { name: 'Lecture 7' }).waitFor()
    await picture(window.page, `live-${look.locale}`, true)
    await window.context.close()
  }
  await phone.getByText(/^You joined/).waitFor()
  const now = await teaching.call('GET /api/activities/:id', { params: { id } })
  await teaching.call('PUT /api/activities/:id', { params: { id }, body: { published: false, version: now.version } })
  await phone.getByText('Called off', { exact: true }).waitFor()
  await phone.getByText(/^It was to begin/).waitFor()
  expect([await axe(phone), await tooWide(phone)]).toEqual([[], 0])
  await picture(phone, 'live-called-off-phone')
  expect([faults, student.faults]).toEqual([[], []])
})

/** Has the provider asked for recordings at once. */
async function soonRecorded(id: string): Promise<void> {
  const db = new pg.Client(product.databases.activity)
  await db.connect()
  try {
    await db.query('update meetings set look_at = null, ask_at = now() where activity_id = $1', [id])
    await db.query(`update kit.jobs set run_at = now() where kind = 'watchMeetings'`)
  } finally {
    await db.end()
  }
}

/** The states of films on their way, as the server would answer them. */
async function fetchStates(page: Page): Promise<void> {
  await page.route('**/api/activities/*/meeting', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { recordings: object[] }
    const [known] = json.recordings
    const states = [
      { state: 'coming', reason: null },
      { state: 'failed', reason: 'upload.fetchNoRoom' },
    ]
    const recordings = states.map((fetch, n) => ({
      ...known,
      id: String(n),
      upload: null,
      page: 'https://films.example.edu/r',
      published: n > 0,
      fetch,
    }))
    await route.fulfill({ response, json: { ...json, recordings } })
  })
  await page.reload()
  await page.getByText('Being fetched').waitFor()
  await page.getByText('There is not enough room for it.', { exact: false }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'live-fetched', true)
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await tooWide(page)).toBeLessThanOrEqual(0)
  await picture(page, 'live-fetched-360', true)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.unroute('**/api/activities/*/meeting')
}

/** The pages of the management without anything, and where their reads fail. */
async function emptyAndFailed(page: Page, look: string): Promise<void> {
  const [list, accounts] = ['**/api/management/live*', '**/api/org/meeting-providers']
  const nothing = { items: [], page: 1, page_size: 10, pages: 0, total: 0, keepable: false }
  for (const [state, answer] of [
    ['empty', { status: 200, json: nothing }],
    ['failed', { status: 500, json: { code: 'internal', message: '', params: {}, errors: {}, details: {}, request_id: 'r' } }],
  ] as const)
    for (const [name, address] of [
      ['live', list],
      ['meeting-providers', accounts],
    ] as const) {
      await page.route(address!, (route) => route.fulfill(answer))
      await page.goto(`/management/${name}`)
      await page.reload()
      // a failed read is repeated before it is shown
      await (state === 'failed' ? page.getByText('500').first().waitFor() : page.waitForLoadState('networkidle'))
      expect([name, state, await axe(page), await tooWide(page)]).toEqual([name, state, [], 0])
      await picture(page, `management-${name}-${state}-${look}`, true)
      await page.unroute(address!)
    }
}

test('an administrator sets BigBlueButton up and tries it, a lecture is held there, and it stands among those of the school', async () => {
  const stand = await startBigBlueButton(inject('meetings'))
  const { page, context, faults } = await windowOf('admin')
  try {
    await page.goto('/management/meeting-providers')
    const form = page.getByRole('region', { name: 'BigBlueButton', exact: true })
    await form.getByRole('switch', { name: /^On/ }).check()
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Needed to turn it on').first().waitFor()
    expect(await axe(page)).toEqual([])
    await form.getByLabel('Address of the server').fill(stand.url)
    await form.getByLabel('Secret', { exact: true }).fill(stand.secret)
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The account at BigBlueButton is saved').waitFor()
    await page.getByRole('button', { name: 'Run the test' }).click()
    await page.getByRole('listitem').filter({ hasText: 'A meeting is made and ended' }).getByText('Passed').waitFor()
    expect(await page.content()).not.toContain(stand.secret)
    await picture(page, 'meeting-providers', true)

    const { page: hall } = teacher
    await hall.goto(`/course/${course}/learning-activity#/new/live_lecture`)
    await hall.getByLabel('Title').fill('Live: ebb')
    await hall.getByLabel('Where it takes place').selectOption({ label: 'BigBlueButton' })
    await hall.getByLabel('Recordings may be made').check()
    expect(await axe(hall)).toEqual([])
    await picture(hall, 'live-form-provider', true)
    await hall.getByRole('button', { name: 'Publish', exact: true }).click()
    await hall.waitForURL('**/live-activities#/*/detail')
    const id = /#\/([^/]+)\/detail/.exec(hall.url())![1]!
    await hall.getByText('Takes place in BigBlueButton.').waitFor()
    expect(await axe(hall)).toEqual([])
    await picture(hall, 'live-provider', true)
    const [room] = await Promise.all([teacher.context.waitForEvent('page'), hall.getByRole('button', { name: /^Join/ }).click()])
    await room.waitForURL(/role=MODERATOR/)
    await room.close()

    await hall.getByRole('button', { name: 'End the lecture' }).click()
    stand.films.set('/playback/video/r/video-0.m4v', await film())
    stand.recordings.push({
      recordID: 'r',
      meetingID: id,
      name: 'Ebb, recorded',
      state: 'published',
      url: 'https://films.example.edu/r',
      film: new URL('/playback/video/r/', stand.url).href,
    })
    await soonRecorded(id)
    const recordings = hall.getByRole('region', { name: 'Recordings' })
    await recordings.getByText('Ebb, recorded').waitFor()
    const { id: rid, upload_id } = await until(async () => {
      const [one] = (await teaching.call('GET /api/activities/:id/meeting', { params: { id } })).recordings
      return one?.upload && { id: one.id, upload_id: one.upload.id }
    })
    await transcoded(teaching, upload_id)
    const body = { title: 'Ebb, recorded', upload_id, published: true }
    await teaching.call('PUT /api/activities/:id/meeting/recordings/:rid', { params: { id, rid }, body })
    await student.page.goto(`/course/${course}/live-activities#/${id}/detail`)
    await student.page.getByRole('region', { name: 'Recordings' }).getByRole('button', { name: 'Play' }).click()
    await student.page.locator('video').waitFor()
    await fetchStates(hall)

    await page.goto('/management/live')
    await page.getByText('Live: ebb').first().waitFor()
    expect(await axe(page)).toEqual([])
    await picture(page, 'management-live', true)
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await tooWide(page)).toBeLessThanOrEqual(0)
    await picture(page, 'management-live-360', true)
    await page.goto('/management/meeting-providers')
    await page.getByText('Checksum').first().waitFor()
    expect(await tooWide(page)).toBeLessThanOrEqual(0)
    await picture(page, 'meeting-providers-360', true)
    for (const look of process.env.LYCEUM_SHOTS === '1'
      ? [
          { locale: 'th', phone: true },
          { locale: 'zh-CN', theme: 'dark' as const },
        ]
      : []) {
      const window = await windowOf('admin', look)
      await emptyAndFailed(window.page, look.locale)
      for (const name of ['meeting-providers', 'live']) {
        await window.page.goto(`/management/${name}`)
        await window.page
          .getByText(name === 'live' ? 'Live: ebb' : 'BigBlueButton')
          .filter({ visible: true })
          .first()
          .waitFor()
        await picture(window.page, `management-${name}-${look.locale}`, true)
      }
      await window.context.close()
    }
    expect(stand.faults).toEqual([])
    expect(faults).toEqual([])
  } finally {
    stand.stop()
    await context.close()
  }
})
