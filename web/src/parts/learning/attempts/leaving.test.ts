// Leaving by another tab or another window is told once each; a glance away and a file dialog are none.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchLeaving } from './leaving.ts'

const page = Object.assign(new EventTarget(), { hidden: false, focused: true, hasFocus: () => page.focused })
const view = new EventTarget()
vi.stubGlobal('document', page)
vi.stubGlobal('window', view)

let told: string[] = []
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  told = []
  Object.assign(page, { hidden: false, focused: true })
  stop = watchLeaving((kind) => told.push(kind))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const focus = (focused: boolean) => {
  page.focused = focused
  view.dispatchEvent(new Event(focused ? 'focus' : 'blur'))
}
const hide = (hidden: boolean) => {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}

test('another window, once, also where its tab is hidden later', () => {
  focus(false)
  vi.advanceTimersByTime(1500)
  hide(true)
  expect(told).toEqual(['left'])
  hide(false)
  focus(true)
  expect(told).toEqual(['left', 'back'])
})

test('not for less than a moment, nor for the focus in a frame of the page', () => {
  focus(false)
  vi.advanceTimersByTime(500)
  focus(true)
  view.dispatchEvent(new Event('blur'))
  vi.advanceTimersByTime(5000)
  expect(told).toEqual([])
})

test('not for choosing a file; after it again', () => {
  const click = new Event('click')
  Object.defineProperty(click, 'target', { value: { type: 'file' } })
  page.dispatchEvent(click)
  focus(false)
  vi.advanceTimersByTime(60_000)
  focus(true)
  expect(told).toEqual([])
  focus(false)
  vi.advanceTimersByTime(1500)
  expect(told).toEqual(['left'])
})
