// Review of shared files and the sharing groups of the organisation in a browser.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { until } from '@lyceum/kit/test/wait'
import { makeSchool, type Person, type School } from '../flows/school.ts'
import { makeFile } from '../flows/rights/places.ts'
import { axe, launch, open, picture, signInBy, type Window } from './browser.ts'
import { tooWide } from './visit.ts'

const at = inject('product')
let browser: Browser
let school: School
let teacher: Person
let window: Window
let group: string
beforeAll(async () => {
  ;[browser, school] = await Promise.all([launch(), makeSchool(at)])
  const admin = await school.signIn('admin')
  teacher = await school.signIn('teacher')
  await admin.call('PUT /api/org/settings', { body: { review_sharing: true } })
  ;({ id: group } = await teacher.call('POST /api/resource-groups', { body: { name: 'Plankton' } }))
  const params = { id: group }
  await teacher.call('POST /api/resource-groups/:id/members', { params, body: { person_ids: [school.people.otherTeacher.id] } })
  const upload_ids: string[] = []
  for (const name of ['Tides.pdf', 'Reefs.pdf', 'Dunes.pdf']) upload_ids.push(await makeFile(teacher, undefined, name))
  // the setting reaches the files a moment later
  await until(async () => {
    const { waiting } = await teacher.call('POST /api/resource-groups/:id/files', { params, body: { upload_ids } })
    if (waiting === 3) return true
    for (const upload_id of upload_ids)
      await teacher.call('DELETE /api/resource-groups/:id/files/:upload_id', { params: { id: group, upload_id } })
    return false
  })
  window = await open(browser, at.url)
  await signInBy(window.context, at.url, { login: school.people.admin.login, password: school.password })
})
afterAll(() => browser.close())

const toast = (text: string) => window.page.getByRole('status').getByText(text)
const row = (name: string) => window.page.getByRole('row', { name: new RegExp(name) })

test('a waiting file is agreed, taken back, rejected with a reason; a member is let see it', async () => {
  const { page, faults } = window
  await page.goto('/management/shared-files?status=wait')
  await row('Tides').getByText('Waits').waitFor()
  await page.getByRole('navigation', { name: 'Management' }).getByText('3 wait').first().waitFor({ state: 'attached' })
  expect(await axe(page)).toEqual([])
  await picture(page, 'shared-files')
  await page.getByRole('checkbox', { name: 'Choose Tides.pdf' }).check()
  await row('Tides').getByRole('button', { name: 'Agree: Tides.pdf' }).click()
  await toast('Tides.pdf is agreed').waitFor()
  // at once: a toast stays for some seconds alone
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row('Tides').getByText('Waits').waitFor()
  // a decision over one file leaves what is chosen, and the next one is over its newest version
  await page.getByRole('checkbox', { name: 'Choose Tides.pdf', checked: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Choose Reefs.pdf' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 2 files' })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await dialog.getByText('Give a reason').waitFor()
  await dialog.getByLabel('Reason').fill('Copied from a book')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await toast('2 files are rejected').waitFor()
  await page.goto('/management/shared-files?status=reject')
  await row('Reefs').getByText('Copied from a book').waitFor()
  await row('Reefs').getByRole('button', { name: 'Actions on Reefs.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Let people see it' }).click()
  const people = page.getByRole('dialog', { name: 'People who see “Reefs.pdf”' })
  await people.getByRole('checkbox', { name: school.people.otherTeacher.name }).click()
  await people.getByRole('checkbox', { name: school.people.otherTeacher.name, checked: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'shared-files-people')
  await people.getByRole('button', { name: 'Done' }).click()
  await row('Reefs').getByText('1 person sees it').waitFor()
  expect(faults).toEqual([])
})

test('groups of the organisation are listed with what waits there, renamed, given to a new owner and deleted', async () => {
  const { page, faults } = window
  await page.goto('/management/sharing-groups')
  await row('Plankton').getByRole('link', { name: '1 file of Plankton waits' }).waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'sharing-groups')
  const act = async (name: string, of = 'Plankton') => {
    await page.getByRole('button', { name: `Actions on ${of}` }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('New owner')
  const dialog = page.getByRole('dialog', { name: 'New owner of “Plankton”' })
  await dialog.getByRole('searchbox').fill(school.people.otherTeacher.name)
  await dialog.getByRole('checkbox', { name: school.people.otherTeacher.name }).check()
  await dialog.getByRole('button', { name: 'New owner' }).click()
  await row('Plankton').getByText(school.people.otherTeacher.name).waitFor()
  await act('Rename')
  await page.getByRole('dialog').getByLabel('Group').fill('Zooplankton')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await row('Zooplankton').waitFor()
  await act('Delete group', 'Zooplankton')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await row('Zooplankton').getByRole('link', { name: '1 file of Zooplankton waits' }).click()
  await page.waitForURL(/group=/)
  await row('Dunes').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['shared-files', 'sharing-groups']) {
    await page.goto(`/management/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' })
    expect(await tooWide(page), path).toBeLessThanOrEqual(0)
    expect(await axe(page), path).toEqual([])
    await picture(page, `${path}-phone`)
  }
  expect(faults).toEqual([])
})

test('the owner of a rejected file reads the reason in the group', async () => {
  const own = await open(browser, at.url)
  await signInBy(own.context, at.url, { login: school.people.teacher.login, password: school.password })
  await own.page.goto(`/user/resource-groups#/${group}/files`)
  await own.page.getByText('Copied from a book').first().waitFor()
  expect(await axe(own.page)).toEqual([])
  await picture(own.page, 'group-files-rejected')
  expect(own.faults).toEqual([])
})
