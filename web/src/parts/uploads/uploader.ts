import { type BlockPorts, blockSize, Refused, sendBlocks } from './blocks.ts'
import { after, type Happening, type Item, isRunning, type Queue, startable } from './queue.ts'
import type { Handle } from './gather.ts'
import type { Kept } from './resume.ts'
import type { Place, Stored, Ticket } from './ticket.ts'

export type Ports = {
  create: (draft: { name: string; size: number; storage_type?: 'chunked' } & Place, key: string, signal: AbortSignal) => Promise<Ticket>
  state: (id: string) => Promise<Stored>
  uptoken: (id: string, signal: AbortSignal) => Promise<string>
  uploaded: (id: string, signal: AbortSignal) => Promise<Stored>
  callback: (id: string, fileKey: string, token: string, signal: AbortSignal) => Promise<Stored>
  remove: (id: string) => Promise<unknown>
  retry: (id: string) => Promise<unknown>
  send: (
    method: 'PUT' | 'POST',
    url: string,
    bytes: Blob | string,
    headers: Record<string, string>,
    onSent: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<{ body: string }>
  wait: (attempt: number, signal: AbortSignal) => Promise<void>
  fingerprint: (file: File) => Promise<string>
  recall: (key: string) => Promise<Kept | undefined>
  keep: (kept: Kept) => Promise<void>
  forget: (key: string) => Promise<void>
  /** The file behind a handle, asked for where the browser asks. */
  fileOf: (handle: Handle) => Promise<File | undefined>
  /** Tells other tabs that this one has it; answers what lets it go. */
  hold: (uploadId: string) => () => void
  now: () => number
  newKey: () => string
  /** The same may be tried again: no answer came, or the server was busy. */
  passing: (error: unknown) => boolean
  /** A code and its parameters out of whatever was thrown. */
  reason: (error: unknown) => { reason: string; params?: Record<string, unknown> }
}
/** `key`: of the declaration, so that repeating it makes no second upload. */
type Work = {
  /** undefined: left by an earlier page, not opened yet. */
  file?: File
  handle?: Handle | undefined
  place: Place
  key: string
  stop?: AbortController
  ticket?: Ticket
  print?: string
  release?: (() => void) | undefined
}
export type Given = File | { file: File; handle?: Handle | undefined }

/** From this size on blocks are asked for: they can be paused and taken up again. */
export const byBlocksFrom = 8 * 1024 * 1024

/** Runs the queue: five at once, each by the protocol that the server named. Holds the files; a reload of the page loses them, so contexts of blocks are kept on the device. */
export function createUploader(ports: Ports) {
  let queue: Queue = []
  let next = 1
  const works = new Map<string, Work>()
  const heard = new Set<() => void>()

  const tell = (happening: Happening) => {
    queue = after(queue, happening)
    for (const listener of heard) listener()
  }
  const pump = () => {
    for (const key of startable(queue)) {
      tell({ kind: 'started', key })
      void run(key)
    }
  }
  const letGo = (work: Work | undefined) => {
    work?.release?.()
    if (work) work.release = undefined
  }
  const stop = (key: string) => works.get(key)?.stop?.abort()

  async function run(key: string) {
    const work = works.get(key)
    if (!work?.file) return
    const { signal } = (work.stop = new AbortController())
    try {
      const stored = await send(key, work, work.file, signal)
      signal.throwIfAborted()
      if (work.print) await ports.forget(work.print)
      work.ticket = undefined
      letGo(work)
      tell({ kind: 'stored', key })
      follow(key, stored)
    } catch (error) {
      // A pause or an abort has already said what the file's state is.
      if (signal.aborted) return
      const { reason, params } = ports.reason(error)
      const mark = !work.ticket ? 'createFailed' : reason === 'upload.lineLost' ? 'aborted' : 'failed'
      tell({ kind: 'failed', key, mark, reason, ...(params && { params }) })
    }
    pump()
  }

  async function send(key: string, work: Work, file: File, signal: AbortSignal): Promise<Stored> {
    work.print ??= await ports.fingerprint(file)
    const kept = await takeUp(work)
    const draft = {
      name: file.name,
      size: file.size,
      ...(file.size > byBlocksFrom ? { storage_type: 'chunked' as const } : {}),
      ...work.place,
    }
    const ticket = (work.ticket ??= kept?.ticket ?? (await patiently(() => ports.create(draft, work.key, signal), signal)))
    signal.throwIfAborted()
    const byBlocks = ticket.storage_type === 'chunked'
    const done = byBlocks ? (kept?.contexts ?? []) : []
    tell({ kind: 'created', key, uploadId: ticket.id, type: ticket.type, byBlocks, ...(done.length ? { resumedAt: done.length + 1 } : {}) })
    const sent = (bytes: number) => tell({ kind: 'sent', key, sent: bytes, at: ports.now() })
    if (byBlocks) {
      work.release ??= ports.hold(ticket.id)
      const ready = blockPorts(work, work.print, ticket, file, sent)
      if (!kept) await ready.keep(done)
      await sendBlocks(file, done, ready, signal)
    } else await whole(file, ticket, sent, signal)
    tell({ kind: 'finishing', key })
    const wrpc = ticket.storage_type === 'object' && ticket.transcoder === 'WRPC'
    return await patiently(
      () => (wrpc ? ports.callback(ticket.id, ticket.key, ticket.callback_token ?? '', signal) : ports.uploaded(ticket.id, signal)),
      signal,
    )
  }

  /** A step that may be done twice: a lost line and a busy server are waited for, at most five times. */
  async function patiently<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await act()
      } catch (error) {
        if (signal.aborted || attempt === 5 || !ports.passing(error)) throw error
        await ports.wait(attempt, signal)
      }
    }
  }

  /** One PUT. What the server says it has already is there. */
  async function whole(file: File, ticket: Ticket, sent: (bytes: number) => void, signal: AbortSignal) {
    const headers = { 'content-type': file.type || 'application/octet-stream', ...ticket.headers }
    await patiently(() => ports.send('PUT', ticket.upload_url ?? '', file, headers, sent, signal), signal).catch((error: unknown) => {
      if (!(error instanceof Refused && error.code === 'upload.finished')) throw error
    })
  }

  function blockPorts({ place, handle }: Work, print: string, ticket: Ticket, file: File, sent: (bytes: number) => void): BlockPorts {
    const base = ticket.upload_url ?? ''
    const headers = (token: string) => ({ ...ticket.headers, 'content-type': 'application/octet-stream', 'upload-token': token })
    return {
      mkblk: async (bytes, index, token, onSent, signal) => {
        const { body } = await ports.send('POST', `${base}/mkblk/${bytes.size}?index=${index}`, bytes, headers(token), onSent, signal)
        return (JSON.parse(body) as { ctx: string }).ctx
      },
      mkfile: async (contexts, token, signal) => {
        await ports.send(
          'POST',
          `${base}/mkfile/${file.size}`,
          contexts.join(','),
          { ...headers(token), 'content-type': 'text/plain' },
          () => {},
          signal,
        )
      },
      token: (signal) => ports.uptoken(ticket.id, signal),
      keep: (contexts) =>
        ports.keep({
          key: print,
          name: file.name,
          size: file.size,
          ticket,
          contexts: [...contexts],
          at: ports.now(),
          place,
          ...(handle && { handle }),
        }),
      sent,
      pause: ports.wait,
    }
  }

  /** Blocks of an earlier attempt, if the server still waits for the rest of them. */
  async function takeUp(work: Work): Promise<Kept | undefined> {
    const kept = await ports.recall(work.print ?? '')
    if (!kept || work.ticket) return kept
    const state = await ports.state(kept.ticket.id).catch(() => undefined)
    if (state?.status === 'processing' && (state.reason === 'upload.waiting' || state.reason === null)) return kept
    await ports.forget(kept.key)
    return undefined
  }

  const follow = (key: string, stored: Stored) => {
    if (stored.status === 'ready') tell({ kind: 'done', key })
    else if (stored.status === 'failed') tell({ kind: 'failed', key, reason: stored.reason ?? 'upload.transcodingFailed' })
    else tell({ kind: 'transcoding', key, percent: stored.percent, playable: stored.playable })
  }
  const item = (key: string): Item | undefined => queue.find((one) => one.key === key)

  return {
    subscribe: (listener: () => void) => {
      heard.add(listener)
      return () => void heard.delete(listener)
    },
    snapshot: (): Queue => queue,
    /** Queues files and answers their keys, in the same order. */
    add: (files: readonly Given[], place: Place = {}): string[] => {
      const keys = files.map((given) => {
        const { file, handle } = given instanceof File ? { file: given } : given
        const key = String(next++)
        works.set(key, { file, handle, place, key: ports.newKey() })
        tell({ kind: 'added', key, name: file.name, size: file.size })
        return key
      })
      pump()
      return keys
    },
    /** Lists what an earlier page left half sent, paused; what is listed already stays as it is. */
    adopt: (left: readonly Kept[]) => {
      for (const kept of left) {
        const { ticket, name, size, place = {}, handle } = kept
        if (queue.some((one) => one.uploadId === ticket.id)) continue
        const key = String(next++)
        works.set(key, { place, key: ports.newKey(), print: kept.key, handle })
        const sent = Math.min(size, kept.contexts.length * blockSize)
        tell({ kind: 'adopted', key, name, size, sent, uploadId: ticket.id, type: ticket.type })
      }
    },
    /** Goes on with what an earlier page left: by its handle, or with the file given. 'file': it must be given; 'other': it is not the same. */
    takeUp: async (key: string, given?: File): Promise<'going' | 'file' | 'other'> => {
      const work = works.get(key)
      const file = given ?? (work?.handle && (await ports.fileOf(work.handle)))
      if (!work || !file) return 'file'
      if ((await ports.fingerprint(file)) !== work.print) return 'other'
      work.file = file
      tell({ kind: 'again', key })
      pump()
      return 'going'
    },
    pause: (key: string) => {
      tell({ kind: 'paused', key })
      stop(key)
      pump()
    },
    /** Goes on after a pause, and tries again what has failed: transcoding if the bytes are there, else sending. */
    again: (key: string) => {
      const now = item(key)
      const stored = now?.state === 'failed' && now.uploadId && now.sent === now.size && !works.get(key)?.ticket
      if (stored && now?.uploadId) {
        tell({ kind: 'stored', key })
        ports.retry(now.uploadId).catch((error: unknown) => tell({ kind: 'failed', key, ...ports.reason(error) }))
        return
      }
      tell({ kind: 'again', key })
      pump()
    },
    /** Ends an upload and takes away what the server has of it. */
    abort: (key: string) => {
      const now = item(key)
      const work = works.get(key)
      stop(key)
      letGo(work)
      works.delete(key)
      tell({ kind: 'removed', key })
      if (work?.print) void ports.forget(work.print)
      if (now?.uploadId && now.state !== 'done' && now.state !== 'processing') ports.remove(now.uploadId).catch(() => {})
      pump()
    },
    /** Takes a line off the list; the file stays. */
    dismiss: (key: string) => {
      letGo(works.get(key))
      works.delete(key)
      tell({ kind: 'removed', key })
    },
    /** What the server says of a file that it is converting. */
    follow: (key: string, stored: Stored) => {
      if (item(key)?.state === 'processing') follow(key, stored)
    },
    busy: () => queue.some((one) => isRunning(one) || one.state === 'ready'),
  }
}
export type Uploader = ReturnType<typeof createUploader>
