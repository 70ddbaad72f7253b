// Tests of hints: which reads each makes stale, how often, and what the watching of a film costs the open pages of its course.
import { QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer } from './client.ts'
import { applyHint, connect } from './hints.ts'
import { noteAnswer } from './parts/learning/course/own-answers.ts'
import { cacheProgress } from './parts/learning/activity/progress-cache.ts'
import { activityQuery } from './parts/learning/activity/queries.ts'
import { contentQuery } from './parts/learning/course/queries.ts'
import { queryClient } from './queries.ts'

// one clock for all: it only goes on
beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(20_000)
  queryClient.clear()
  vi.restoreAllMocks()
})

describe('a hint', () => {
  const refetched: unknown[] = []
  beforeEach(() => {
    refetched.length = 0
    vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async (filters) => {
      if (filters?.refetchType !== 'none') refetched.push(filters?.queryKey?.[0])
    })
  })
  it('of a notification makes the inbox stale at once', async () => {
    applyHint({ subject: 'notificationsChanged', id: 'p1' })
    await vi.advanceTimersByTimeAsync(1)
    expect(refetched).toEqual(['GET /api/notifications', 'GET /api/notifications/unread-count'])
  })
  it('refetches at most every two seconds', async () => {
    for (let i = 0; i < 50; i++) {
      applyHint({ subject: 'renditionsChanged', id: 'u1' })
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(refetched.filter((call) => call === 'GET /api/uploads/:id').length).toBeLessThanOrEqual(3)
  })
  it('of what the page knows already does not swallow one of what it does not', async () => {
    noteAnswer('c1')
    applyHint({ subject: 'progressChanged', id: 'c1', course: 'c1', mine: true })
    applyHint({ subject: 'activityChanged', id: 'c1', course: 'c1' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(refetched).toEqual(expect.arrayContaining(['GET /api/activities/:id', 'GET /api/courses/:id/content']))
  })
  it('of one topic leaves what is read of another', async () => {
    const call = 'GET /api/topics/:id/posts'
    const spied = vi.mocked(queryClient.invalidateQueries)
    applyHint({ subject: 'postChanged', id: 'c1', course: 'c1', of: 't1' })
    applyHint({ subject: 'postChanged', id: 'c1', course: 'c1', of: 't2' })
    await vi.advanceTimersByTimeAsync(5000)
    const reads = spied.mock.calls.flatMap(([filters]) => (filters?.queryKey?.[0] === call ? [filters.predicate] : []))
    const isStale = (id: string) =>
      reads.map((predicate) =>
        predicate?.({ queryKey: [call, { params: { id } }], state: {} } as unknown as Parameters<typeof predicate>[0]),
      )
    expect([isStale('t1'), isStale('t2'), isStale('t3')]).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ])
  })
  it('of a class is read again at once, and twice in a second at most', async () => {
    vi.mocked(Math.random).mockReturnValue(0.9)
    const state = () => refetched.filter((call) => call === 'GET /api/class-sessions/:id/state').length
    applyHint({ subject: 'classChanged', id: 'c1', course: 'c1', of: 's1' })
    await vi.advanceTimersByTimeAsync(1)
    expect(state()).toBe(1)
    for (let nth = 0; nth < 10; nth++) {
      applyHint({ subject: 'classChanged', id: 'c1', course: 'c1', of: 's1' })
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(state()).toBe(3)
  })
  it('of an unknown subject changes nothing', async () => {
    applyHint({ subject: 'weather' as 'orgChanged', id: 'x' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(refetched).toEqual([])
  })
  it('of my progress is for what shows it, of a student’s for what sums it up', async () => {
    applyHint({ subject: 'progressChanged', id: 'c1', course: 'c1', mine: true })
    await vi.advanceTimersByTimeAsync(5000)
    expect(refetched).toEqual(
      expect.arrayContaining(['GET /api/courses/:id/content', 'GET /api/activities/:id', 'GET /api/todo', 'GET /api/my-learning']),
    )
    expect(refetched).not.toContain('GET /api/courses/:id')
    await vi.advanceTimersByTimeAsync(20_000)
    refetched.length = 0
    applyHint({ subject: 'progressChanged', id: 'c1', course: 'c1' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(refetched.toSorted()).toEqual([
      // an answer to a questionnaire may be what completes it
      'GET /api/activities/:id/results',
      'GET /api/activities/:id/watchers',
      'GET /api/courses/:id/activity-counts',
      'GET /api/courses/:id/completeness-distribution',
      'GET /api/courses/:id/study-completeness',
      'GET /api/my-teaching',
    ])
  })
})

describe('a film watched in steps of 5 %', () => {
  type Content = Answer<'GET /api/courses/:id/content'>
  type Beat = Answer<'POST /api/play-sessions/:id/heartbeat'>
  const film = { id: 'a1', course_id: 'c1' }
  const row = { ...film, my: { percent: 0, completed: false } }
  /** The content page of the course; answers how often it has read since. */
  function openPage() {
    let reads = 0
    const observer = new QueryObserver(queryClient, {
      ...contentQuery('c1'),
      queryFn: async () => {
        reads++
        return { modules: [], activities: [row] } as unknown as Content
      },
    })
    const close = observer.subscribe(() => {})
    return { close, content: () => observer.getCurrentResult().data, reads: () => reads }
  }
  /** Twenty beats, a hint after each: the relay sends it about when the answer comes. */
  async function watch(each: (percent: number) => void) {
    for (let percent = 5; percent <= 100; percent += 5) {
      each(percent)
      await vi.advanceTimersByTimeAsync(15_000)
    }
  }

  it('makes the page of a teacher read its content no second time', async () => {
    const page = openPage()
    await vi.advanceTimersByTimeAsync(1)
    await watch(() => applyHint({ subject: 'progressChanged', id: 'c1', course: 'c1' }))
    expect(page.reads()).toBe(1)
    page.close()
  })
  it('is on the watcher’s own page from the answers, without another read until it is done', async () => {
    const page = openPage()
    await vi.advanceTimersByTimeAsync(1)
    queryClient.setQueryData(activityQuery('a1').queryKey, row as never)
    const seen: number[] = []
    await watch((percent) => {
      applyHint({ subject: 'progressChanged', id: 'c1', course: 'c1', mine: true })
      cacheProgress(film, { percent, completed: false, watched: [], state: 'counted' } as unknown as Beat)
      seen.push(page.content()?.activities[0]?.my.percent ?? -1)
    })
    expect([page.reads(), seen]).toEqual([1, Array.from({ length: 20 }, (_, nth) => 5 * (nth + 1))])
    page.close()
  })
  it('is read again by the same person’s other devices', async () => {
    const page = openPage()
    await vi.advanceTimersByTimeAsync(20_000)
    applyHint({ subject: 'progressChanged', id: 'c1', course: 'c1', mine: true })
    await vi.advanceTimersByTimeAsync(5000)
    expect(page.reads()).toBe(2)
    page.close()
  })
})

describe('a page that begins to listen', () => {
  class Source {
    static readonly CLOSED = 2
    static opened: Source[] = []
    readonly heard = new Map<string, (event: { data: string }) => void>()
    readonly url: string
    constructor(url: string) {
      this.url = url
      Source.opened.push(this)
    }
    addEventListener(name: string, listener: (event: { data: string }) => void) {
      this.heard.set(name, listener)
    }
    close() {}
  }
  class Channel {
    static open = new Set<Channel>()
    onmessage?: (event: { data: unknown }) => void
    constructor() {
      Channel.open.add(this)
    }
    postMessage(data: unknown) {
      for (const other of Channel.open) if (other !== this) other.onmessage?.({ data })
    }
    close() {
      Channel.open.delete(this)
    }
  }
  /** One holder at a time, as of the browser's locks. */
  const waiting: (() => Promise<void>)[] = []
  let held = false
  const grant = () => {
    const next = waiting.shift()
    held = next !== undefined
    void next?.().then(grant)
  }
  const request = (_: string, __: object, hold: () => Promise<void>) => {
    waiting.push(hold)
    if (!held) grant()
    return Promise.resolve()
  }
  const listener = (since: number) => ({ org: 'o1', person: 'p1', since })
  const hintOf = (id: string) => ({ data: JSON.stringify({ subject: 'renditionsChanged', id }) })
  let invalidated: unknown[] = []
  const settle = async () => {
    await vi.advanceTimersByTimeAsync(5000)
    return invalidated.splice(0)
  }
  beforeEach(() => {
    invalidated = []
    Source.opened = []
    vi.stubGlobal('window', { EventSource: Source, BroadcastChannel: Channel })
    vi.stubGlobal('EventSource', Source)
    vi.stubGlobal('BroadcastChannel', Channel)
    vi.stubGlobal('navigator', { locks: { request } })
    vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async (filters) => {
      invalidated.push(filters?.queryKey?.[0] ?? 'all')
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('asks the stream for what changed since its first reads, and reads all again where that is not known', async () => {
    const end = connect('tabs', listener(performance.now() - 3000))
    const [source] = Source.opened
    expect(source?.url).toBe('/api/events?scope=o1&age=3500')
    source?.heard.get('gap')?.({ data: '{}' })
    expect(await settle()).toEqual(['all'])
    end()
  })
  it('asks the tab that holds the stream, which has kept the hints of the last minute', async () => {
    const first = connect('tabs', listener(performance.now()))
    await settle()
    Source.opened[0]?.heard.get('hint')?.(hintOf('u1'))
    const known = (await settle()).length
    expect(known).toBeGreaterThan(0)
    // one whose first reads came after the hint
    const second = connect('tabs', listener(performance.now()))
    expect(await settle()).toEqual([])
    // both tabs stand in this one test, so that the reads are the same ones
    const third = connect('tabs', listener(performance.now() - 12_000))
    expect(await settle()).toHaveLength(known)
    const fourth = connect('tabs', listener(performance.now() - 50_000))
    expect(await settle()).toEqual(['all'])
    expect(Source.opened).toHaveLength(1)
    // the next one takes over, and asks for what came in between
    first()
    await settle()
    expect(Source.opened[1]?.url).toBe('/api/events?scope=o1&age=10000')
    for (const end of [second, third, fourth]) end()
  })
})
