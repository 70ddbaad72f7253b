// Rich text of other programs and other scripts: pasted, kept while it is edited, read from the right.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { launch, open } from '../e2e/browser.ts'

let browser: Browser
let page: Page
let faults: string[]
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  const window = await open(browser, inject('gallery'))
  page = window.page
  faults = window.faults
})
const at = async (hash: string) => {
  await page.goto(`/dev/ui#${hash}`)
  await page.locator('[data-shown]').waitFor()
}
const text = () => page.getByRole('textbox', { name: 'Text' })
const html = () => page.getByLabel('Reported', { exact: true }).first().textContent()
const paste = (content: string) =>
  text().evaluate((field, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, content)

test('a pasted text keeps its formulas, lists, terms and raised letters; the parts that go are named', async () => {
  await at('rich-text/empty')
  await text().click()
  const item = (level: number, marker: string, words: string) =>
    `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${marker}<span>&nbsp;</span></span>${words}</p>`
  await paste(
    `<html><body><h1>Tides</h1><p>Is <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> of H<sub>2</sub>O <span style="font-weight:700">salt</span>?</p>${item(1, '1.', 'One')}${item(2, 'a)', 'Two')}${item(1, '2.', 'Three')}<dl><dt>Mass</dt><dd>5 kg</dd></dl><p dir="rtl">المد <input><svg></svg><input></p></body></html>`,
  )
  await expect
    .poll(html)
    .toBe(
      '<h2>Tides</h2><p>Is <span data-latex="\\frac{1}{2}">\\frac{1}{2}</span> of H<sub>2</sub>O <strong>salt</strong>?</p><ol><li><p>One</p><ol type="a"><li><p>Two</p></li></ol></li><li><p>Three</p></li></ol><p><strong>Mass</strong></p><p>5 kg</p><p dir="rtl">المد</p>',
    )
  await page.getByText('Left out, because texts cannot hold it: input (2), svg').waitFor()
  await page.keyboard.press('Control+A')
  await paste('<p>a</p>')
  await page.getByText('Left out, because texts cannot hold it').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('a picture in what is pasted arrives as a file', async () => {
  await at('rich-text/empty')
  await text().click()
  await paste(
    '<p>A dot</p><img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==">',
  )
  await expect.poll(html).toContain('data-upload="')
  expect(await html()).toContain('A dot')
  expect(faults).toEqual([])
})

const directions = (within: string) =>
  page.locator(within).evaluate((root) => {
    const of = (selector: string) => getComputedStyle(root.querySelector(selector)!).direction
    return ['h2', 'h2 + p', 'h2 + p + p', 'ul', 'ul li', 'ol', 'blockquote', 'table', 'td'].map((selector) => `${selector} ${of(selector)}`)
  })
const expected = ['h2 rtl', 'h2 + p rtl', 'h2 + p + p ltr', 'ul rtl', 'ul li rtl', 'ol rtl', 'blockquote rtl', 'table rtl', 'td rtl']

test('each block of a text stands on the side of its own script, read and written alike; the written text holds no direction', async () => {
  await at('rich-text')
  const read = page.locator('.rich-text', { hasText: 'المد والجزر' }).first()
  await read.waitFor()
  expect(await directions('.rich-text:has-text("المد والجزر")')).toEqual(expected)
  await at('rich-text/written from the right')
  await page.locator('[contenteditable] math').waitFor()
  expect(await directions('[contenteditable=true]')).toEqual(expected)
  await text().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('!')
  await expect.poll(html).toContain('!')
  expect(await html()).not.toContain('dir=')
  expect(faults).toEqual([])
})

test('a link within a text goes to its place', async () => {
  await at('rich-text')
  const before = page.url()
  await page.getByRole('link', { name: 'Low water' }).click()
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Low')
  expect(page.url()).toBe(before)
  expect(faults).toEqual([])
})

test('names and titles of other scripts stand as they are read, and move nothing beside them', async () => {
  await at('scripts')
  /** The edges of a piece of text. */
  const edges = (words: string, from = 0, to = words.length) =>
    page.evaluate(
      ([text, start, end]) => {
        const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) {
          const node = walker.currentNode as Text
          const place = node.data.indexOf(text)
          if (place < 0) continue
          const range = document.createRange()
          range.setStart(node, place + start)
          range.setEnd(node, place + end)
          const { left, right } = range.getBoundingClientRect()
          const box = node.parentElement!.getBoundingClientRect()
          return { left, right, fromLeft: left - box.left, fromRight: box.right - right }
        }
        throw new Error(text)
      },
      [words, from, to] as const,
    )
  const title = await edges('المد والجزر (2026)!')
  expect(title.fromRight).toBeLessThan(2)
  expect(title.fromLeft).toBeGreaterThan(20)
  const row = await edges('المد والجزر!')
  expect(row.fromLeft).toBeLessThan(2)
  // the mark at the end of a sentence stands at its left
  expect((await edges('المد والجزر!', 11, 12)).left).toBeLessThan((await edges('المد والجزر!', 0, 1)).left)
  expect((await edges('يرتفع البحر مرتين!')).fromRight).toBeLessThan(2)
  expect((await edges('In English.')).fromLeft).toBeLessThan(2)
  expect((await edges('(3) commented')).left).toBeGreaterThan((await edges('محمد (أ)')).left)
  const name = await edges('محمد الفاسي (أ)', 0, 1)
  expect((await edges('محمد الفاسي (أ)', 12, 13)).right).toBeLessThanOrEqual(name.left)
  for (const label of ['Title', 'Text'])
    expect(await page.getByRole('textbox', { name: label, exact: true }).evaluate((field) => getComputedStyle(field).direction)).toBe('rtl')
  expect(faults).toEqual([])
})
