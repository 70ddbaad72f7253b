// The keyboard alone: where the focus is, and the way to an element by Tab.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The accessible name of the focused element. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const one = document.activeElement
    if (!one || one === document.body) return ''
    return (one.ariaLabel || (one.labels && one.labels[0] && one.labels[0].textContent) || one.textContent || one.tagName).trim()
  })()`)
/** Presses Tab until this element has the focus: within `most` steps, with no focus lost or covered on the way. */
export async function tabTo(page: Page, name: string | RegExp, most = 60, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const is = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  for (let step = 0; step < most; step++) {
    await page.keyboard.press(key)
    if (is(await focused(page))) {
      const seen = await page.evaluate<boolean>(`(() => {
        const box = document.activeElement.getBoundingClientRect()
        return box.bottom > 0 && box.top < innerHeight
      })()`)
      expect(seen).toBe(true)
      return
    }
  }
  throw new Error(`Tab did not come to ${name}; last was ${await focused(page)}`)
}
/** Waits until the element of this name has the focus. */
export const held = async (page: Page, name: string | RegExp) => {
  await expect
    .poll(() => focused(page))
    .toMatch(typeof name === 'string' ? new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : name)
}
