// Leaving by another tab or window, a reload, closing and another page are told apart, once each; a glance away and a file dialog are none.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLeavingLog, eventsOnDevice, type LeavingEvent, watchLeaving } from './leaving.ts'

const page = Object.assign(new EventTarget(), { hidden: false, focused: true, hasFocus: () => page.focused })
const view = new EventTarget()
const kept = new Map<string, string>()
let navigation = 'navigate'
vi.stubGlobal('document', page)
vi.stubGlobal('window', view)
vi.stubGlobal('performance', { now: () => 0, getEntriesByType: () => [{ type: navigation }] })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
})

let told: LeavingEvent[] = []
let ids = 0
let stop: ReturnType<typeof watchLeaving>
const kinds = () => told.map(({ kind }) => kind)
const begin = () => {
  const report = (event: LeavingEvent) => void told.push(event)
  stop = watchLeaving('a', { report, reportLast: report, newId: () => `leaving ${ids++}` })
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  told = []
  kept.clear()
  navigation = 'navigate'
  Object.assign(page, { hidden: false, focused: true })
  begin()
})
afterEach(() => {
  stop({ went: false })
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
/** As browsers do: in one task, behind which no timer runs. */
const unload = () => {
  view.dispatchEvent(new Event('pagehide'))
  hide(true)
}
const load = (how: string) => {
  Object.assign(page, { hidden: false })
  navigation = how
  begin()
}

test('another window, once, also where its tab is hidden later', () => {
  focus(false)
  vi.advanceTimersByTime(1500)
  hide(true)
  vi.advanceTimersByTime(10)
  expect(kinds()).toEqual(['other_tab'])
  hide(false)
  focus(true)
  expect(kinds()).toEqual(['other_tab', 'back'])
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
  expect(kinds()).toEqual(['other_tab'])
})

test('a reload is no other tab: the page that comes says that it is the same leaving', () => {
  unload()
  load('reload')
  expect(kinds()).toEqual(['closed', 'reloaded'])
  expect(told[1]?.id).toBe(told[0]?.id)
})

test('a closed page that comes later is a leaving and a return, however it comes', () => {
  unload()
  load('navigate')
  expect(kinds()).toEqual(['closed', 'back'])
  unload()
  vi.advanceTimersByTime(600_000)
  load('reload')
  expect(kinds()).toEqual(['closed', 'back', 'closed', 'back'])
})

test('another page of ours is left for by Back too; handing in is no leaving', () => {
  stop({ went: true })
  begin()
  expect(kinds()).toEqual(['went', 'back'])
  stop({ went: false })
  begin()
  expect(kinds()).toEqual(['went', 'back'])
})

test('without a connection events wait in their order, and come with their age', async () => {
  let connected = false
  const sent: [string, number][] = []
  const log = createLeavingLog(async ({ kind }, ago) => {
    if (!connected) throw new TypeError('offline')
    sent.push([kind, ago])
  })
  log.report({ kind: 'other_tab' })
  await vi.advanceTimersByTimeAsync(9000)
  connected = true
  log.report({ kind: 'offline', seconds: 9 })
  await vi.advanceTimersByTimeAsync(6000)
  expect(sent).toEqual([
    ['other_tab', 9],
    ['offline', 9],
  ])
  log.end()
})

test('a page that comes back reports again what closed before it, under its id and with its time: it may have had no connection', () => {
  stop({ went: false })
  told = []
  const times: (number | undefined)[] = []
  const report = (event: LeavingEvent, at?: number) => {
    told.push(event)
    times.push(at)
  }
  const open = () => watchLeaving('a', { report, reportLast: () => {}, newId: () => 'leaving', repeats: true })
  stop = open()
  const left = Date.now()
  unload()
  vi.advanceTimersByTime(120_000)
  Object.assign(page, { hidden: false })
  stop = open()
  expect(told).toEqual([{ kind: 'closed', id: 'leaving' }, { kind: 'back' }])
  expect(times).toEqual([left, undefined])
})

test('events that wait outlast a reload without a connection', async () => {
  const before = createLeavingLog(() => Promise.reject(new TypeError('offline')), eventsOnDevice('a'))
  before.report({ kind: 'other_tab' })
  await vi.advanceTimersByTimeAsync(9000)
  before.end()
  const sent: [string, number][] = []
  const log = createLeavingLog(async ({ kind }, ago) => void sent.push([kind, ago]), eventsOnDevice('a'))
  log.report({ kind: 'back' })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([
    ['other_tab', 9],
    ['back', 0],
  ])
  expect(eventsOnDevice('a').read()).toEqual([])
  log.end()
})

test('after its end a log writes nothing: the event under way is sent again under the same id', async () => {
  const store = eventsOnDevice('a')
  const ids: (string | undefined)[] = []
  let arrive = () => {}
  const newId = () => `event ${ids.length}`
  const before = createLeavingLog(
    ({ id }) => {
      ids.push(id)
      return new Promise<void>((done) => {
        arrive = done
      })
    },
    store,
    newId,
  )
  before.report({ kind: 'other_tab' })
  before.end()
  arrive()
  await vi.advanceTimersByTimeAsync(0)
  expect(store.read()).toHaveLength(1)
  const log = createLeavingLog(async ({ id }) => void ids.push(id), store, newId)
  await vi.advanceTimersByTimeAsync(0)
  expect([ids, store.read()]).toEqual([['event 0', 'event 0'], []])
  log.end()
})
