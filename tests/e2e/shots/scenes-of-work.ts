// Scenes of work and its marking: what comes back, exams and how they were left, batches, scores, rubrics, questions.
import type { Page } from 'playwright-core'
import { activity, type At, beside, bring, call, content, inCourse, item, ofExam, opened, press, type Scene } from './scene.ts'

/** Opens the running exam; begins it where it was not begun, and goes on with it where the window of another look has it. */
async function write(page: Page, { stage, text }: At): Promise<void> {
  await page.goto(ofExam('quiz')(stage))
  const begin = page.getByRole('button', { name: text('exam', 'startNow') })
  await begin.or(page.locator('[role=timer]')).first().waitFor()
  if (await begin.isVisible()) await begin.click()
  await page.locator('[role=timer]').waitFor()
  const goOn = page.getByRole('button', { name: text('exam', 'goOnHere') })
  await goOn
    .or(page.getByRole('radio', { disabled: false }))
    .first()
    .waitFor()
  if (await goOn.isVisible()) await goOn.click()
}

/** Selects everything of the draft on its page. */
async function selectAll(at: At): Promise<void> {
  const boxes = at.page.locator('li[data-row] input[type=checkbox], li[data-row] [role=checkbox]')
  await boxes.first().waitFor()
  for (const box of await boxes.all()) await box.check({ force: true })
}
const draft = ({ draft }: { draft: string }) => `/course/${draft}/content`
const questions = ({ draft, draftExam }: { draft: string; draftExam: string }) =>
  `/course/${draft}/learning-activity#/exam/${draftExam}/paper`
const marking = activity('essay', '/marking')

export const scenesOfWork: Scene[] = [
  { number: 1, title: 'To do, of the student to whom it came back', who: 'student', at: () => '/user/todo' },
  { number: 1, title: 'The homework, to its student', who: 'student', at: activity('essay') },
  {
    number: 1,
    title: 'The list of works',
    who: 'teacher',
    at: activity('essay'),
    steps: (at) => bring(at, 'main :is(table, ul[aria-label])'),
  },
  { number: 1, title: 'The marking', who: 'teacher', at: marking },
  {
    number: 2,
    title: 'What happened in the exam of a student',
    who: 'teacher',
    at: ofExam('quiz', '/invigilation'),
    async steps(at) {
      await beside(at, 'student', async (page) => {
        await write(page, at)
        await page.reload()
        await page.locator('[role=timer]').waitFor()
        // within Lyceum, without closing its page
        await page.evaluate(
          "history.pushState({ idx: 1000 }, '', '/user/todo'); dispatchEvent(new PopStateEvent('popstate', { state: history.state }))",
        )
        await page.locator('[role=timer]').waitFor({ state: 'detached' })
        await page.goBack()
        await page.locator('[role=timer]').waitFor()
      })
      await at.page.reload()
      await at.page.locator('main button[aria-haspopup=menu][aria-label*="Maya"]').first().click()
      await item(at, 'exam-work', 'history')
      await opened(at)
    },
  },
  { number: 2, title: 'The invigilation', who: 'teacher', at: ofExam('quiz', '/invigilation') },
  {
    number: 3,
    title: 'A page and an exam without questions are published together',
    who: 'teacher',
    at: draft,
    async steps(at) {
      const { draft: course, draftPage } = at.stage
      await call(at, 'post', `/courses/${course}/publish-activities`, { activity_ids: [draftPage], published: false })
      await at.page.reload()
      await selectAll(at)
      await at.page
        .getByRole('toolbar')
        .getByRole('button', { name: at.text('course', 'publish'), exact: true })
        .click()
      await opened(at)
    },
  },
  {
    number: 3,
    title: 'The dates of several',
    who: 'teacher',
    at: draft,
    async steps(at) {
      await selectAll(at)
      await at.page
        .getByRole('toolbar')
        .getByRole('button', { name: at.text('course', 'setDates') })
        .click()
      await opened(at)
    },
  },
  { number: 4, title: 'The scores of a course, to a student', who: 'student', at: inCourse('score') },
  { number: 4, title: 'The scores of all courses', who: 'student', at: () => '/score' },
  {
    number: 5,
    title: 'A rubric that is filled in part',
    who: 'teacher',
    at: marking,
    async steps(at) {
      const { page } = at
      await page.keyboard.press('r')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.waitForTimeout(300)
      await page.keyboard.press('Control+Enter')
      await opened(at)
    },
  },
  {
    number: 5,
    title: 'A rubric, to the student',
    who: 'student',
    at: activity('essay'),
    steps: (at) => bring(at, `:is(h2, h3, summary):text-is("${at.text('rubrics', 'howMarked')}")`),
  },
  { number: 6, title: 'The marking of an exam', who: 'teacher', at: ofExam('exam', '/marking') },
  { number: 6, title: 'An exam, before it begins', who: 'student', at: activity('quiz') },
  {
    number: 6,
    title: 'A film that was watched in part',
    who: 'student',
    at: activity('film'),
    async steps({ page }) {
      await page.mouse.move(640, 500)
      await page.mouse.wheel(0, 400)
    },
  },
  { number: 9, title: 'An exam without questions', who: 'teacher', at: questions },
  {
    number: 9,
    title: 'A question is written in it',
    who: 'teacher',
    at: questions,
    async steps(at) {
      await press(at, 'questions', 'type.single')
      await opened(at)
    },
  },
  {
    number: 9,
    title: 'Questions are chosen from the banks of all courses',
    who: 'teacher',
    at: questions,
    async steps(at) {
      await press(at, 'exam-work', 'addQuestions')
      await opened(at)
      await at.page.locator('[role=dialog] select').first().selectOption({ index: 1 })
      await at.page.locator('[role=dialog] :is(li, tr) input[type=checkbox]').first().waitFor()
    },
  },
  { number: 10, title: 'The paper of an exam, loaded by its address', who: 'teacher', at: ofExam('exam', '/paper') },
  { number: 10, title: 'The statistics of an exam, loaded by their address', who: 'teacher', at: ofExam('exam', '/statistics') },
  {
    number: 18,
    title: 'A running exam, loaded anew without a network',
    who: 'student',
    at: content,
    async steps(at) {
      const { page, context } = at
      await write(page, at)
      // a phone has it in the overview
      if (at.look.phone) await press(at, 'exam', 'map')
      await page.getByText(at.text('exam', 'copied')).filter({ visible: true }).first().waitFor()
      await context.setOffline(true)
      await page.reload()
      await page.getByText(at.text('exam', 'offlineText')).first().waitFor()
    },
  },
]
