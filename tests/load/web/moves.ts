/// <reference lib="dom" />
// Moves after the first load: from one visited page to another, and scrolling a long course.
import type { BrowserContext, Page } from 'playwright-core'

/** Milliseconds from the click on `link` until `selector` is drawn. */
function timed(page: Page, link: string, selector: string): Promise<number> {
  return page.evaluate(
    ([link, selector]) =>
      new Promise<number>((resolve, reject) => {
        const target = document.querySelector<HTMLElement>(link as string)
        if (!target) return reject(new Error(`no ${link}`))
        const began = performance.now()
        target.click()
        const look = () => {
          if (document.querySelector(selector as string) && !document.querySelector(link as string)?.matches('[aria-current=page] *'))
            resolve(performance.now() - began)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    [link, selector],
  )
}

/** Content and members of a course by turns, both visited before: times of the content's first row. */
export async function between(context: BrowserContext, address: string, course: string, times: number): Promise<number[]> {
  const page = await context.newPage()
  await page.goto(address)
  const row = `a[href*="learning-activity#/"]`
  const person = 'main table tbody tr, main [role=row]'
  await page.waitForSelector(row)
  const [content, members] = [`a[href="/course/${course}/content"]`, `a[href="/course/${course}/enrollments"]`]
  await page.click(members)
  await page.waitForSelector(person)
  const result: number[] = []
  for (let i = 0; i < times; i++) {
    await page.waitForTimeout(300)
    result.push(await timed(page, content, row))
    await page.waitForTimeout(300)
    await page.click(members)
    await page.waitForSelector(person)
  }
  await page.close()
  return result
}

/** The longest frame, milliseconds, while the whole page is scrolled down by the wheel. */
export async function scroll(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(address)
  await page.waitForSelector('a[href*="learning-activity#/"]')
  await page.waitForTimeout(2000)
  await page.evaluate(() => {
    const seen = { longest: 0, last: 0 }
    Object.assign(window, { frames: seen })
    const frame = (now: number) => {
      if (seen.last) seen.longest = Math.max(seen.longest, now - seen.last)
      seen.last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  await page.mouse.move(640, 500)
  for (let i = 0; i < 60; i++) {
    await page.mouse.wheel(0, 60)
    await page.waitForTimeout(16)
  }
  const longest = await page.evaluate(() => (window as unknown as { frames: { longest: number } }).frames.longest)
  await page.close()
  return longest
}
