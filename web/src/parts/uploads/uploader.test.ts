import { describe, expect, test } from 'vitest'
import { blockSize, Refused } from './blocks.ts'
import type { Kept } from './resume.ts'
import { createUploader, type Ports } from './uploader.ts'
import type { Ticket } from './ticket.ts'

/** A server that speaks one storage kind and writes down what it is sent. */
function server(kind: Ticket['storage_type'], over: Partial<Ports> = {}) {
  const log: string[] = []
  const kept = new Map<string, Kept>()
  const held = new Set<string>()
  let made = 0
  const ports: Ports = {
    create: async (draft) => {
      log.push(`create ${draft.name} ${draft.storage_type ?? 'default'}`)
      return {
        id: `u${++made}`,
        key: 'k/1',
        type: 'video',
        storage_type: kind,
        transcoder: kind === 'object' ? 'WRPC' : null,
        upload_url: 'http://store/x',
        headers: { a: 'b' },
        callback_token: 'cb',
      }
    },
    state: async (id) => ({ id, status: 'processing', reason: 'upload.waiting', percent: 0, playable: false }),
    uptoken: async () => 'token',
    uploaded: async (id) => {
      log.push(`uploaded ${id}`)
      return { id, status: 'ready', reason: null, percent: 100, playable: true }
    },
    callback: async (id, fileKey, token) => {
      log.push(`callback ${id} ${fileKey} ${token}`)
      return { id, status: 'processing', reason: 'upload.queued', percent: 0, playable: false }
    },
    remove: async (id) => log.push(`remove ${id}`),
    retry: async (id) => log.push(`retry ${id}`),
    send: async (method, url, bytes, headers, onSent) => {
      log.push(`${method} ${url.replace('http://store/x', '')} ${headers['upload-token'] ?? headers.a}`)
      onSent(typeof bytes === 'string' ? bytes.length : bytes.size)
      return { body: JSON.stringify({ ctx: `c${log.length}` }) }
    },
    wait: async () => {},
    fingerprint: async (file) => `print-${file.name}`,
    recall: async (key) => kept.get(key),
    keep: async (one) => void kept.set(one.key, one),
    forget: async (key) => void kept.delete(key),
    fileOf: async () => undefined,
    hold: (id) => {
      held.add(id)
      return () => void held.delete(id)
    },
    now: () => 0,
    newKey: () => 'key',
    passing: (error) => error instanceof Refused && (error.status === 0 || error.status >= 500),
    reason: (error) => ({ reason: error instanceof Refused ? error.code || `status.${error.status}` : 'unknown' }),
    ...over,
  }
  return { log, kept, held, ports }
}
const file = (name: string, size = 10) => new File([new Uint8Array(size)], name)
const settled = (uploader: ReturnType<typeof createUploader>) =>
  new Promise<void>((resolve) => {
    const look = () => (uploader.busy() ? setTimeout(look, 1) : resolve())
    look()
  })
const states = (uploader: ReturnType<typeof createUploader>) => uploader.snapshot().map((item) => item.state)

describe('the protocol is the one that the server names', () => {
  test('media and local: one PUT, then uploaded', async () => {
    for (const kind of ['media', 'local'] as const) {
      const { log, ports } = server(kind)
      const uploader = createUploader(ports)
      uploader.add([file('a.mp4')])
      await settled(uploader)
      expect(log).toEqual(['create a.mp4 default', 'PUT  b', 'uploaded u1'])
      expect(states(uploader)).toEqual(['done'])
    }
  })
  test('object with WRPC: PUT with the content type, then the callback', async () => {
    const { log, ports } = server('object')
    const uploader = createUploader(ports)
    uploader.add([file('a.mp4')])
    await settled(uploader)
    expect(log).toEqual(['create a.mp4 default', 'PUT  b', 'callback u1 k/1 cb'])
    expect(states(uploader)).toEqual(['processing'])
  })
  test('chunked: blocks by index, then mkfile, then uploaded; asked for above 8 MiB', async () => {
    const { log, kept, ports } = server('chunked')
    const uploader = createUploader(ports)
    uploader.add([file('a.mp4', blockSize * 2 + 5)])
    await settled(uploader)
    expect(log).toEqual([
      'create a.mp4 chunked',
      `POST /mkblk/${blockSize}?index=0 token`,
      `POST /mkblk/${blockSize}?index=1 token`,
      'POST /mkblk/5?index=2 token',
      `POST /mkfile/${blockSize * 2 + 5} token`,
      'uploaded u1',
    ])
    expect(kept.size).toBe(0)
  })
})

describe('what goes wrong', () => {
  test('a new page takes up the blocks that the device remembers', async () => {
    const { log, kept, ports } = server('chunked')
    const first = createUploader({
      ...ports,
      send: async (...sent) => (sent[1].includes('index=1') ? Promise.reject(new Refused(413, 'no')) : ports.send(...sent)),
    })
    first.add([file('a.mp4', blockSize * 2 + 5)])
    await settled(first)
    expect(first.snapshot()[0]).toMatchObject({ state: 'failed', reason: 'no' })
    expect(kept.size).toBe(1)
    log.length = 0
    const second = createUploader(ports)
    second.add([file('a.mp4', blockSize * 2 + 5)])
    await settled(second)
    expect(log.map((line) => line.split('?')[1] ?? line.split(' ')[0])).toEqual(['index=1 token', 'index=2 token', 'POST', 'uploaded'])
    expect(second.snapshot()[0]).toMatchObject({ state: 'done', resumedAt: 2 })
  })
  test('a refusal to make the upload names its code', async () => {
    const { ports } = server('media', { create: async () => Promise.reject(new Refused(409, 'storage.insufficient')) })
    const uploader = createUploader(ports)
    uploader.add([file('a.mp4')])
    await settled(uploader)
    expect(uploader.snapshot()[0]).toMatchObject({ state: 'failed', reason: 'storage.insufficient' })
  })
  test('a lost line is tried five times', async () => {
    let tries = 0
    const { ports } = server('media', {
      send: async () => {
        tries++
        throw new Refused(0, 'upload.lineLost')
      },
    })
    const uploader = createUploader(ports)
    uploader.add([file('a.mp4')])
    await settled(uploader)
    expect(tries).toBe(5)
    expect(states(uploader)).toEqual(['failed'])
  })
  test('a line that is lost at the very end sends no byte twice', async () => {
    let lost = true
    const { log, ports } = server('media')
    const uploader = createUploader({
      ...ports,
      uploaded: async (id, signal) => {
        if (!lost) return ports.uploaded(id, signal)
        lost = false
        throw new Refused(0, 'upload.lineLost')
      },
    })
    uploader.add([file('a.mp4')])
    await settled(uploader)
    expect(log.map((line) => line.split(' ')[0])).toEqual(['create', 'PUT', 'uploaded'])
  })
  test('pause stops sending, again goes on with the same upload', async () => {
    let hold: (() => void) | undefined
    const { log, ports } = server('media')
    const slow: Ports['send'] = (...sent) =>
      new Promise((resolve, reject) => {
        if (hold) return resolve(ports.send(...sent))
        hold = () => reject(new DOMException('', 'AbortError'))
        sent[5].addEventListener('abort', hold)
      })
    const uploader = createUploader({ ...ports, send: slow })
    const [key = ''] = uploader.add([file('a.mp4')])
    while (!hold) await new Promise((resolve) => setTimeout(resolve, 1))
    uploader.pause(key)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(states(uploader)).toEqual(['paused'])
    uploader.again(key)
    await settled(uploader)
    expect(states(uploader)).toEqual(['done'])
    expect(log.filter((line) => line.startsWith('create'))).toHaveLength(1)
  })
  test('abort takes the file off the list and off the server', async () => {
    let hold = false
    const { log, ports } = server('media')
    const uploader = createUploader({
      ...ports,
      send: (...sent) =>
        new Promise((_, reject) => {
          hold = true
          sent[5].addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        }),
    })
    const [key = ''] = uploader.add([file('a.mp4')])
    while (!hold) await new Promise((resolve) => setTimeout(resolve, 1))
    uploader.abort(key)
    expect(uploader.snapshot()).toEqual([])
    expect(log.at(-1)).toBe('remove u1')
  })
  test('transcoding that failed is asked for again without sending the bytes again', async () => {
    const { log, ports } = server('media', {
      uploaded: async (id) => ({ id, status: 'failed', reason: 'upload.broken', percent: 0, playable: false }),
    })
    const uploader = createUploader(ports)
    const [key = ''] = uploader.add([file('a.mp4')])
    await settled(uploader)
    expect(uploader.snapshot()[0]).toMatchObject({ state: 'failed', reason: 'upload.broken' })
    uploader.again(key)
    expect(log.at(-1)).toBe('retry u1')
    expect(states(uploader)).toEqual(['processing'])
  })
})

describe('what an earlier page left half sent', () => {
  const big = () => file('a.mp4', blockSize * 2 + 5)
  /** Sends one block, then the page is gone. */
  async function left() {
    const made = server('chunked')
    const first = createUploader({
      ...made.ports,
      send: async (...sent) => (sent[1].includes('index=1') ? new Promise(() => {}) : made.ports.send(...sent)),
    })
    first.add([{ file: big(), handle: { name: 'a.mp4' } as never }], { parent_id: 'f1' })
    await expect.poll(() => [...made.kept.values()][0]?.contexts.length).toBe(1)
    expect([...made.held]).toEqual(['u1'])
    made.log.length = 0
    return { ...made, all: [...made.kept.values()] }
  }

  test('is listed as paused with what is there, once; its place and its handle are kept', async () => {
    const { ports, all } = await left()
    expect(all).toMatchObject([{ place: { parent_id: 'f1' }, handle: { name: 'a.mp4' } }])
    const uploader = createUploader(ports)
    uploader.adopt(all)
    uploader.adopt(all)
    expect(uploader.snapshot()).toMatchObject([{ name: 'a.mp4', state: 'paused', away: true, sent: blockSize, uploadId: 'u1' }])
  })

  test('goes on by its handle, and asks where that is not given', async () => {
    const { ports, all, log } = await left()
    const uploader = createUploader({ ...ports, fileOf: async () => big() })
    uploader.adopt(all)
    expect(await uploader.takeUp(uploader.snapshot()[0]!.key)).toBe('going')
    await settled(uploader)
    expect(log.map((line) => line.split('?')[1] ?? line.split(' ')[0])).toEqual(['index=1 token', 'index=2 token', 'POST', 'uploaded'])
    expect(uploader.snapshot()[0]).toMatchObject({ state: 'done', resumedAt: 2 })
    const other = createUploader(ports)
    other.adopt(all)
    expect(await other.takeUp(other.snapshot()[0]!.key)).toBe('file')
  })

  test('is not mixed with another file', async () => {
    const { ports, all, log } = await left()
    const uploader = createUploader(ports)
    uploader.adopt(all)
    const { key } = uploader.snapshot()[0]!
    expect(await uploader.takeUp(key, file('b.mp4', blockSize * 2 + 5))).toBe('other')
    expect(uploader.snapshot()[0]).toMatchObject({ state: 'paused', away: true })
    expect(await uploader.takeUp(key, big())).toBe('going')
    await settled(uploader)
    expect(log).toContain('uploaded u1')
  })

  test('given up, it goes from the device and from the server', async () => {
    const { ports, all, kept, log } = await left()
    const uploader = createUploader(ports)
    uploader.adopt(all)
    uploader.abort(uploader.snapshot()[0]!.key)
    await expect.poll(() => kept.size).toBe(0)
    expect(log).toEqual(['remove u1'])
  })
})

test('how it failed: not declared, the line lost, refused', async () => {
  const mark = async (over: Partial<Ports>) => {
    const { ports } = server('media', {
      ...over,
      reason: (error) => ({ reason: error instanceof Refused && error.status === 0 ? 'upload.lineLost' : 'x' }),
    })
    const uploader = createUploader(ports)
    uploader.add([file('a.mp4')])
    await settled(uploader)
    return uploader.snapshot()[0]?.mark
  }
  expect([
    await mark({ create: () => Promise.reject(new Refused(409, 'storage.insufficient')) }),
    await mark({ create: () => Promise.reject(new Refused(0)) }),
    await mark({ send: () => Promise.reject(new Refused(0)) }),
    await mark({ send: () => Promise.reject(new Refused(403)) }),
  ]).toEqual(['createFailed', 'createFailed', 'aborted', 'failed'])
})

test('what is finished is let go, so that other tabs need not pass it over', async () => {
  const { held, ports } = server('chunked')
  const uploader = createUploader(ports)
  uploader.add([file('a.mp4', blockSize * 2 + 5)])
  await settled(uploader)
  expect(held.size).toBe(0)
})
