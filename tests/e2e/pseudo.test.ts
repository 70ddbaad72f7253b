/// <reference lib="dom" />
// The pages in the pseudo language (pseudo/build.ts), each address loaded anew: every shown text is translatable, no key is shown in the place of a
// text, and none is cut.
import { scaled } from '@lyceum/kit/test/wait'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SchoolPerson } from '../flows/school.ts'
import { type Product, startProduct } from '../flows/start.ts'
import { visits } from './addresses.ts'
import { launch, open, signInBy } from './browser.ts'
import { buildPseudo } from './pseudo/build.ts'
import { settled } from './visit.ts'
import { makeWorld, type World } from './world.ts'

let product: Product
let world: World
let browser: Browser
let built: Awaited<ReturnType<typeof buildPseudo>>
beforeAll(async () => {
  built = await buildPseudo()
  product = await startProduct({ way: 'one', name: 'pseudo', env: { WEB_FOLDER: built.folder } })
  world = await makeWorld(product)
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await built?.remove()
})

/** Those whose pages are read; who looks after a school sees pages that nobody else does. */
const readers = ['student', 'teacher', 'admin'] as const satisfies readonly SchoolPerson[]
type Reader = (typeof readers)[number]

/** Every address of the specification and of ours that a reader may open, and some that no list has. An administrator reads what only they see, and on a
 *  phone each address is read once. */
function addressesOf(who: Reader, phone: boolean): string[] {
  const open = visits(world).filter(({ built, roles }) => built && roles.includes(who))
  const listed = phone || who === 'admin' ? open.filter(({ roles }) => readers.find((one) => roles.includes(one)) === who) : open
  const { course, document, otherCourse } = world
  const more: Record<Reader, string[]> = {
    student: [`/course/${course}/learning-activity#/${document}`, `/course/${otherCourse}/content`, '/nowhere'],
    teacher: [`/course/${course}/learning-activity#/${document}`],
    admin: ['/management/nowhere'],
  }
  return [...new Set([...listed.map(({ address }) => address), ...more[who]])]
}

/** Letters that are no text of ours: names of things and people from the answers of the calls; dates, sizes, names of languages and of products. */
const known = [
  'Lyceum',
  'English',
  '简体中文',
  '繁體中文',
  'ไทย',
  'Bahasa Indonesia',
  'Bahasa Melayu',
  '720p',
  '480p',
  '240p',
  'Ctrl',
  'Esc',
  'Enter',
  'Bytes',
  'KB',
  'MB',
  'GB',
  'PDF',
  'CSV',
  'zh',
  'Chrome',
  'Linux',
]
const dates = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(day|nesday|sday|urday|rsday)?\b|\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/g

type Shown = { text: string; where: string }

/** The page's visible and accessible texts, and the ones among them that are cut. */
const read = (page: Page): Promise<{ shown: Shown[]; cut: string[] }> =>
  page.evaluate(() => {
    const shown: Shown[] = []
    const cut: string[] = []
    const where = (element: Element) => `${element.tagName.toLowerCase()}.${String(element.className).slice(0, 40)}`
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const seen = new Set<Element>()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (!element || !text || element.closest('script,style,noscript,svg,canvas,.textLayer,[data-content]')) continue
      // the words of one sentence may be in several nodes: the element's text stands for all of them
      const whole = element.textContent?.trim() ?? text
      if (seen.has(element)) continue
      seen.add(element)
      shown.push({ text: whole.includes('⟦') ? text : whole, where: where(element) })
      const style = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      if (whole.includes('⟦') && box.width > 2 && /hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1)
        cut.push(`${whole.slice(0, 60)} (${where(element)})`)
    }
    for (const element of document.querySelectorAll('[aria-label],[title],[placeholder],[alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const text = element.getAttribute(name)
        if (text) shown.push({ text, where: `${where(element)}[${name}]` })
      }
    return { shown, cut }
  })

/** The faults of the page at this moment; `data` are the strings that came from the calls. */
async function faultsOf(page: Page, data: Set<string>): Promise<string[]> {
  const { shown, cut } = await read(page)
  const names = [...data].filter((one) => one.length > 1).sort((a, b) => b.length - a.length)
  const hard = shown.filter(({ text }) => {
    // a short name may be within a day's, and a month within a long name
    const without = (left: string, some: string[]) => some.reduce((whole, name) => whole.replaceAll(name, ''), left)
    const long = names.filter((name) => name.length > 3)
    const rest = text.includes('⟦') ? '' : without(without(text, long).replace(dates, ''), names)
    // a label of a chart begins as its question does
    const begun = rest
      .replace(/^[\d.\s]+/, '')
      .replace(/…$/, '')
      .trimEnd()
    return /\p{L}{2}/u.test(rest) && !(begun.length > 8 && long.some((name) => name.startsWith(begun)))
  })
  return [
    ...hard.map(({ text, where }) => `"${text.slice(0, 80)}" is in no language file (${where})`),
    ...cut.map((what) => `cut: ${what}`),
  ]
}

/** Faults that remain after a while: an answer may be recorded a little after the page has shown it. */
async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  const end = performance.now() + scaled(5000)
  let found = await look()
  while (found.length > 0 && performance.now() < end) found = await look()
  return found
}

/** Every string in the answers of the calls, collected while pages load. */
function learning(page: Page): Set<string> {
  const data = new Set(known)
  const learn = (value: unknown): void => {
    if (typeof value === 'string') data.add(value.replace(/<[^>]+>/g, '').trim())
    else if (value && typeof value === 'object') Object.values(value).forEach(learn)
  }
  page.on('response', async (answer) => {
    const type = answer.headers()['content-type'] ?? ''
    if (/json/.test(type)) learn(await answer.json().catch(() => undefined))
    if (/html/.test(type)) {
      const told = /id="known">(.*?)<\/script>/.exec(await answer.text().catch(() => ''))?.[1]
      if (told) learn(JSON.parse(told))
    }
  })
  return data
}

test('control: a word beside the language files and a label that is cut are seen', async () => {
  const { page, context } = await open(browser, product.url)
  const data = learning(page)
  await page.goto('/login')
  await settled(page)
  expect(await faultsOf(page, data)).toEqual([])
  await page.evaluate(() => {
    const hard = document.createElement('p')
    hard.textContent = 'Welcome back'
    const narrow = document.createElement('div')
    narrow.textContent = '⟦Šígñ íñ to go oñ···⟧'
    narrow.style.cssText = 'width: 40px; overflow: hidden; white-space: nowrap'
    document.body.append(hard, narrow)
  })
  expect(await faultsOf(page, data)).toEqual(['"Welcome back" is in no language file (p.)', 'cut: ⟦Šígñ íñ to go oñ···⟧ (div.)'])
  await context.close()
})

/** Waits until the page shows the same twice: parts of it come with answers of their own. */
const steady = (page: Page) =>
  page.waitForFunction(
    () => {
      const shown = document.body as HTMLElement & { shownBefore?: string | null }
      const same = shown.shownBefore === shown.textContent
      shown.shownBefore = shown.textContent
      return same
    },
    undefined,
    { polling: 200 },
  )

/** Loads an address anew, whatever was shown before, and reads it. */
async function faultsAt(page: Page, path: string, data: Set<string>): Promise<string[]> {
  // an address that differs by its hash alone would not be loaded
  await page.goto('about:blank')
  await page.goto(path)
  await settled(page)
  await steady(page)
  const found = await lasting(() => faultsOf(page, data))
  return found.map((fault) => `${path.replace(world.course, '…')}: ${fault}`)
}

/** The faults of the addresses as a person reads them; undefined: before the sign-in. */
async function faultsOfAll(who: SchoolPerson | undefined, addresses: string[], phone: boolean): Promise<string[]> {
  const { page, context } = await open(browser, product.url, { phone })
  const data = learning(page)
  if (who) await signInBy(context, product.url, { login: world.logins[who], password: world.password })
  const faults: string[] = []
  for (const path of addresses) faults.push(...(await faultsAt(page, path, data)))
  await context.close()
  return [...new Set(faults)]
}

for (const phone of [false, true]) {
  const where = phone ? ' on a phone' : ''
  test(`every word before the sign-in${where} is a text, and none is cut when it is longer`, async () => {
    const shown = visits(world).filter(({ built, toAnybody }) => built && toAnybody)
    const addresses = ['/login?next=/user/courses', '/login/forgotten', ...shown.map(({ address }) => address)]
    expect(await faultsOfAll(undefined, addresses, phone)).toEqual([])
  })
  test(`every word that somebody who may join a course sees${where} is a text, and none is cut when it is longer`, async () => {
    expect(await faultsOfAll('secondStudent', [`/course/join/${world.accessCode}`], phone)).toEqual([])
  })
  test.each(readers)(
    `every word that a %s sees${where} at any address, loaded anew, is a text, and none is cut when it is longer`,
    async (who) => {
      expect(await faultsOfAll(who, addressesOf(who, phone), phone)).toEqual([])
    },
  )
}
