// The scenes of `npm run shots`: numbered, each an address or some steps of a person of the demo school. A line more is a scene more. Steps name
// what they click by `data-action`, by its place or by its kind, since a scene is taken in several languages, and of older releases too. A step
// that an older release does not know ends the scene: its picture shows how far it came.
import type { BrowserContext, Page } from 'playwright-core'
import { signInBy } from '../browser.ts'

export type Role = 'visitor' | 'student' | 'teacher' | 'manager'
/** Subjects of the scenes: ids of the demo school, and calls as the scene's person. */
export type Stage = {
  url: string
  org: string
  /** Marine Biology II, and of its activities one of each type. */
  course: string
  film: string
  paper: string
  page: string
  /** An exam in it; absent in older demo schools. */
  exam: string | undefined
  /** A file of an office program in it; absent in older demo schools. */
  office: string | undefined
  /** A draft of the teacher with a published page in it. */
  draft: string
  draftPage: string
  /** Signs in who else changes the draft. */
  colleague: { demo_person: string }
}
/** `text`: a text of the page in the scene's language. */
export type At = { page: Page; context: BrowserContext; stage: Stage; text: (feature: string, key: string) => string }
export type Scene = {
  number: number
  title: string
  who: Role
  at: (stage: Stage) => string
  steps?: (at: At) => Promise<unknown>
}

const content = ({ course }: Stage) => `/course/${course}/content`
const activity = (which: 'film' | 'paper' | 'page') => (stage: Stage) => `/course/${stage.course}/learning-activity#/${stage[which]}`
const headersOf = ({ org, url }: Stage) => ({ 'request-scope': org, origin: url })
const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]:visible`).first().click()
/** The last button of the page's bar: ⋯. */
const more = (page: Page) => page.locator('main header button[aria-haspopup="menu"]:visible').last().click()
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click()
const wheel = async (page: Page, distance: number) => {
  await page.mouse.move(640, 500)
  await page.mouse.wheel(0, distance)
}
/** Opens the form of the activity with this id, from its row. */
async function edit({ page, text }: At, id: string) {
  const row = page.locator('li[data-row]').filter({ has: page.locator(`a[href*="${id}"]`) })
  await row.locator('button[aria-haspopup="menu"]').last().click()
  await item(page, text('course', 'edit'))
  await page.locator('[contenteditable=true], [role=dialog] input').first().waitFor()
}

/** The subject of the scenes of a number. */
export const topics: Record<number, string> = {
  1: 'Two drafts of one text, side by side',
  2: 'The bin',
  3: 'Without a network, and forms that wait',
  4: 'Pages are written on a whole page',
  5: 'An activity’s own page: state, menu, another file',
  6: 'Office files in the browser',
  7: 'Published, in a course that is a draft',
  8: 'Management',
  9: 'To-do by course',
  10: 'The demo school',
  11: 'Find or go to, and the keys',
  12: 'Numbers that agree',
  13: 'The player',
  14: 'Details',
}

export const scenes: Scene[] = [
  {
    number: 1,
    title: 'Somebody else has saved the same page meanwhile',
    who: 'teacher',
    at: ({ draft }) => `/course/${draft}/content`,
    async steps(at) {
      const { page, context, stage } = at
      const other = await context.browser()!.newContext()
      await signInBy(other, stage.url, stage.colleague)
      const write = (body: string) =>
        other.request.put(`${stage.url}/api/activities/${stage.draftPage}`, { data: { body }, headers: headersOf(stage) })
      // the look before this one has left another text, and a draft
      await context.request.delete(`${stage.url}/api/activities/${stage.draftPage}/draft`, { headers: headersOf(stage) })
      await write('<p>Boots, a notebook, a warm coat.</p>')
      await edit(at, stage.draftPage)
      await page.locator('[contenteditable=true]').first().click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('Mine: bring a pencil. ')
      await write('<p>Theirs: bring a ruler.</p>')
      await other.close()
      await page.waitForTimeout(1500)
      await page
        .getByRole('button', { name: at.text('course', 'save'), exact: true })
        .last()
        .click()
      await page.locator('[role=dialog] fieldset').first().waitFor()
    },
  },
  {
    number: 2,
    title: 'What was deleted',
    who: 'teacher',
    at: content,
    async steps({ page, text }) {
      await more(page)
      await item(page, text('course', 'bin'))
      await page.locator('[role=dialog] h2').waitFor()
      await page.locator('[role=dialog] .shimmer').first().waitFor({ state: 'detached' })
    },
  },
  { number: 2, title: 'The course’s menu', who: 'teacher', at: content, steps: ({ page }) => more(page) },
  {
    number: 3,
    title: 'Without a network',
    who: 'student',
    at: content,
    async steps({ page, context }) {
      await context.setOffline(true)
      await page.waitForTimeout(2000)
    },
  },
  {
    number: 3,
    title: 'The network is back, and what was written waits to be sent',
    who: 'teacher',
    at: content,
    async steps({ page, context, text }) {
      await page
        .getByRole('button', { name: text('course', 'addModule'), exact: true })
        .last()
        .click()
      await page.getByRole('textbox', { name: text('course', 'moduleName') }).fill('Written without a network')
      await context.setOffline(true)
      const [one = '', other = ''] = ['keptTexts_one', 'keptTexts_other'].map((key) => text('shell', key).replace('{{count}}', '1'))
      await page.getByText(one).or(page.getByText(other)).first().waitFor()
      await context.setOffline(false)
      const sends = text('shell', 'sendText').replace('{{title}}', text('course', 'moduleName'))
      await page.getByRole('button', { name: sends }).scrollIntoViewIfNeeded()
    },
  },
  {
    number: 4,
    title: 'A new page',
    who: 'teacher',
    at: content,
    async steps({ page, text }) {
      await page
        .getByRole('button', { name: text('course', 'add'), exact: true })
        .first()
        .click()
      await item(page, text('kinds', 'type.page'))
      await page.locator('[contenteditable=true]').first().waitFor()
    },
  },
  { number: 4, title: 'A page is edited', who: 'teacher', at: content, steps: (at) => edit(at, at.stage.page) },
  { number: 4, title: 'What an exam is about is written', who: 'teacher', at: content, steps: (at) => edit(at, at.stage.exam ?? '') },
  { number: 5, title: 'An activity’s own page, for who teaches', who: 'teacher', at: activity('page') },
  { number: 5, title: 'Its menu', who: 'teacher', at: activity('film'), steps: ({ page }) => more(page) },
  {
    number: 5,
    title: 'Its file is replaced',
    who: 'teacher',
    at: activity('paper'),
    async steps({ page, text }) {
      await more(page)
      await item(page, text('course', 'replaceFile'))
      await page.locator('[role=dialog] h2').waitFor()
    },
  },
  { number: 6, title: 'The files of a course', who: 'student', at: (stage) => `/course/${stage.course}/resource` },
  {
    number: 6,
    title: 'A spreadsheet',
    who: 'student',
    at: (stage) => (stage.office ? `/course/${stage.course}/learning-activity#/${stage.office}` : content(stage)),
    async steps({ page, stage }) {
      if (!stage.office) throw new Error('the demo school has no such file')
      await page.locator('[role=grid]').waitFor()
    },
  },
  { number: 7, title: 'Published, in a course that is a draft', who: 'teacher', at: ({ draft }) => `/course/${draft}/content` },
  { number: 7, title: 'A page of it', who: 'teacher', at: ({ draft, draftPage }) => `/course/${draft}/learning-activity#/${draftPage}` },
  {
    number: 7,
    title: 'What publishing the course changes',
    who: 'teacher',
    at: ({ draft }) => `/course/${draft}/content`,
    async steps({ page, text }) {
      await page
        .getByRole('button', { name: text('course', 'publishCourse') })
        .first()
        .click()
      await page.locator('[role=dialog] li').first().waitFor()
    },
  },
  {
    number: 7,
    title: 'What a lite course changes',
    who: 'teacher',
    at: content,
    async steps({ page, context, stage, text }) {
      await more(page)
      await item(page, text('course', 'do.switchLite'))
      // a release that does not ask first has made it one
      const isAsked = page.locator('[role=dialog], [role=alertdialog]').first().waitFor()
      const undo = () => context.request.put(`${stage.url}/api/courses/${stage.course}/switch-normal`, { headers: headersOf(stage) })
      await isAsked.catch(async (error) => {
        await undo()
        throw error
      })
    },
  },
  { number: 8, title: 'The manager’s start page', who: 'manager', at: () => '/user/index' },
  { number: 8, title: 'The management', who: 'manager', at: () => '/management/' },
  { number: 8, title: 'The management, to who may not see it', who: 'student', at: () => '/management/' },
  { number: 9, title: 'To-do', who: 'student', at: () => '/user/todo' },
  { number: 9, title: 'The teacher’s start page', who: 'teacher', at: () => '/user/index' },
  { number: 10, title: 'The student’s start page', who: 'student', at: () => '/user/index' },
  { number: 10, title: 'A course in its student’s view', who: 'student', at: content },
  { number: 10, title: 'A course in its teacher’s view', who: 'teacher', at: content },
  { number: 10, title: 'The sign-in page', who: 'visitor', at: () => '/login' },
  {
    number: 11,
    title: 'Find or go to',
    who: 'student',
    at: content,
    async steps({ page }) {
      await page.keyboard.press('Control+k')
      await page.locator('[role=dialog] [role=combobox]').fill('sal')
      await page.waitForTimeout(800)
    },
  },
  {
    number: 11,
    title: 'The keys',
    who: 'student',
    at: activity('film'),
    async steps({ page }) {
      await page.locator('video').waitFor()
      await page.keyboard.press('?')
      await page.locator('[role=dialog] kbd').first().waitFor()
    },
  },
  { number: 12, title: 'A document', who: 'student', at: activity('paper') },
  { number: 12, title: 'What is watched', who: 'student', at: activity('film'), steps: ({ page }) => wheel(page, 400) },
  { number: 12, title: 'Who watched what', who: 'teacher', at: activity('film'), steps: ({ page }) => wheel(page, 600) },
  {
    number: 13,
    title: 'A film plays',
    who: 'student',
    at: activity('film'),
    async steps({ page }) {
      await action(page, 'video.play')
      await page.waitForTimeout(4000)
      // the controls are shown while the pointer moves
      await page.mouse.move(60, 180)
      await page.mouse.move(64, 184)
    },
  },
  { number: 14, title: 'My files', who: 'teacher', at: () => '/user/resources' },
  { number: 14, title: 'Settings', who: 'student', at: () => '/user/settings' },
  {
    number: 14,
    title: 'Files that are refused',
    who: 'teacher',
    at: () => '/user/resources',
    async steps({ page }) {
      await page.locator('[data-choose=files]').setInputFiles([
        { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
        { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('x') },
      ])
      await page.locator('[role=dialog] h3').first().waitFor()
    },
  },
  { number: 14, title: 'A document, further down', who: 'student', at: activity('paper'), steps: ({ page }) => wheel(page, 900) },
  { number: 14, title: 'An address that is not built', who: 'teacher', at: ({ course }) => `/course/${course}/statistics` },
  { number: 14, title: 'A course, to a manager', who: 'manager', at: content },
  { number: 14, title: 'A course that is not open to me', who: 'student', at: ({ draft }) => `/course/${draft}/content` },
]
