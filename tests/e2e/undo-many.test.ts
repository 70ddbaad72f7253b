// The end of a change of many people: it offers the way back, which is a task of its own; after ten minutes it does not.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { axe, picture } from './browser.ts'
import { settled, windowPerTest } from './visit.ts'

const admin = windowPerTest('admin')

test('a change of many that has ended offers Undo for ten minutes', async () => {
  const { page } = admin
  const [change, undo, old] = Array.from({ length: 3 }, () => `identity.${randomUUID()}`)
  const task = (id: string, kind: string, minutes: number) => ({
    ...{ id, kind, subject: '', state: 'finished', cancellable: false, progress: 1, note: '', report: [], error: null },
    ...{ result: { changed: 1200, refused: 0 }, started_at: new Date().toISOString(), updated_at: new Date().toISOString() },
    ended_at: new Date(Date.now() - minutes * 60_000).toISOString(),
  })
  const tasks = [task(change!, 'changePeople', 1), task(undo!, 'undoPeopleChange', 0), task(old!, 'changePeople', 11)]
  await page.route('**/api/tasks/*', (route) => route.fulfill({ json: tasks.find(({ id }) => route.request().url().includes(id)) }))
  await page.route('**/api/users/changes/undo', (route) => route.fulfill({ status: 202, json: { task: undo } }))
  await page.goto(`/management/people?task=${old}`)
  await settled(page)
  await page.getByRole('region', { name: 'Change of many people' }).waitFor()
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await page.goto(`/management/people?task=${change}`)
  const button = page.getByRole('button', { name: 'Undo' })
  await button.waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'undo-many')
  const sent = page.waitForRequest('**/api/users/changes/undo')
  await button.click()
  expect((await sent).postDataJSON()).toEqual({ task: change })
  await page.getByText('Undo of a change of many people: Done').waitFor()
  await button.waitFor({ state: 'detached' })
})
