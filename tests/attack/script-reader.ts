// Pages that show bodies of script, opened in a real browser and read as their first HTML.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import type { Person } from '../flows/school.ts'
import type { Instance } from './instance.ts'
import type { Report } from './report.ts'

/** Runs some at a time: on a quiet machine the work, not the waiting, takes the time. */
export async function each<T>(list: T[], work: (one: T) => Promise<unknown>, together = 8): Promise<void> {
  for (let first = 0; first < list.length; first += together) await Promise.all(list.slice(first, first + together).map(work))
}

/** Opens each address as this person and watches for script that ran; the last address is harmed on purpose, and must be noticed. */
export async function read(at: Instance, report: Report, browser: Browser, person: Person, addresses: string[]): Promise<void> {
  const context = await browser.newContext({ baseURL: at.url, viewport: { width: 1280, height: 4000 } })
  await context.addCookies(
    person.cookie.split('; ').map((pair) => ({ name: pair.split('=')[0] ?? '', value: pair.slice(pair.indexOf('=') + 1), url: at.url })),
  )
  let showing = 0
  const visit = async (address: string) => {
    const page = await context.newPage()
    const signs: string[] = []
    // a script that the policy stops is in the page nevertheless
    await page.addInitScript(
      `window.__stopped = []; addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => window.__stopped.push(effectiveDirective + ' ' + blockedURI + ' ' + sample))`,
    )
    page.on('dialog', (dialog) => {
      signs.push(`dialog ${dialog.message()}`)
      void dialog.dismiss().catch(() => {})
    })
    page.on('popup', (popup) => signs.push(`window ${popup.url()}`))
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && !frame.url().startsWith(at.url) && frame.url() !== 'about:blank')
        signs.push(`led to ${frame.url()}`)
    })
    await page
      .goto(address, { timeout: 15_000, waitUntil: 'domcontentloaded' })
      .catch((error: Error) => signs.push(error.message.split('\n')[0] ?? ''))
    await page
      .locator('h1')
      .first()
      .waitFor({ state: 'attached', timeout: 8000 })
      .catch(() => {})
    await sleep(1200)
    // links are followed too: a script in an address runs then
    const wrong = await page
      .evaluate<string[]>(`[
      ...(window.__pwned === 1 ? ['script ran'] : []),
      ...window.__stopped.filter((one) => !one.startsWith('img-src')),
      ...[...document.querySelectorAll('a[href],area[href],form[action],iframe,object,embed,base')].map((one) => one.getAttribute('href') ?? one.getAttribute('action') ?? one.outerHTML.slice(0, 80)).filter((to) => /^\\s*(javascript|data|vbscript):/i.test(to)),
      ...[...document.querySelectorAll('*')].flatMap((one) => [...one.attributes].filter(({ name }) => /^on/i.test(name)).map(({ name }) => one.tagName + ' ' + name)),
    ]`)
      .catch((error: Error) => [error.message.split('\n')[0] ?? ''])
    if (await page.evaluate<boolean>(`document.body.innerText.includes('__pwned')`).catch(() => false)) showing++
    report.check(
      signs.length + wrong.length === 0,
      `${address}: ${[...signs, ...wrong].slice(0, 4).join('; ')}`,
      `put tests/attack/script-bodies.ts everywhere, open ${address} as another person`,
    )
    if (address === addresses.at(-1)) {
      await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.__pwned=1">')`).catch(() => {})
      await sleep(500)
      const noticed = await page.evaluate<number>('window.__stopped.length').catch(() => 0)
      report.check(noticed > 0, 'script that is put into a page on purpose is not noticed', 'see read() in tests/attack/script-reader.ts')
    }
    await page.close()
  }
  await each(addresses, visit, 4)
  report.check(
    showing >= addresses.length / 2,
    `only ${showing} of ${addresses.length} pages show what was written`,
    'see read() in tests/attack/script-reader.ts',
  )
  await context.close()
}

/** The first HTML holds data of the page: no text in it ends the element around it. */
export async function firstHtml(report: Report, clean: Person, reader: Person, addresses: string[]): Promise<void> {
  const scripts = (html: string) => (html.match(/<script\b/gi) ?? []).length
  const html = async (person: Person, address: string) => await (await person.send('GET', address)).text()
  const honest = scripts(await html(clean, '/user/index'))
  for (const address of addresses.filter((one) => !one.includes('#'))) {
    const text = await html(reader, address)
    const repeat = `GET ${address} as somebody whose courses are called as in tests/attack/script-bodies.ts`
    report.check(scripts(text) <= honest + 1, `${address}: its HTML has ${scripts(text)} scripts, an honest one ${honest}`, repeat)
    report.check(!/window\.__pwned=1<\/script>|<!--<\/script/i.test(text), `${address}: data ends the element it stands in`, repeat)
  }
}
