// A sweep through dialogs and panels: each is opened by its presses on the page where people find it, and axe-core finds nothing in it. The short
// run opens the first of each page; the long one opens all, and all on a phone as well.
import { scaled } from '@lyceum/kit/test/wait'
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { SchoolPerson } from '../flows/school.ts'
import { axe, long, open, picture, signInBy } from './browser.ts'
import { settled, url } from './visit.ts'

/** By address the ways into dialogs; each press is one on a button, an entry of a menu or a box. */
export type Ways = [address: () => string, ...ways: Press[][]]
/** The name of what is pressed, or how it begins. */
type Press = string | RegExp
type Sweep = {
  browser: () => Browser
  login: (who: SchoolPerson) => { login: string; password: string }
  dialogs: Partial<Record<SchoolPerson, Ways[]>>
}

const looks = long ? (['desk', 'phone'] as const) : (['desk'] as const)

/** Makes the tests of a file: one for each person and look. */
export function sweep({ browser, login, dialogs }: Sweep): void {
  const people = Object.entries(dialogs) as [SchoolPerson, Ways[]][]
  const cases = looks.flatMap((look) => people.map(([who, pages]) => [look, who, pages] as const))
  test.each(cases)('no finding in any dialog: %s, %s', async (look, who, pages) => {
    const { page, context, faults } = await open(browser(), url(), { phone: look === 'phone' })
    await signInBy(context, url(), login(who))
    page.setDefaultTimeout(scaled(8000))
    const found: string[] = []
    for (const [address, ...ways] of pages)
      for (const way of long ? ways : ways.slice(0, 1)) {
        // what one leaves behind is not there for the next
        await page.goto('about:blank')
        await page.goto(address())
        await settled(page)
        const lines = await findings(page, way, look).catch((error: Error) => [error.message.split('\n')[0] ?? ''])
        found.push(...lines.map((line) => `${way.join(' › ')}: ${line}`))
      }
    await context.close()
    expect(found).toEqual([])
    expect(faults).toEqual([])
  })
}

/** The findings in the dialog to which these presses lead. */
async function findings(page: Page, way: Press[], look: string): Promise<string[]> {
  for (const name of way) {
    const one = page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('menuitem', { name, exact: true }))
      .or(page.getByRole('checkbox', { name, exact: true }))
      .filter({ visible: true })
      .first()
    await one.click({ force: /^\W*(Select|Choose) /.test(String(name)) })
  }
  const panel = page.getByRole('dialog').last()
  await panel.waitFor()
  await page.locator('.shimmer').first().waitFor({ state: 'detached' })
  await panel.getByRole('progressbar').first().waitFor({ state: 'detached' })
  await picture(page, `dialog-${look}-${way.join('-').replaceAll(/\W+/g, '-')}`)
  return await axe(page)
}
