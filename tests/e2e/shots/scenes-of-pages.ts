// Scenes of the pages around the work: forms, prompts, ways through the product, bulletins and messages, homes, calendar, phone, words.
import { activity, type At, bring, content, inCourse, item, ofExam, opened, press, type Scene } from './scene.ts'

const phone = ['dark-phone']
/** Finds in the palette. */
const find = (words: string) => async (at: At) => {
  await at.page.keyboard.press('Control+k')
  await at.page.locator('[role=dialog] [role=combobox]').fill(words)
  await at.page.waitForTimeout(800)
}
/** Opens the new event and leaves its first field empty. */
async function leaveTitle(at: At): Promise<void> {
  await press(at, 'calendar', 'newEvent')
  await opened(at)
  await at.page.locator('[role=dialog] input[type=text]').first().click()
  await at.page.keyboard.press('Tab')
}

export const scenesOfPages: Scene[] = [
  { number: 7, title: 'A new event whose title was left empty', who: 'teacher', at: () => '/user/calendar', steps: leaveTitle },
  {
    number: 7,
    title: 'A new course whose name was left empty',
    who: 'teacher',
    at: () => '/user/courses',
    async steps(at) {
      await press(at, 'courses', 'create')
      await opened(at)
      await at.page.locator('[role=dialog] input').first().click()
      await at.page.keyboard.press('Tab')
    },
  },
  {
    number: 8,
    title: 'An invitation and a bulletin that wait for the same person',
    who: 'newcomer',
    at: (stage) => `${content(stage)}?invite=${stage.invite}`,
    steps: opened,
  },
  { number: 11, title: 'Find or go to: a course', who: 'student', at: content, steps: find('mar') },
  {
    number: 11,
    title: 'Find or go to: scores',
    who: 'student',
    at: content,
    steps: (at) => find(at.text('shell', 'scores').slice(0, 4))(at),
  },
  { number: 11, title: 'The places of a student', who: 'student', at: () => '/user/courses' },
  {
    number: 12,
    title: 'A bulletin of a course is written',
    who: 'teacher',
    at: content,
    async steps(at) {
      await press(at, 'course', 'do.bulletin').catch(async () => {
        await at.page.locator('main header button[aria-haspopup="menu"]:visible').last().click()
        await item(at, 'course', 'do.bulletin')
      })
      await opened(at)
    },
  },
  { number: 12, title: 'Bulletins above the content', who: 'student', at: content },
  {
    number: 12,
    title: 'A message to some members',
    who: 'teacher',
    at: inCourse('enrollments'),
    async steps(at) {
      const boxes = at.page.locator('main :is(tr, li) input[type=checkbox]:visible')
      await boxes.nth(2).check({ force: true })
      // the bar of what is chosen is over the foot of the list
      await boxes.nth(3).evaluate((box) => (box as unknown as { scrollIntoView(how: object): void }).scrollIntoView({ block: 'center' }))
      await boxes.nth(3).check({ force: true })
      await press(at, 'members', 'message')
      await opened(at)
    },
  },
  { number: 13, title: 'The teacher’s start page', who: 'teacher', at: () => '/user/index' },
  { number: 13, title: 'A new homework', who: 'teacher', at: inCourse('learning-activity#/new/homework') },
  { number: 13, title: 'A new exam', who: 'teacher', at: inCourse('learning-activity#/new/exam') },
  {
    number: 14,
    title: 'What can be added',
    who: 'teacher',
    at: content,
    async steps(at) {
      await at.page
        .getByRole('button', { name: at.text('course', 'add'), exact: true })
        .first()
        .click()
      await at.page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    number: 15,
    title: 'Marks that are not saved, and the way out',
    who: 'teacher',
    at: ({ paperFile }) => `/pdf/editor?uploadId=${paperFile}&fileName=reader.pdf`,
    async steps(at) {
      await at.page.locator('canvas[data-drawn]').first().waitFor()
      await at.page.keyboard.press('s')
      await at.page.locator('[data-layer="1"]').focus()
      await at.page.keyboard.press('Enter')
      await at.page.waitForTimeout(300)
      await press(at, 'marking', 'backThere')
      await opened(at)
    },
  },
  {
    number: 15,
    title: 'An event is deleted',
    who: 'teacher',
    at: () => '/user/calendar?view=list',
    async steps(at) {
      await at.page.locator(`[data-item]:has-text("${at.stage.event}"), button:has-text("${at.stage.event}")`).first().click()
      await opened(at)
      await press(at, 'calendar', 'delete')
      await at.page.getByText(at.text('calendar', 'deleteText')).waitFor()
    },
  },
  { number: 16, title: 'The gradebook', who: 'teacher', at: inCourse('score'), looks: ['light', 'th'] },
  { number: 16, title: 'The calendar', who: 'student', at: () => '/user/calendar?view=week' },
  { number: 16, title: 'A homework, to its teacher', who: 'teacher', at: activity('essay') },
  { number: 16, title: 'Courses', who: 'student', at: () => '/user/courses', looks: ['light', 'th'] },
  { number: 17, title: 'The gradebook', who: 'teacher', at: inCourse('score'), looks: phone },
  { number: 17, title: 'A work is marked', who: 'teacher', at: activity('essay', '/marking'), looks: phone },
  { number: 17, title: 'The invigilation', who: 'teacher', at: ofExam('quiz', '/invigilation'), looks: phone },
  { number: 17, title: 'The audit log', who: 'admin', at: () => '/management/audit-log', looks: phone },
  { number: 19, title: 'The sign-in page', who: 'visitor', at: () => '/login' },
  { number: 19, title: 'The student’s start page', who: 'student', at: () => '/user/index' },
  { number: 19, title: 'The manager’s start page', who: 'manager', at: () => '/management/' },
  { number: 19, title: 'A course in its student’s view', who: 'student', at: content },
  { number: 19, title: 'A course in its teacher’s view', who: 'teacher', at: content },
  { number: 19, title: 'A course in Chinese', who: 'student', at: ({ silk }) => `/course/${silk}/content` },
  { number: 19, title: 'A course with an exam that is open', who: 'student', at: ({ algebra }) => `/course/${algebra}/content` },
  { number: 20, title: 'The settings of notifications', who: 'student', at: () => '/user/settings/notifications' },
  { number: 20, title: 'The audit log', who: 'admin', at: () => '/management/audit-log', looks: ['light', 'th'] },
  { number: 20, title: 'How scores become results', who: 'teacher', at: inCourse('score/settings') },
  {
    number: 20,
    title: 'A video, to its teacher',
    who: 'teacher',
    at: activity('film'),
    steps: (at) => bring(at, 'main section:last-of-type'),
  },
]
