// A scene of `npm run shots`: an address or some steps of a person of the demo school, and what steps are made of. Steps name what they click by
// the texts of the scene's language, by `data-action`, by place or by kind, since a scene is taken in several languages, and of older releases
// too. A step that an older release does not know ends the scene: its picture shows how far it came.
import type { BrowserContext, Page } from 'playwright-core'
import { type Look, open, signInBy } from '../browser.ts'

export type Role = 'visitor' | 'student' | 'teacher' | 'manager' | 'admin' | 'newcomer'
export type Logins = Record<Exclude<Role, 'visitor'>, { demo_person: string }>
/** Subjects of the scenes: ids of the demo school, and how its people sign in. */
export type Stage = {
  url: string
  org: string
  logins: Logins
  /** Marine Biology II, and of its activities one of each type. */
  course: string
  film: string
  paper: string
  /** The file of the paper. */
  paperFile: string
  page: string
  /** An exam that is over, and an essay whose work came back to its student for rework. */
  exam: string
  essay: string
  /** An exam that is open, for half an hour. */
  quiz: string
  /** A course of another language, and of another kind. */
  silk: string
  algebra: string
  /** A draft of the teacher: a page that can be published, an exam without questions that cannot. */
  draft: string
  draftPage: string
  draftExam: string
  /** An invitation to the course, unanswered, of somebody who has not seen the bulletin of today. */
  invite: string
  /** The title of an event of the teacher. */
  event: string
}
/** `text`: a text of the page in the scene's language. */
export type At = { page: Page; context: BrowserContext; stage: Stage; look: Look; text: (feature: string, key: string) => string }
export type Scene = {
  number: number
  title: string
  who: Role
  at: (stage: Stage) => string
  steps?: (at: At) => Promise<unknown>
  /** The looks in which it has something to show; undefined: all. */
  looks?: string[]
}

export const content = ({ course }: Stage) => `/course/${course}/content`
export const inCourse = (part: string) => (stage: Stage) => `/course/${stage.course}/${part}`
type Activity = 'film' | 'paper' | 'page' | 'essay' | 'exam' | 'quiz'
export const activity =
  (which: Activity, part = '') =>
  (stage: Stage) =>
    `/course/${stage.course}/learning-activity#/${stage[which]}${part}`
export const ofExam =
  (which: 'exam' | 'quiz', part = '') =>
  (stage: Stage) =>
    `/course/${stage.course}/learning-activity#/exam/${stage[which]}${part}`

/** Presses the first button with this text, or one that begins with it. */
export async function press({ page, text }: At, feature: string, key: string): Promise<void> {
  const name = text(feature, key).split('{{')[0]!.trim()
  await page.getByRole('button', { name }).filter({ visible: true }).first().click()
}
export const item = ({ page, text }: At, feature: string, key: string) =>
  page
    .getByRole('menuitem', { name: text(feature, key), exact: true })
    .first()
    .click()
/** Waits for the dialog and for what it reads. */
export async function opened({ page }: At): Promise<void> {
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor({ state: 'attached' })
  await page.locator('[role=dialog] .shimmer').first().waitFor({ state: 'detached' })
}
/** Brings the first of these to the middle of the window. */
export const bring = (at: At, selector: string) =>
  at.page
    .locator(selector)
    .filter({ visible: true })
    .first()
    .evaluate((element) => (element as unknown as { scrollIntoView(how: object): void }).scrollIntoView({ block: 'center' }))

/** A call as the scene's person. */
export const call = ({ context, stage }: At, method: 'post' | 'put', path: string, data: object) =>
  context.request[method](`${stage.url}/api${path}`, { data, headers: { 'request-scope': stage.org, origin: stage.url } })

/** A window of somebody else in the same look, for the time of `act`. */
export async function beside({ context, stage, look }: At, who: keyof Logins, act: (page: Page) => Promise<unknown>): Promise<void> {
  const window = await open(context.browser()!, stage.url, look)
  window.page.setDefaultTimeout(8000)
  await signInBy(window.context, stage.url, stage.logins[who])
  await act(window.page).finally(() => window.context.close())
}
