// A person who walks through the product by mouse, by keyboard or by touch. Their presses are counted, with the time from the first page on.
import { scaled, until } from '@lyceum/kit/test/wait'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { axe, long, open } from './browser.ts'

export type Way = 'mouse' | 'keyboard' | 'phone'
/** Those of this run. */
export const ways: Way[] = long ? ['mouse', 'keyboard', 'phone'] : ['mouse']

export class Walker {
  readonly page: Page
  readonly context: BrowserContext
  readonly way: Way
  readonly faults: string[]
  /** Clicks, taps, or by keyboard the keys Enter and Space. */
  presses = 0
  private began = performance.now()

  private constructor(way: Way, { page, context, faults }: { page: Page; context: BrowserContext; faults: string[] }) {
    this.page = page
    this.context = context
    this.way = way
    this.faults = faults
  }

  static async of(browser: Browser, url: string, way: Way): Promise<Walker> {
    return new Walker(way, await open(browser, url, { phone: way === 'phone', moving: true }))
  }

  get seconds(): number {
    return Math.round((performance.now() - this.began) / 1000)
  }

  async begin(address: string): Promise<void> {
    this.began = performance.now()
    await this.page.goto(address)
  }

  async press(what: Locator): Promise<void> {
    const one = what.filter({ visible: true }).first()
    await one.waitFor()
    this.presses++
    if (this.way === 'mouse') return await one.click()
    if (this.way === 'phone') return await one.tap()
    await this.reach(one)
    const isMarked = await one.evaluate((element) => {
      const { type } = element as unknown as Element
      return ['checkbox', 'radio', 'switch'].includes((element as unknown as Element).getAttribute('role') ?? type)
    })
    await this.page.keyboard.press(isMarked ? 'Space' : 'Enter')
  }

  /** Presses this and chooses files in the dialog of the system. */
  async choose(what: Locator, ...paths: string[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.press(what)
    await (await chooser).setFiles(paths)
  }

  /** A field that has the focus needs no press. */
  async write(field: Locator, text: string): Promise<void> {
    const one = field.filter({ visible: true }).first()
    await one.waitFor()
    if (!(await hasFocus(one))) {
      if (this.way === 'keyboard') await this.reach(one)
      else {
        this.presses++
        await (this.way === 'phone' ? one.tap() : one.click())
      }
    }
    await this.page.keyboard.insertText(text)
  }

  /** Presses a key of any way: Enter under a thumb is one too. */
  async key(key: 'Enter'): Promise<void> {
    this.presses++
    await this.page.keyboard.press(key)
  }

  /** Chooses in a list of the system: one press opens it and one chooses, which the page does not see; by keyboard the arrows choose. */
  async select(list: Locator, label: string): Promise<void> {
    if (this.way !== 'keyboard') {
      this.presses += 2
      await list.selectOption({ label })
      return
    }
    await this.reach(list)
    await this.page.keyboard.press('Home')
    const chosen = () =>
      list.evaluate((element) => (element as unknown as { selectedOptions: { text: string }[] }).selectedOptions[0]?.text)
    for (let keys = 0; (await chosen()) !== label; keys++) {
      if (keys > 50) throw new Error(`the arrows do not come to ${label}`)
      await this.page.keyboard.press('ArrowDown')
    }
  }

  /** Goes to it by the keys that lead there: arrows within a menu, else Tab. */
  private async reach(one: Locator): Promise<void> {
    for (let keys = 0; keys < 150; keys++) {
      if (await hasFocus(one)) return
      const within = await one.evaluate((element) => (element as unknown as Element).getAttribute('role')?.startsWith('menuitem') === true)
      await this.page.keyboard.press(within ? 'ArrowDown' : 'Tab')
    }
    throw new Error(`the keyboard does not reach ${one}`)
  }

  /** No finding of axe-core, and no error of the page. */
  async faultless(): Promise<string[]> {
    return [...(await axe(this.page)), ...this.faults]
  }

  until(met: () => Promise<boolean>): Promise<true> {
    return until(async () => (await met()) || undefined, scaled(60_000), 200)
  }
}

/** The part of an element of the page that is used here. */
type Element = {
  id: string
  type: string
  ownerDocument: { activeElement: Element | null }
  contains(other: Element | null): boolean
  getAttribute(name: string): string | null
}

/** A menu marks its current item without moving the focus. */
const hasFocus = (one: Locator): Promise<boolean> =>
  one.evaluate((given) => {
    const element = given as unknown as Element
    const { activeElement } = element.ownerDocument
    const isCurrent = element.id !== '' && activeElement?.getAttribute('aria-activedescendant') === element.id
    return element.contains(activeElement) || isCurrent
  })
