// A real browser at a running product: pages signed in as somebody, pictures of what they show, and what axe-core finds in them.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scaled, until } from '@lyceum/kit/test/wait'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const pictures = fileURLToPath(new URL('../../test-results/e2e/', import.meta.url))

export type Look = { width?: number; height?: number; theme?: 'light' | 'dark'; locale?: string; phone?: boolean }

/** Which Chromium the tests run, and how. */
export const program = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--mute-audio', '--autoplay-policy=no-user-gesture-required'],
}

export const launch = (): Promise<Browser> => chromium.launch(program)

/** A browser of one window with its profile in `folder`; closing the context closes it. */
export const launchWithProfile = (folder: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...program, ...options })

export type Window = { page: Page; context: BrowserContext; faults: string[] }

/** A window of its own, nobody signed in. `faults` gathers what the page throws and logs as an error, but not refusals that a test provokes. */
export async function open(
  browser: Browser,
  url: string,
  { width = 1280, height = 800, theme = 'light', locale = 'en', phone = false }: Look = {},
): Promise<Window> {
  const size = phone ? { width: 390, height: 844 } : { width, height }
  const context = await browser.newContext({
    viewport: size,
    locale,
    colorScheme: theme,
    baseURL: url,
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
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(`logged: ${message.text()}`)
  })
  return { page, context, faults }
}

/** Signs in by the form, as people do. */
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

/** Waits, not for ever, until what fades or slides in is there and the fonts have come: half of a colour is none that axe should judge. */
async function still(page: Page): Promise<void> {
  const quiet = `document.fonts.status === 'loaded' && document.getAnimations().every((one) =>
    one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity)`
  // asked from outside: what asks by itself within the page is stopped by its Content-Security-Policy
  await until(() => page.evaluate<boolean>(quiet), 5000, 50).catch(() => {})
}

/** Saves what the page shows to test-results/e2e/<name>.png. */
export async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  await still(page)
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage })
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/**
 * What axe-core finds by WCAG 2.2 AA, a line each; empty when the page is clean. `rules`: only these; `leaveOut`: a selector of what is
 * not looked at. A page without frames gets axe's code once.
 */
export async function axe(page: Page, { rules, leaveOut }: { rules?: string[]; leaveOut?: string } = {}): Promise<string[]> {
  await still(page)
  // Its way through frames of other origins opens a page of its own for each run, which takes as long again: only where there are frames.
  const alone = page.frames().length === 1
  const there = alone && (await page.evaluate<boolean>('typeof window.axe === "object"'))
  const builder = new AxeBuilder({ page, ...(there && { axeSource: ';' }) }).options({ resultTypes: ['violations'] }).setLegacyMode(alone)
  if (leaveOut) builder.exclude(leaveOut)
  const { violations } = await (rules ? builder.withRules(rules) : builder.withTags(wcag)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  )
}
