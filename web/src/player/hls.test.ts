// Tests of the player of segments.
import { expect, test, vi } from 'vitest'
import { brokenSegments, openStream, type Quality } from './hls.ts'

/** As much of hls.js as a stream begins with. */
const { Library } = vi.hoisted(() => {
  class Library {
    static latest: Library
    static isSupported = () => true
    static Events = new Proxy({}, { get: (_, name) => name })
    levels: object[] = []
    startLevel = -1
    loadLevel = -1
    listeners = new Map<string, () => void>()
    constructor() {
      Library.latest = this
    }
    on(name: string, listener: () => void) {
      this.listeners.set(name, listener)
    }
    loadSource() {}
    attachMedia() {}
  }
  return { Library }
})
vi.mock('hls.js/light', () => ({ default: Library }))

test('a stream begins with the quality that was chosen of the one before, else by the speed of the connection', async () => {
  const begin = async (choose: (list: Quality[]) => number) => {
    await openStream({} as HTMLVideoElement, 'master.m3u8', 0, { onQualities: choose, onLevel: () => {}, onError: () => {} })
    Library.latest.levels = [{ height: 240 }, { height: 480 }, { height: 720 }]
    Library.latest.listeners.get('MANIFEST_PARSED')?.()
    return [Library.latest.startLevel, Library.latest.loadLevel]
  }
  expect(await begin((list) => list.find(({ label }) => label === 'HD')!.index)).toEqual([2, 2])
  expect(await begin(() => -1)).toEqual([-1, -1])
})

test('broken segments end playback at the fifth in one place, also far from the beginning; playing on begins anew', () => {
  const unplayable = brokenSegments()
  expect([60, 60, 60.2, 60.4, 60.4].map(unplayable)).toEqual([false, false, false, false, true])
  expect([90, 92, 94, 96, 98, 98, 98, 98].map(unplayable)).toEqual([false, false, false, false, false, false, false, false])
  expect(unplayable(98)).toBe(true)
})
