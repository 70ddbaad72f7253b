// The upload tray on a phone: it begins folded, and the last lines of a page are seen above it.
import { expect, test } from 'vitest'
import { picture } from './browser.ts'
import { settled, tooWide, windowPerTest } from './visit.ts'

const teacher = windowPerTest('teacher')

test('a page that is scrolled to its end shows its last lines above the folded tray', async () => {
  const { page, context } = teacher
  await page.setViewportSize({ width: 390, height: 640 })
  await page.goto('/user/resources')
  await settled(page)
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 20 * 1024 }
  await line.send('Network.emulateNetworkConditions', slow)
  const files = Array.from({ length: 12 }, (_, nth) => ({
    name: `soundings-${nth}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.alloc(nth < 11 ? 10 : 3_000_000, `${nth} fathoms\n`),
  }))
  await page.locator('input[type=file]').first().setInputFiles(files)
  const tray = page.getByRole('region', { name: 'Uploads' })
  await tray.getByRole('button', { expanded: false }).waitFor()
  await page.locator('#main').getByText('soundings-10.txt').waitFor()
  const last = page.locator('#main').locator('a, button, li, tr').last()
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      const [end, box] = [await last.boundingBox(), await tray.boundingBox()]
      return end && box && end.y + end.height <= box.y
    })
    .toBe(true)
  expect(await tooWide(page)).toBeLessThanOrEqual(0)
  await picture(page, 'tray-on-phone')
  await tray.getByRole('button', { expanded: false }).click()
  await tray.getByText('soundings-11.txt').waitFor()
  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
})
