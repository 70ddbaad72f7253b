// Helpers of the gallery tests: each component's states, one window, several looks. Each fault is a line.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { axe, picture, type Window } from '../e2e/browser.ts'

const folder = fileURLToPath(new URL('../../web/src/dev/exhibits/', import.meta.url))
export const names = readdirSync(folder).map((file) => file.replace('.tsx', ''))
/** One of two by turns. */
export const isOnDesk = (name: string) => names.indexOf(name) % 2 === 0
type Listed = { name: string; states: { title: string; alone: boolean; press?: string; until?: string }[] }
type State = { at: string; press?: string | undefined; until?: string | undefined }

/** The gallery in a window, with its animations ended and its pending requests counted. */
export async function enter(window: Window): Promise<Looked> {
  const { page } = window
  let pending = 0
  page.on('request', () => pending++)
  for (const ended of ['requestfinished', 'requestfailed'] as const) page.on(ended as 'requestfinished', () => pending--)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/dev/ui')
  await page.evaluate(`window.location.hash = 'nothing'`)
  const all = JSON.parse((await page.locator('[data-exhibits]').getAttribute('data-exhibits')) ?? '[]') as Listed[]
  return { ...window, all, pending: () => pending }
}
export type Looked = Window & { all: Listed[]; pending: () => number }

/** Resolves when its code has loaded and nothing in it moves any more: two frames without a change. */
async function still({ page, pending }: Looked): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    const changes = await page.evaluate<number>(`new Promise((done) => {
      let changes = 0
      const watcher = new MutationObserver((all) => { changes += all.length })
      watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
      requestAnimationFrame(() => requestAnimationFrame(() => { watcher.disconnect(); done(changes) }))
    })`)
    quiet = changes === 0 && pending() <= 0 ? quiet + 1 : 0
  }
}

export const statesOf = ({ all }: Looked, name: string): State[] => {
  const states = all.find((one) => one.name === name)?.states ?? []
  const alone = states.filter((one) => one.alone).map(({ title, press, until }) => ({ at: `${name}/${title}`, press, until }))
  return states.length > alone.length ? [{ at: name }, ...alone] : alone
}
const opened = '[role=dialog], [role=menu], [role=listbox], [role=alertdialog], [role=alert]'

async function show(window: Looked, { at, press, until }: State, width: string): Promise<void> {
  const { page } = window
  await page.evaluate(`window.location.hash = ${JSON.stringify(at)}`)
  await page.locator(`[data-shown="${at}"]`).waitFor({ state: 'attached' })
  const button = page.getByRole('button', { name: press ?? '', exact: true }).first()
  if (press) await (width === 'phone' ? button.tap() : button.click())
  if (press || until)
    await page
      .locator(until ?? opened)
      .filter({ visible: true })
      .first()
      .waitFor()
  await still(window)
}
const look = async (window: Looked, { at }: State, as: string): Promise<void> => {
  await window.page.evaluate(`window.location.hash = ${JSON.stringify(at + (as && `?${as}`))}`)
  await window.page.locator(`body[data-looks="${as.replace(/\w+=/g, '')}"]`).waitFor({ state: 'attached' })
}
const wide = async (page: Page): Promise<string[]> => {
  const by = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  return by > 0 ? [`${by} px wider than the screen`] : []
}
const asks = (page: Page, what: 'cut' | 'unseen') => page.evaluate<string[]>(`gallery.${what}(document.querySelector('main'))`)
/** Rules that depend on colours alone: the elements are the same in each theme. */
const colours = ['color-contrast', 'link-in-text-block']

type Width = 'desk' | 'phone'
type Theme = 'light' | 'dark'
type Add = (as: string, lines: string[]) => void

/** The faults of a component in one window: its states in each theme; hovered, focused, with more and with other words. */
export async function faultsOf(window: Looked, name: string, themes: readonly Theme[], width: Width): Promise<string[]> {
  const { page, faults } = window
  const found: string[] = []
  const states = statesOf(window, name)
  if (states.length === 0) found.push('has no states')
  for (const state of states) {
    const add: Add = (as, lines) => found.push(...lines.map((one) => `${state.at}: ${width}${as}: ${one}`))
    // one that does not come to an end leaves the next ones as they are
    await addFaults(window, state, state.at === name, themes, width, add).catch((error: Error) => add('', [error.message]))
    await page.evaluate(`Object.assign(document.documentElement, { lang: 'en' }).dataset.theme = 'light'; window.location.hash = 'nothing'`)
    await page.locator('[data-shown=nothing]').waitFor({ state: 'attached' })
  }
  found.push(...faults.splice(0))
  return found
}

/** `together`: the states that need no page of their own. */
async function addFaults(window: Looked, state: State, together: boolean, themes: readonly Theme[], width: Width, add: Add): Promise<void> {
  const { page } = window
  const shot = (as: string) => picture(page, `gallery-${state.at.replace(/\W+/g, '-')}-${width}-${as.replace(/\W+/g, '-')}`, together)
  await show(window, state, width)
  for (const theme of themes) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    add(theme, await axe(page, { leaveOut: 'nav[aria-label=Components]' }))
    await shot(theme)
    if (!together || width === 'phone') continue
    await look(window, state, 'as=hover')
    add(`${theme} hovered`, await axe(page, { leaveOut: 'nav[aria-label=Components]', rules: colours }))
    await shot(`${theme} hover`)
    await look(window, state, '')
  }
  add('', await wide(page))
  if (!together) return
  if (width !== 'phone') {
    await look(window, state, 'as=focus')
    add('focused', await asks(page, 'unseen'))
    await shot('focus')
  }
  for (const words of ['long', 'th', 'zh-CN']) {
    await page.evaluate(`document.documentElement.lang = '${words === 'long' ? 'en' : words}'`)
    await look(window, state, `words=${words}`)
    add(words, [...(await wide(page)), ...(await asks(page, 'cut'))])
    await shot(words)
  }
}
