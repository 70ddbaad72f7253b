// The dialogs and panels that no other test opens: each by its presses on the page where people find it, and no finding of axe-core in it. The
// gallery looks at those that are exhibits there (web/src/dev/exhibits). The short run opens the first of each page.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scaled } from '@lyceum/kit/test/wait'
import type { SchoolPerson } from '../flows/school.ts'
import { axe, launch, long, picture } from './browser.ts'
import { as, settled, world } from './visit.ts'

/** By address the ways into dialogs; each press is one on a button, an entry of a menu or a box. */
type Ways = [address: () => string, ...ways: string[][]]
const inCourse = (part: string) => () => `/course/${world().course}/${part}`
const bank = 'More for question banks'
const book = 'More about the gradebook'
const both = ['Select Tide tables', 'Select Why the sea comes back']

const dialogs: Partial<Record<SchoolPerson, Ways[]>> = {
  teacher: [
    [
      inCourse('content'),
      ['More actions', 'Access code and link'],
      ['More actions', 'Access code and link', 'Show large'],
      ['Actions for module Twice a day', 'Dates'],
      [...both, 'Dates'],
    ],
    [inCourse('score'), [book, 'Add item'], ['Message…'], [book, 'Submit final results']],
    [
      inCourse('questions'),
      [bank, 'New question bank'],
      [bank, 'Deleted question banks'],
      [bank, 'Import'],
      [bank, 'Export'],
      [bank, 'Rename'],
      [bank, 'Share'],
      ['New folder'],
    ],
    [() => `/course/${world().course}/learning-activity#/${world().asked.exam}`, ['Access']],
    [() => `/course/${world().course}/learning-activity#/exam/${world().asked.exam}/invigilation`, ['Add time to all'], ['Pause all']],
    [() => `/course/${world().workshop}/learning-activity#/new/page`, ['Formula'], ['Code block']],
    [() => '/user/calendar', ['Subscribe with iCal']],
    [() => '/user/courses', ['Create course'], ['Join with code']],
    [() => '/user/settings', ['Add link'], ['Change password']],
  ],
  admin: [
    [() => '/management/terms', ['Add an academic year']],
    [() => '/management/score-scales', ['Add scale']],
    [() => '/management/bulletins', ['Actions for Library open until 22:00', 'Readers']],
  ],
}

const panel = (page: Page) => page.getByRole('dialog').last()

/** The findings in the dialog to which these presses lead. */
async function findings(page: Page, way: string[]): Promise<string[]> {
  for (const name of way) {
    const one = page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('menuitem', { name, exact: true }))
      .or(page.getByRole('checkbox', { name, exact: true }))
      .filter({ visible: true })
      .first()
    await one.click({ force: name.startsWith('Select ') })
  }
  await panel(page).waitFor()
  await page.locator('.shimmer').first().waitFor({ state: 'detached' })
  await picture(page, `dialog-${way.join('-').replaceAll(/\W+/g, '-')}`)
  return await axe(page)
}

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

test.each(Object.entries(dialogs) as [SchoolPerson, Ways[]][])('no finding in any dialog: %s', async (who, pages) => {
  const found: string[] = []
  const { page, context, faults } = await as(browser, who)
  page.setDefaultTimeout(scaled(8000))
  for (const [address, ...ways] of pages)
    for (const way of long ? ways : ways.slice(0, 1)) {
      // what one leaves behind is not there for the next
      await page.goto('about:blank')
      await page.goto(address())
      await settled(page)
      const lines = await findings(page, way).catch((error: Error) => [error.message.split('\n')[0] ?? ''])
      found.push(...lines.map((line) => `${way.join(' › ')}: ${line}`))
    }
  await context.close()
  expect(found).toEqual([])
  expect(faults).toEqual([])
})
