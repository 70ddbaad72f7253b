import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeSchool, type School } from '../flows/school.ts'
import { axe, launch, open, picture, signInBy } from './browser.ts'
import { tooWide } from './visit.ts'

const at = inject('product')
let browser: Browser
let school: School
beforeAll(async () => {
  ;[browser, school] = await Promise.all([launch(), makeSchool(at)])
})
afterAll(() => browser.close())
test('shots', async () => {
  const admin = await school.signIn('admin')
  const teacher = await school.signIn('teacher')
  await admin.call('PUT /api/org/settings', { body: { toggles: ['timetables'] } })
  const room = await admin.call('POST /api/management/rooms', { body: { name: 'Hall B', place: 'Science building, floor 2', seats: 240 } })
  await admin.call('POST /api/management/rooms', { body: { name: 'Lab 3', place: 'North wing' } })
  const hour = (n: number) => new Date(Math.floor(Date.now() / 3600000 + n) * 3600000).toISOString()
  for (const name of ['Marine Biology', 'Reefs and Lagoons']) {
    const { id } = await teacher.call('POST /api/course', { body: { name } })
    for (let n = 0; n < 20; n++) {
      try {
        await teacher.call('POST /api/calendar-timetables', { body: { course_id: id, start_time: hour(26), end_time: hour(28), time_zone: 'Asia/Bangkok', repeat_type: 'no_repeat', room_id: room.id } })
        break
      } catch { await new Promise((r) => setTimeout(r, 300)) }
    }
  }
  for (const look of [{ key: 'desk', of: {} }, { key: 'th', of: { phone: true, theme: 'dark' as const, locale: 'th' } }, { key: 'zh', of: { theme: 'dark' as const, locale: 'zh-CN' } }]) {
    const { page, context, faults } = await open(browser, at.url, look.of)
    await signInBy(context, at.url, { login: school.people.admin.login, password: school.password })
    for (const address of ['rooms', 'plan', 'imports', 'requests']) {
      await page.goto(`/management/${address}`)
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(1500)
      console.log(look.key, address, JSON.stringify(await axe(page)), await tooWide(page))
      await picture(page, `shot-${look.key}-${address}`)
    }
    await page.goto('/management/imports')
    await page.waitForTimeout(800)
    await page.locator('#main button').filter({ has: page.locator('svg.lucide-file-up') }).first().click()
    await page.waitForTimeout(1500)
    await picture(page, `shot-${look.key}-import-dialog`)
    console.log(look.key, 'dialog', JSON.stringify(await axe(page)))
    console.log(faults)
    await context.close()
  }
  expect(1).toBe(1)
}, 180000)
