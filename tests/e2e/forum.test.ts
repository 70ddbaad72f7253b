// Forum of a course by hand: a question until its answer, posts that are read and that arrive, a forum as an activity and marked, comments under a page.
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newSchool, product as started } from '../flows/product.ts'
import type { Person, School, SchoolPerson } from '../flows/school.ts'
import { axe, launch, type Look, open, picture, signInBy, type Window } from './browser.ts'
import { tooWide } from './visit.ts'
import { criterionOf, level } from './works-to-mark.ts'

const product = started()
let school: School, browser: Browser, teaching: Person, studying: Person, course: string
let teacher: Window, student: Window
async function windowOf(who: SchoolPerson, look: Look = {}): Promise<Window> {
  const window = await open(browser, product.url, look)
  await signInBy(window.context, product.url, { login: school.people[who].login, password: school.password })
  return window
}

beforeAll(async () => {
  ;[school, browser] = await Promise.all([newSchool(), launch()])
  ;[teaching, studying] = await Promise.all([school.signIn('teacher'), school.signIn('student')])
  ;({ id: course } = await teaching.call('POST /api/course', { body: { name: 'Tides and shores' } }))
  const params = { id: course }
  await teaching.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  await teaching.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
  await teaching.call('POST /api/courses/:id/group-sets', { params, body: { name: 'Boats', groups: ['Avocet', 'Plover'] } })
  ;[teacher, student] = await Promise.all([windowOf('teacher'), windowOf('student', { phone: true, theme: 'dark' })])
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await picture(teacher.page, `failed-${task.name.slice(0, 30)}-teacher`)
  await picture(student.page, `failed-${task.name.slice(0, 30)}-student`)
})
afterAll(() => browser?.close())

const paragraphs = (text: string, count: number) => `<p>${text}</p>`.repeat(count)
const composer = (page: Page) => page.getByRole('region', { name: 'Your post' })
const postOf = (page: Page, text: string) => page.getByRole('article').filter({ has: page.getByText(text, { exact: true }) })
const write = async (page: Page, label: string, text: string) => {
  await page.getByRole('textbox', { name: label, exact: true }).fill(text)
}
test('a question from its first word to its answer, with replies, reactions, a change, and a post removed and brought back', async () => {
  const { page, faults } = teacher
  await page.goto(`/course/${course}/forum`)
  const places = page.getByLabel('Place').locator('option')
  await expect.poll(() => places.allTextContents()).toEqual(['Whole course', 'Teaching team', 'Avocet', 'Plover', 'Posts to look at'])
  await page.getByRole('button', { name: 'New topic' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New topic' })
  await dialog.getByLabel('Title').fill('Spring tides')
  await dialog.getByRole('radio', { name: /^Question/ }).check({ force: true })
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Why twice a month?')
  expect(await axe(page)).toEqual([])
  await picture(page, 'forum-dialog')
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByRole('heading', { name: 'Spring tides', level: 1 }).waitFor()
  await postOf(page, 'Why twice a month?').waitFor()

  const phone = student.page
  await phone.goto(`/course/${course}/forum`)
  await phone.getByText('1 unread', { exact: true }).waitFor()
  expect(await axe(phone)).toEqual([])
  await picture(phone, 'forum-list-phone')
  await phone.getByRole('link', { name: 'Spring tides' }).click()
  await postOf(phone, 'Why twice a month?').waitFor()
  await write(phone, 'Your post', 'Sun and moon pull together.')
  await composer(phone).getByRole('button', { name: 'Post', exact: true }).click()
  await postOf(phone, 'Sun and moon pull together.').waitFor()
  // ready for the next one
  await expect.poll(() => composer(phone).getByRole('textbox', { name: 'Your post', exact: true }).textContent()).toBe('')
  expect(
    await composer(phone)
      .getByText(/restored|from before/i)
      .count(),
  ).toBe(0)

  await postOf(page, 'Sun and moon pull together.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '1 new post' }).click()
  const answer = postOf(page, 'Sun and moon pull together.')
  await answer.getByRole('button', { name: 'Reply', exact: true }).click()
  await write(page, `Reply to ${school.people.student.name}`, 'At new moon, too?')
  await answer.getByRole('button', { name: 'Post', exact: true }).click()
  await postOf(page, 'At new moon, too?').waitFor()
  await phone.getByRole('button', { name: '1 new post' }).click()
  const reply = postOf(phone, 'At new moon, too?')
  await reply.getByRole('button', { name: 'Reply', exact: true }).click()
  await write(phone, `Reply to ${school.people.teacher.name}`, 'Yes, then as well.')
  await reply.getByRole('button', { name: 'Post', exact: true }).click()
  const second = postOf(phone, 'Yes, then as well.')
  await second.getByRole('button', { name: `in reply to ${school.people.teacher.name}` }).waitFor()
  // no form stays open below what it answered
  await phone.getByRole('textbox', { name: `Reply to ${school.people.teacher.name}` }).waitFor({ state: 'detached' })

  await picture(phone, 'forum-topic-phone')
  await page.getByRole('button', { name: '1 new post' }).click()
  await answer.getByRole('button', { name: 'React' }).click()
  await page.getByRole('menuitem', { name: /^Thanks/ }).click()
  await answer.getByRole('button', { name: 'Thanks: 1', pressed: true }).waitFor()
  await answer.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Mark as the answer' }).click()
  await answer.getByText('Answer', { exact: true }).waitFor()
  await page.getByText('Answered', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'forum-topic', true)

  await postOf(page, 'At new moon, too?')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await write(page, 'Text', 'At new moon as well?')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const changed = postOf(page, 'At new moon as well?')
  await changed.getByText(/edited/).waitFor()
  await changed.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Former texts' }).click()
  await page.getByRole('dialog', { name: 'Former texts' }).getByText('At new moon, too?').waitFor()
  await page.keyboard.press('Escape')
  await changed.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Remove', exact: true }).click()
  await phone.getByText('This post was removed').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await postOf(phone, 'At new moon as well?').waitFor()
  // unread again, until it has been before the eyes
  await phone.getByRole('button', { name: /^Next unread/ }).waitFor({ state: 'detached' })
  expect(await tooWide(phone)).toBe(0)
  // as high as its posts: no bar covers a part of a button
  await phone.setViewportSize({ width: 390, height: 2000 })
  expect(await axe(phone)).toEqual([])
  await phone.setViewportSize({ width: 390, height: 844 })
  for (const locale of process.env.LYCEUM_SHOTS === '1' ? ['zh-CN', 'th'] : []) {
    const { page: there, context } = await windowOf('teacher', { locale })
    await there.goto(`/course/${course}/forum`)
    await there.getByRole('link', { name: 'Spring tides' }).waitFor()
    await picture(there, `forum-list-${locale}`)
    await there.goto(page.url())
    await postOf(there, 'Yes, then as well.').waitFor()
    await picture(there, `forum-topic-${locale}`)
    await context.close()
  }
  expect([...faults, ...student.faults]).toEqual([])
})

test('unread posts are marked and read one after the other; a post that arrives moves nothing until it is wanted', async () => {
  const { page, faults } = teacher
  const body = paragraphs('The moon pulls at the near side.', 12)
  const { id } = await studying.call('POST /api/courses/:id/topics', {
    params: { id: course },
    body: { scope: 'course', kind: 'discussion', title: 'Neap tides', body },
  })
  const post = (text: string, who = studying) =>
    who.call('POST /api/topics/:id/posts', { params: { id }, body: { body: `<p>${text}</p>${body}` } })
  await teaching.call('PUT /api/topics/:id/read', { params: { id }, body: { n: 1 } })
  for (const text of ['Second', 'Third', 'Fourth']) await post(text)
  await page.goto(`/course/${course}/forum`)
  await page.getByText('3 unread', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Neap tides' }).click()
  // to the first one that is not read
  await expect.poll(() => postOf(page, 'Second').evaluate((one) => one.contains(document.activeElement))).toBe(true)
  await postOf(page, 'Second').getByText('New', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Next unread \(\d\)/ }).click()
  await expect.poll(() => postOf(page, 'Third').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: /^Next unread \(1\)/ }).click()
  await page.getByRole('button', { name: /^Next unread/ }).waitFor({ state: 'detached' })
  const unread = async () => (await teaching.call('GET /api/topics/:id', { params: { id } })).unread
  await expect.poll(unread).toBe(0)

  await postOf(page, 'Second').scrollIntoViewIfNeeded()
  const place = () => postOf(page, 'Second').evaluate((one) => Math.round(one.getBoundingClientRect().top))
  const before = await place()
  await post('Fifth')
  await page.getByRole('button', { name: '1 new post' }).waitFor()
  expect([await place(), await postOf(page, 'Fifth').count()]).toEqual([before, 0])
  await page.getByRole('button', { name: '1 new post' }).click()
  await expect.poll(() => postOf(page, 'Fifth').evaluate((one) => one === document.activeElement)).toBe(true)
  await expect.poll(unread).toBe(0)
  // what is half written comes back, and says so
  await write(page, 'Your post', 'Half a thou')
  await page.getByText(/^Kept on this device/).waitFor()
  await page.reload()
  await composer(page).getByText('Half a thou').waitFor()
  expect(faults).toEqual([])
})

test('a forum as an activity is done by a post, and a page has comments', async () => {
  const { page, faults } = teacher
  await page.goto(`/course/${course}/learning-activity#/new/forum`)
  await page.getByLabel('Title').fill('Ask freely')
  await page.locator('summary').filter({ hasText: 'Completion' }).click()
  await page.getByLabel('Posts until done').fill('1')
  await picture(page, 'forum-form')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('No topics').waitFor()
  await picture(page, 'forum-activity')
  expect(await axe(page)).toEqual([])
  const phone = student.page
  const activity = page.url().split('#/')[1]!
  await phone.goto(page.url())
  await phone.getByRole('button', { name: 'New topic' }).first().click()
  const dialog = phone.getByRole('dialog', { name: 'New topic' })
  await dialog.getByLabel('Title').fill('Fog')
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Does it follow the tide?')
  await picture(phone, 'forum-dialog-phone')
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await phone.getByRole('heading', { name: 'Fog' }).waitFor()
  await expect.poll(async () => (await studying.call('GET /api/activities/:id', { params: { id: activity } })).my?.completed).toBe(true)
  await picture(phone, 'forum-activity-phone')
  await phone.getByRole('link', { name: 'To the topics' }).click()
  await phone.getByRole('link', { name: 'Fog' }).waitFor()

  const made = await teaching.call('POST /api/courses/:id/activities', {
    params: { id: course },
    body: { type: 'page', title: 'Why the sea comes back', body: '<p>Twice a day.</p>', published: true } as never,
  })
  await phone.goto(`/course/${course}/learning-activity#/${made.id}`)
  await phone.locator('summary').filter({ hasText: 'comments' }).click()
  for (const text of ['Every day?', 'On Sundays, too?']) {
    await write(phone, 'Your comment', text)
    await phone.getByRole('button', { name: 'Post', exact: true }).click()
    await postOf(phone, text).waitFor()
  }
  await phone.locator('summary').filter({ hasText: '2 comments' }).waitFor()
  expect(await tooWide(phone)).toBe(0)
  await picture(phone, 'forum-comments-phone', true)
  await page.goto(`/course/${course}/learning-activity#/${made.id}`)
  await page.locator('summary').filter({ hasText: '2 comments' }).click()
  await postOf(page, 'Every day?').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'forum-comments', true)
  expect([...faults, ...student.faults]).toEqual([])
})

test('posts are marked by the rubric of their forum, taken back by Undo, and their student reads what they were given', async () => {
  const { page, faults } = teacher
  const inCourse = { id: course }
  const draft = { type: 'forum', title: 'Argue your case', points: '10', published: true } as const
  const { id } = await teaching.call('POST /api/courses/:id/activities', { params: inCourse, body: draft })
  const criteria = [
    criterionOf('Depth', level('0', 'Missing'), level('3', 'Thin'), level('6', 'Thorough')),
    criterionOf('Manner', level('1', 'Rough'), level('4', 'Fair')),
  ]
  await teaching.call('PUT /api/activities/:id/rubric', { params: { id }, body: { criteria, version: 0 } })
  const topic = { scope: 'activity', scope_id: id, kind: 'discussion', title: 'A barrage', body: '<p>It holds back silt.</p>' } as const
  const begun = await studying.call('POST /api/courses/:id/topics', { params: inCourse, body: topic })
  await studying.call('POST /api/topics/:id/posts', { params: { id: begun.id }, body: { body: '<p>And salmon, too.</p>' } })
  const { name, id: person } = school.people.student
  await page.goto(`/course/${course}/learning-activity#/${id}`)
  await page.getByRole('region', { name: 'How it is marked' }).getByText('Thorough').waitFor()
  await page.getByRole('link', { name: `To mark: ${name}` }).click()
  await page.getByText('And salmon, too.').waitFor()
  const panel = page.getByRole('complementary', { name: 'Score and comment' })
  // by keys: to the rubric, its best level, and on
  await page.keyboard.press('r')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await panel.getByText('6 / 6').waitFor()
  await panel.getByRole('radio', { name: /Fair/ }).check({ force: true })
  await panel.getByLabel('Comment to the student').fill('Name your source.')
  await panel.getByText(/^Saved/).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'forum-marking')
  await page.keyboard.press('Control+Enter')
  await page.getByText(`The posts of ${name} are marked`).waitFor()
  const result = async () => (await studying.call('GET /api/activities/:id/my-participation', { params: { id } })).result
  await expect.poll(async () => (await result())?.points).toBe('10')

  const phone = student.page
  await phone.goto(`/course/${course}/learning-activity#/${id}`)
  const mine = phone.getByRole('region', { name: 'Result' })
  await mine.getByText('Depth: Thorough').waitFor()
  await mine.getByText('Name your source.').waitFor()
  expect([await axe(phone), await tooWide(phone)]).toEqual([[], 0])
  await picture(phone, 'forum-marked-phone', true)

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(result).toBe(null)
  await page.getByRole('link', { name: 'To the forum' }).click()
  await page.getByRole('link', { name: `Begun: ${name}` }).waitFor()
  await picture(page, 'forum-students', true)
  const { page: there, context } = await windowOf('teacher', { phone: true, theme: 'dark', locale: 'th' })
  await there.setViewportSize({ width: 360, height: 740 })
  await there.goto(`/course/${course}/learning-activity#/${id}?mark=${person}`)
  await there.getByText('And salmon, too.').waitFor()
  await there.locator('fieldset').first().waitFor()
  expect([await axe(there), await tooWide(there)]).toEqual([[], 0])
  await picture(there, 'forum-marking-phone-th', true)
  await context.close()
  expect([...faults, ...student.faults]).toEqual([])
})
