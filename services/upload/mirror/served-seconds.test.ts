// The record of served seconds over kv.
import { describe, expect, test } from 'vitest'
import type { Kv } from '@lyceum/kit/kv/kv'
import { memoryKv } from '@lyceum/kit/kv/memory'
import { beginServed, servedRecorder, servedTo } from './served-seconds.ts'

/** A kv that can be away like Redis; its memory substitute is lost afterwards. */
function store() {
  const kv = memoryKv()
  let away = false
  const shared: Kv = {
    ...kv,
    shared: () => !away,
    get: async (key) => (away ? undefined : await kv.get(key)),
    set: async (key, value, seconds) => (away ? undefined : await kv.set(key, value, seconds)),
    replace: async (...write) => !away && (await kv.replace(...write)),
  }
  return {
    kv: shared,
    away: (now: boolean) => {
      away = now
    },
  }
}

describe('the record of served seconds', () => {
  test('is empty at first, grows by served seconds, and stays when it is created again', async () => {
    const { kv } = store()
    await beginServed(kv, 'p', 'u')
    expect(await servedTo(kv, 'p', 'u')).toEqual([])
    const record = servedRecorder(kv)
    for (const nth of [0, 1, 2, 9]) record('p', 'u', [nth * 4, nth * 4 + 4])
    record('other', 'u', [100, 104])
    const all = [
      [0, 12],
      [36, 40],
    ]
    await expect.poll(() => servedTo(kv, 'p', 'u')).toEqual(all)
    await beginServed(kv, 'p', 'u')
    expect(await servedTo(kv, 'p', 'u')).toEqual(all)
  })
  test('grows by several servers', async () => {
    const { kv } = store()
    await beginServed(kv, 'p', 'u')
    const [one, other] = [servedRecorder(kv), servedRecorder(kv)]
    one('p', 'u', [0, 4])
    await expect.poll(() => servedTo(kv, 'p', 'u')).toEqual([[0, 4]])
    other('p', 'u', [4, 8])
    await expect.poll(() => servedTo(kv, 'p', 'u')).toEqual([[0, 8]])
  })
  test('keeps every second of servers that write at the same time, and of a play that begins meanwhile', async () => {
    const { kv } = store()
    await beginServed(kv, 'p', 'u')
    const servers = Array.from({ length: 8 }, () => servedRecorder(kv))
    for (const [nth, record] of servers.entries()) record('p', 'u', [nth * 4, nth * 4 + 4])
    await Promise.all(Array.from({ length: 4 }, () => beginServed(kv, 'p', 'u')))
    await expect.poll(() => servedTo(kv, 'p', 'u')).toEqual([[0, 32]])
  })
  test('is undefined when lost or away, and is not created by serving', async () => {
    const { kv, away } = store()
    const record = servedRecorder(kv)
    record('p', 'u', [0, 4])
    expect(await servedTo(kv, 'p', 'u')).toBeUndefined()
    away(true)
    await beginServed(kv, 'p', 'u')
    expect(await servedTo(kv, 'p', 'u')).toBeUndefined()
    away(false)
    expect(await servedTo(kv, 'p', 'u')).toBeUndefined()
  })
  test('is written when kv is back', async () => {
    const { kv, away } = store()
    await beginServed(kv, 'p', 'u')
    const record = servedRecorder(kv)
    away(true)
    record('p', 'u', [0, 4])
    record('p', 'u', [4, 8])
    away(false)
    await expect.poll(() => servedTo(kv, 'p', 'u')).toEqual([[0, 8]])
  })
})
