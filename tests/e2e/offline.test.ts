// A lost connection: what waits says so, uploads go on by themselves, texts are sent by their person, errors are seen above a dialog's footer.
import { expect, test } from 'vitest'
import { product } from '../flows/product.ts'
import { signIn } from '../flows/school.ts'
import { login, settled, windowPerTest, world } from './visit.ts'

const teacher = windowPerTest('teacher')

test('a text that could not be sent is sent from the bar when the connection is back', async () => {
  const { page, context } = teacher
  await page.goto(`/course/${world().workshop}/content`)
  await settled(page)
  await page.getByRole('button', { name: 'Add module' }).last().click()
  const name = page.getByRole('textbox', { name: 'Name of the module' })
  await name.fill('Written without a line')
  await context.setOffline(true)
  const bar = page.getByText(/^No connection\./)
  await bar.waitFor()
  expect(await bar.textContent()).toContain('1 text is kept on this device, not sent yet.')
  // however far down the page
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.mouse.wheel(0, 2000)
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)
  expect((await bar.boundingBox())?.y).toBeLessThan(100)
  await context.setOffline(false)
  await page.getByText(/^The connection is back\. 1 text is kept on this device/).waitFor()
  expect(await name.inputValue()).toBe('Written without a line')
  await page.getByRole('button', { name: 'Send “Name of the module”' }).click()
  await page.getByRole('heading', { name: /Written without a line/ }).waitFor()
  await page.getByText(/^The connection is back/).waitFor({ state: 'detached' })

  // a form that was closed meanwhile is sent without opening it again
  await page.getByRole('button', { name: 'Actions for module Written without a line' }).click()
  await page.getByRole('menuitem', { name: 'Dates', exact: true }).click()
  const dates = page.getByRole('dialog', { name: 'Dates of “Written without a line”' })
  const closes = dates.getByRole('textbox', { name: 'Closes' })
  await closes.waitFor()
  await context.setOffline(true)
  await closes.fill('2031.05.01 12:00')
  await dates.getByText(/^Kept on this device/).waitFor()
  await dates.getByRole('button', { name: 'Close', exact: true }).click()
  await dates.getByRole('button', { name: 'Discard changes' }).click()
  await dates.waitFor({ state: 'detached' })
  await bar.waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Send “Dates of “Written without a line””' }).click()
  await page.getByText('“Dates of “Written without a line”” was sent').waitFor()
  await page.getByText(/^The connection is back/).waitFor({ state: 'detached' })
  const by = await signIn(product(), { ...login('teacher'), org: world().org })
  const { modules } = await by.call('GET /api/courses/:id/content', { params: { id: world().workshop } })
  expect(modules.find((one) => one.name === 'Written without a line')?.ends_at).toMatch(/^2031-0(4-30|5-0[12])/)
})

test('the tray without a network: paused, no speed, and it goes on by itself', async () => {
  const { page, context } = teacher
  await page.goto('/user/resources')
  await settled(page)
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  const slow = { latency: 0, downloadThroughput: -1, uploadThroughput: 300 * 1024 }
  await line.send('Network.emulateNetworkConditions', { offline: false, ...slow })
  const file = { name: 'soundings.txt', mimeType: 'text/plain', buffer: Buffer.alloc(3_000_000, '7 fathoms\n') }
  await page.locator('input[type=file]').first().setInputFiles([file])
  const tray = page.getByRole('region', { name: 'Uploads' })
  await tray.getByText(/KB\/s/).waitFor()
  await line.send('Network.emulateNetworkConditions', { offline: true, ...slow })
  await tray.getByRole('heading', { name: 'Paused, no network' }).waitFor()
  expect(await tray.getByText(/\/s|left/).count()).toBe(0)
  await page.getByText(/1 upload is paused and goes on by itself\./).waitFor()
  await line.send('Network.emulateNetworkConditions', { offline: false, ...slow, uploadThroughput: -1 })
  await tray.getByText('Ready').first().waitFor()
})

test('the error of a dialog in a low window is seen above its footer', async () => {
  const { page, context } = teacher
  await page.setViewportSize({ width: 390, height: 320 })
  await page.goto('/user/courses')
  await page.getByRole('button', { name: 'Create course' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create course' })
  await dialog.getByLabel('Course name').fill('Low')
  await dialog.getByLabel('Semester').fill('2')
  await context.setOffline(true)
  const create = dialog.getByRole('button', { name: 'Create course' })
  await create.click()
  const alert = dialog.getByRole('alert')
  await alert.waitFor()
  await expect
    .poll(async () => {
      const [error, footer] = [await alert.boundingBox(), await create.boundingBox()]
      return error && footer && error.y >= 0 && error.y + error.height <= footer.y
    })
    .toBe(true)
  // the same error again is brought before the eyes again
  await dialog.getByLabel('Course name').scrollIntoViewIfNeeded()
  await create.click()
  await expect.poll(async () => ((await alert.boundingBox())?.y ?? -1) >= 0).toBe(true)
  await context.setOffline(false)
})
