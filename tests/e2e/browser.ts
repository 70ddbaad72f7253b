// A real browser at a running product: signed-in pages, screenshots, and axe-core's findings.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scaled, until } from '@lyceum/kit/test/wait'
import { AxeBuilder } from '@axe-core/playwright'
import type { AxeResults, RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const pictures = fileURLToPath(new URL('../../test-results/e2e/', import.meta.url))

/** `npm run test:long`: every case; npm test takes the most different ones. */
export const long = process.env.LYCEUM_LONG === '1'

export type Look = {
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  locale?: string
  phone?: boolean
  /** The page moves, as for people who have not asked for less: each frame costs processor time, and axe waits for the last one. */
  moving?: boolean
}

/** The Chromium of the tests and its flags. */
export const program = {
  executablePath:
    process.env.CHROMIUM_PATH ?? ['-headless-shell', ''].map((kind) => `/usr/bin/chromium${kind}`).find(existsSync) ?? 'chromium',
  args: ['--no-sandbox', '--mute-audio', '--autoplay-policy=no-user-gesture-required'],
}

export const launch = (): Promise<Browser> => chromium.launch(program)

/** A browser of one window with its profile in `folder`; closing the context closes it. */
export const launchWithProfile = (folder: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...program, ...options })

/** The browser's own lines about answers that did not come: of a call or file, and of its look for a newer worker of the page. */
const ofConnection = /^(Failed to load resource|An unknown error occurred when fetching the script)/
export type Window = { page: Page; context: BrowserContext; faults: string[] }

/** A window of its own, without a session. `faults` collects the page's exceptions and console errors, but not refusals that a test provokes. */
export async function open(
  browser: Browser,
  url: string,
  { width = 1280, height = 800, theme = 'light', locale = 'en', phone = false, moving = false }: Look = {},
): Promise<Window> {
  const size = phone ? { width: 390, height: 844 } : { width, height }
  const context = await browser.newContext({
    viewport: size,
    locale,
    colorScheme: theme,
    baseURL: url,
    ...(!moving && { reducedMotion: 'reduce' as const }),
    ...(phone ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
  })
  await context.addCookies([
    { name: 'lyceum_locale', value: locale, url },
    { name: 'lyceum_theme', value: theme, url },
  ])
  const page = await context.newPage()
  page.setDefaultTimeout(scaled(30_000))
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !ofConnection.test(message.text())) faults.push(`logged: ${message.text()}`)
  })
  return { page, context, faults }
}

/** Signs in by the form. */
export async function signInByForm(page: Page, login: string, password: string): Promise<void> {
  await page
    .getByLabel(/e-mail|number/i)
    .first()
    .fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in without the form, for pages whose test is about something else. */
export async function signInBy(
  context: BrowserContext,
  url: string,
  who: { login: string; password: string } | { demo_person: string },
): Promise<void> {
  const answer = await context.request.post(`${url}/api/session`, { data: who, headers: { origin: url } })
  if (answer.status() !== 201) throw new Error(`sign-in answered ${answer.status()}: ${await answer.text()}`)
}

/** Signs a person of the demo school in by one click. The school may still be under construction: waits until it offers the person. */
export function demoPerson(context: BrowserContext, url: string, name: string): Promise<{ demo_person: string }> {
  return until(
    async () => {
      const { demo_people: people } = (await (await context.request.get(`${url}/api/config`)).json()) as {
        demo_people: { id: string; name: string }[]
      }
      const person = people.find((one) => one.name.includes(name))
      return person && { demo_person: person.id }
    },
    scaled(60_000),
    500,
  )
}

/** Waits, but not for ever, until transitions have ended and fonts are there: axe cannot judge a colour halfway through a transition. */
async function still(page: Page): Promise<void> {
  const quiet = `document.fonts.status === 'loaded' && document.getAnimations().every((one) =>
    one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity)`
  // polled from outside: the Content-Security-Policy stops polling within the page
  await until(() => page.evaluate<boolean>(quiet), 5000, 50).catch(() => {})
}

/** Saves a screenshot of the page to test-results/e2e/<name>.png: with LYCEUM_SHOTS=1, and of a failure. */
export async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  if (process.env.LYCEUM_SHOTS !== '1' && !name.startsWith('failed-')) return
  mkdirSync(pictures, { recursive: true })
  await still(page)
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage })
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Less than half of the source that AxeBuilder takes by itself. */
const axeSource = readFileSync(fileURLToPath(new URL('axe.min.js', import.meta.resolve('axe-core'))), 'utf8')
type Violations = Pick<AxeResults, 'violations'>
/**
 * axe-core's findings by WCAG 2.2 AA, a line each; empty when the page is clean. `rules`: only these; `leaveOut`: a selector of elements to
 * skip.
 */
export async function axe(page: Page, { rules, leaveOut }: { rules?: string[]; leaveOut?: string } = {}): Promise<string[]> {
  await still(page)
  // the page behind an open dialog: nobody reaches it, and the dialog covers parts of its targets
  const exclude = ['[inert]', ...(leaveOut ? [leaveOut] : [])]
  const runOnly: RunOptions['runOnly'] = rules ? { type: 'rule', values: rules } : { type: 'tag', values: wcag }
  // its look for the page's style sheets serves no rule of these
  const options: RunOptions = { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } }
  const { violations } = page.frames().length === 1 ? await axeAlone(page, exclude, options) : await axeInFrames(page, exclude, options)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  )
}

/** Of a page without frames: axe's code comes once, and its findings alone come back. */
async function axeAlone(page: Page, exclude: string[], options: RunOptions): Promise<Violations> {
  if (!(await page.evaluate<boolean>('typeof window.axe === "object"'))) await page.evaluate(`${axeSource};0`)
  const context = JSON.stringify({ exclude: exclude.map((selector) => [selector]) })
  return await page.evaluate<Violations>(`axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`)
}

/** The way through frames of other origins opens a page of its own for each run, which doubles the time. */
async function axeInFrames(page: Page, exclude: string[], options: RunOptions): Promise<Violations> {
  const builder = new AxeBuilder({ page, axeSource }).options(options)
  for (const selector of exclude) builder.exclude(selector)
  return await builder.analyze()
}
