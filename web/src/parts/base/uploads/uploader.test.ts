// Tests of the uploader over ports that stand for server, device and clock.
import { describe, expect, test } from 'vitest'
import { blockSize, TransferError } from './blocks.ts'
import type { ResumeRecord } from './resume.ts'
import { createUploader } from './uploader.ts'
import type { Ports } from './uploader-ports.ts'
import type { Ticket } from './ticket.ts'

/** A server with one kind of storage that logs its calls. */
function server(kind: Ticket['storage_type'], overrides: Partial<Ports> = {}) {
  const log: string[] = []
  const records = new Map<string, ResumeRecord>()
  const locks = new Set<string>()
  let created = 0
  const ports: Ports = {
    create: async (body) => {
      log.push(`create ${body.name} ${body.storage_type ?? 'default'}`)
      return {
        id: `u${++created}`,
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
    loadRecord: async (key) => records.get(key),
    saveRecord: async (record) => void records.set(record.key, record),
    deleteRecord: async (key) => void records.delete(key),
    openFile: async () => undefined,
    lock: (id) => {
      locks.add(id)
      return () => void locks.delete(id)
    },
    now: () => 0,
    newKey: () => 'key',
    isTransient: (error) => error instanceof TransferError && (error.status === 0 || error.status >= 500),
    reason: (error) => ({ reason: error instanceof TransferError ? error.code || `status.${error.status}` : 'unknown' }),
    ...overrides,
  }
  return { log, records, locks, ports }
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
    const { log, records, ports } = server('chunked')
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
    expect(records.size).toBe(0)
  })
})

describe('failures', () => {
  test('a new page resumes from the blocks in the record on the device', async () => {
    const { log, records, ports } = server('chunked')
    const first = createUploader({
      ...ports,
      send: async (...sent) => (sent[1].includes('index=1') ? Promise.reject(new TransferError(413, 'no')) : ports.send(...sent)),
    })
    first.add([file('a.mp4', blockSize * 2 + 5)])
    await settled(first)
    expect(first.snapshot()[0]).toMatchObject({ state: 'failed', reason: 'no' })
    expect(records.size).toBe(1)
    log.length = 0
    const second = createUploader(ports)
    second.add([file('a.mp4', blockSize * 2 + 5)])
    await settled(second)
    expect(log.map((line) => line.split('?')[1] ?? line.split(' ')[0])).toEqual(['index=1 token', 'index=2 token', 'POST', 'uploaded'])
    expect(second.snapshot()[0]).toMatchObject({ state: 'done', resumedAt: 2 })
  })
  test('a refusal to make the upload names its code', async () => {
    const { ports } = server('media', { create: async () => Promise.reject(new TransferError(409, 'storage.insufficient')) })
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
        throw new TransferError(0, 'upload.lineLost')
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
        throw new TransferError(0, 'upload.lineLost')
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
    uploader.resume(key)
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
    uploader.resume(key)
    expect(log.at(-1)).toBe('retry u1')
    expect(states(uploader)).toEqual(['processing'])
  })
})

describe('an unfinished upload of an earlier page', () => {
  const big = () => file('a.mp4', blockSize * 2 + 5)
  /** Sends one block, then the page ends. */
  async function interrupted() {
    const started = server('chunked')
    const first = createUploader({
      ...started.ports,
      send: async (...sent) => (sent[1].includes('index=1') ? new Promise(() => {}) : started.ports.send(...sent)),
    })
    first.add([{ file: big(), handle: { name: 'a.mp4' } as never }], { parent_id: 'f1' })
    await expect.poll(() => [...started.records.values()][0]?.contexts.length).toBe(1)
    expect([...started.locks]).toEqual(['u1'])
    started.log.length = 0
    return { ...started, stored: [...started.records.values()] }
  }

  test('is listed as paused with what is there, once; its place and its handle are kept', async () => {
    const { ports, stored } = await interrupted()
    expect(stored).toMatchObject([{ place: { parent_id: 'f1' }, handle: { name: 'a.mp4' } }])
    const uploader = createUploader(ports)
    uploader.adopt(stored)
    uploader.adopt(stored)
    expect(uploader.snapshot()).toMatchObject([{ name: 'a.mp4', state: 'paused', fileMissing: true, sent: blockSize, uploadId: 'u1' }])
  })

  test('goes on by its handle, and asks where that is not given', async () => {
    const { ports, stored, log } = await interrupted()
    const uploader = createUploader({ ...ports, openFile: async () => big() })
    uploader.adopt(stored)
    expect(await uploader.resumeAdopted(uploader.snapshot()[0]!.key)).toBe('resumed')
    await settled(uploader)
    expect(log.map((line) => line.split('?')[1] ?? line.split(' ')[0])).toEqual(['index=1 token', 'index=2 token', 'POST', 'uploaded'])
    expect(uploader.snapshot()[0]).toMatchObject({ state: 'done', resumedAt: 2 })
    const other = createUploader(ports)
    other.adopt(stored)
    expect(await other.resumeAdopted(other.snapshot()[0]!.key)).toBe('fileNeeded')
  })

  test('is not mixed with another file', async () => {
    const { ports, stored, log } = await interrupted()
    const uploader = createUploader(ports)
    uploader.adopt(stored)
    const { key } = uploader.snapshot()[0]!
    expect(await uploader.resumeAdopted(key, file('b.mp4', blockSize * 2 + 5))).toBe('otherFile')
    expect(uploader.snapshot()[0]).toMatchObject({ state: 'paused', fileMissing: true })
    expect(await uploader.resumeAdopted(key, big())).toBe('resumed')
    await settled(uploader)
    expect(log).toContain('uploaded u1')
  })

  test('given up, it goes from the device and from the server', async () => {
    const { ports, stored, records, log } = await interrupted()
    const uploader = createUploader(ports)
    uploader.adopt(stored)
    uploader.abort(uploader.snapshot()[0]!.key)
    await expect.poll(() => records.size).toBe(0)
    expect(log).toEqual(['remove u1'])
  })
})

test('the reasons of a failure: not declared, the line lost, refused', async () => {
  const failureOf = async (overrides: Partial<Ports>) => {
    const { ports } = server('media', {
      ...overrides,
      reason: (error) => ({ reason: error instanceof TransferError && error.status === 0 ? 'upload.lineLost' : 'x' }),
    })
    const uploader = createUploader(ports)
    uploader.add([file('a.mp4')])
    await settled(uploader)
    return uploader.snapshot()[0]?.failure
  }
  expect([
    await failureOf({ create: () => Promise.reject(new TransferError(409, 'storage.insufficient')) }),
    await failureOf({ create: () => Promise.reject(new TransferError(0)) }),
    await failureOf({ send: () => Promise.reject(new TransferError(0)) }),
    await failureOf({ send: () => Promise.reject(new TransferError(403)) }),
  ]).toEqual(['createFailed', 'createFailed', 'aborted', 'failed'])
})

test('a finished upload is unlocked for other tabs', async () => {
  const { locks, ports } = server('chunked')
  const uploader = createUploader(ports)
  uploader.add([file('a.mp4', blockSize * 2 + 5)])
  await settled(uploader)
  expect(locks.size).toBe(0)
})
