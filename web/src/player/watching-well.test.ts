// Tests of how a recording begins and of what it says: bandwidth, preferences of a person, times that fit, the chapter of a second.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setScope } from '../client.ts'
import { clock } from '../ui/format.ts'
import { startingBandwidth } from './bandwidth.ts'
import { chapterAt } from './chapters.ts'
import { keepPreference, playerPreferences, preferencesIn, sendKeptPreferences } from './preferences.ts'
import { queryClient } from '../queries.ts'
import { sessionQuery } from '../session/session.ts'
import { labelsThatFit } from './time-labels.ts'

describe('a recording begins', () => {
  const now = Date.parse('2026-03-02T10:00:00Z')
  const day = 86_400_000
  test('with the bandwidth last measured on the device, for a week', () => {
    expect(startingBandwidth({ bits: 9_000_000, at: now - day }, { downlink: 1 }, now)).toBe(9_000_000)
    expect(startingBandwidth({ bits: 9_000_000, at: now - 8 * day }, { downlink: 1.5 }, now)).toBe(1_500_000)
  })
  test('with the browser’s own estimate, else in the middle', () => {
    expect(startingBandwidth(undefined, { downlink: 10, effectiveType: '4g' }, now)).toBe(10_000_000)
    expect(startingBandwidth(undefined, { downlink: 1, effectiveType: 'slow-2g' }, now)).toBe(400_000)
    expect(startingBandwidth(undefined, undefined, now)).toBe(2_000_000)
  })
  test('with the least where data is to be saved', () =>
    expect(startingBandwidth({ bits: 9_000_000, at: now }, { saveData: true, downlink: 10 }, now)).toBe(400_000))
})

describe('preferences', () => {
  const stored = new Map<string, string>()
  const { unsent: _, ...usual } = preferencesIn(null)
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    stored.clear()
    queryClient.clear()
    setScope(undefined)
  })
  test('are a person’s own on a shared computer', () => {
    setScope({ org: 'o', person: 'ana' })
    keepPreference({ speed: 1.5 })
    keepPreference({ volume: 0.2, captions: 'th', captionsShown: true })
    setScope(undefined)
    keepPreference({ speed: 2 })
    expect(playerPreferences()).toEqual(usual)
    setScope({ org: 'o', person: 'ben' })
    expect(playerPreferences()).toEqual(usual)
    setScope({ org: 'other', person: 'ana' })
    expect(playerPreferences()).toEqual({ speed: 1.5, volume: 0.2, muted: false, captions: 'th', captionsShown: true })
  })
  test('go with the person to another device; here they hold at once, and until they are sent', async () => {
    const player = { speed: 2, volume: 0.5, muted: false, captions: null, captions_shown: true }
    setScope({ org: 'o', person: 'ana' })
    queryClient.setQueryData(sessionQuery.queryKey, { user: { settings: { player } } } as never)
    expect(playerPreferences()).toEqual({ speed: 2, volume: 0.5, muted: false, captions: null, captionsShown: true })
    const sent: unknown[] = []
    let answers = false
    vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
      sent.push(JSON.parse(body))
      if (!answers) throw new TypeError('no network')
      return Response.json({ player: JSON.parse(body).player })
    })
    keepPreference({ volume: 0.4 })
    keepPreference({ volume: 0.3 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(playerPreferences()).toMatchObject({ speed: 2, volume: 0.3 })
    answers = true
    keepPreference({ speed: 1.25 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.at(-1)).toEqual({ player: { ...player, volume: 0.3, speed: 1.25 } })
    // from then on what another device has kept holds here too
    queryClient.setQueryData(sessionQuery.queryKey, { user: { settings: { player: { ...player, volume: 1 } } } } as never)
    expect(playerPreferences()).toMatchObject({ speed: 2, volume: 1 })
  })
  test('of a page that closed too soon are sent by the next one', async () => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
      sent.push(JSON.parse(body).player.speed)
      return Response.json({ player: JSON.parse(body).player })
    })
    setScope({ org: 'o', person: 'ana' })
    keepPreference({ speed: 1.5 })
    vi.clearAllTimers()
    sendKeptPreferences()
    await vi.advanceTimersByTimeAsync(60_000)
    sendKeptPreferences()
    setScope({ org: 'o', person: 'ben' })
    sendKeptPreferences()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual([1.5])
  })
  test('that cannot be read are the usual ones', () => {
    for (const text of ['', '{', 'null', '[]', '{"speed":"fast","volume":7,"captions":3}'])
      expect(preferencesIn(text)).toEqual(preferencesIn(null))
  })
})

describe('times under a timeline', () => {
  const left = (second: number, duration: number, width: number) =>
    second === 0 ? 0 : second === duration ? width - clock(second).length * 7 : (second / duration) * width - (clock(second).length * 7) / 2
  test.each([
    ['a phone', 326],
    ['a small phone', 256],
    ['a wide page', 860],
  ])('do not touch on %s, however long the film', (_, width) => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 36_000 }), fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (duration, shares) => {
        const seconds = [...new Set([0, ...shares.map((share) => Math.floor(share * duration)), duration])].sort((a, b) => a - b)
        const labels = labelsThatFit(seconds, duration, width)
        expect([labels[0], labels.at(-1)]).toEqual([0, duration])
        for (const [nth, second] of labels.entries()) {
          const before = labels[nth - 1]
          if (before !== undefined)
            expect(left(second, duration, width)).toBeGreaterThanOrEqual(left(before, duration, width) + clock(before).length * 7)
        }
      }),
    )
  })
})

test('the chapter of a second is the last that has begun', () => {
  const chapters = [{ title: 'Salt', second: 3 }, { title: 'Ice', second: 60 }] // biome-ignore format: short
  expect([0, 3, 59.9, 60, 4000].map((second) => chapterAt(chapters, second)?.title)).toEqual([undefined, 'Salt', 'Salt', 'Ice', 'Ice'])
})
