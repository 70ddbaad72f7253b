// The uploader: runs the queue, five files at once, each by the protocol that the server names. It holds the files, which a reload loses, so
// records of uploads by blocks are stored on the device.
import { type BlockPorts, blockSize, TransferError, sendBlocks } from './blocks.ts'
import { applyEvent, type QueueEvent, type Item, isRunning, type Queue, startable } from './queue.ts'
import type { Handle } from './file-collection.ts'
import type { ResumeRecord } from './resume.ts'
import type { Ports } from './uploader-ports.ts'
import type { UploadPlacement, UploadStatus, Ticket } from './ticket.ts'

/** A file of the queue; `key` is the idempotency key of its creation at the server. */
type Job = {
  /** undefined for an upload of an earlier page whose file is not open yet. */
  file?: File
  handle?: Handle | undefined
  place: UploadPlacement
  key: string
  controller?: AbortController
  ticket?: Ticket
  fingerprintKey?: string
  release?: (() => void) | undefined
}
export type SelectedFile = File | { file: File; handle?: Handle | undefined }

/** Bytes above which a file is sent by blocks, which can be paused and resumed. */
export const byBlocksFrom = 8 * 1024 * 1024

export function createUploader(ports: Ports) {
  let queue: Queue = []
  let next = 1
  const jobs = new Map<string, Job>()
  const listeners = new Set<() => void>()

  const dispatch = (event: QueueEvent) => {
    queue = applyEvent(queue, event)
    for (const listener of listeners) listener()
  }
  const startNext = () => {
    for (const key of startable(queue)) {
      dispatch({ kind: 'started', key })
      void run(key)
    }
  }
  const releaseLock = (job: Job | undefined) => {
    job?.release?.()
    if (job) job.release = undefined
  }
  const stopSending = (key: string) => jobs.get(key)?.controller?.abort()

  async function run(key: string) {
    const job = jobs.get(key)
    if (!job?.file) return
    const { signal } = (job.controller = new AbortController())
    try {
      const status = await send(key, job, job.file, signal)
      signal.throwIfAborted()
      if (job.fingerprintKey) await ports.deleteRecord(job.fingerprintKey)
      job.ticket = undefined
      releaseLock(job)
      dispatch({ kind: 'stored', key })
      applyStatus(key, status)
    } catch (error) {
      // A pause or an abort has set the file's state already.
      if (signal.aborted) return
      const { reason, params } = ports.reason(error)
      const failure = !job.ticket ? 'createFailed' : reason === 'upload.lineLost' ? 'aborted' : 'failed'
      dispatch({ kind: 'failed', key, failure, reason, ...(params && { params }) })
    }
    startNext()
  }

  async function send(key: string, job: Job, file: File, signal: AbortSignal): Promise<UploadStatus> {
    job.fingerprintKey ??= await ports.fingerprint(file)
    const record = await storedRecord(job)
    const body = {
      name: file.name,
      size: file.size,
      ...(file.size > byBlocksFrom ? { storage_type: 'chunked' as const } : {}),
      ...job.place,
    }
    const ticket = (job.ticket ??= record?.ticket ?? (await withRetries(() => ports.create(body, job.key, signal), signal)))
    signal.throwIfAborted()
    const byBlocks = ticket.storage_type === 'chunked'
    const storedContexts = byBlocks ? (record?.contexts ?? []) : []
    dispatch({
      kind: 'created',
      key,
      uploadId: ticket.id,
      type: ticket.type,
      byBlocks,
      ...(storedContexts.length ? { resumedAt: storedContexts.length + 1 } : {}),
    })
    const onProgress = (bytes: number) => dispatch({ kind: 'sent', key, sent: bytes, time: ports.now() })
    if (byBlocks) {
      job.release ??= ports.lock(ticket.id)
      const blocks = blockPorts(job, job.fingerprintKey, ticket, file, onProgress)
      if (!record) await blocks.saveContexts(storedContexts)
      await sendBlocks(file, storedContexts, blocks, signal)
    } else await sendWhole(file, ticket, onProgress, signal)
    dispatch({ kind: 'finishing', key })
    const wrpc = ticket.storage_type === 'object' && ticket.transcoder === 'WRPC'
    return await withRetries(
      () => (wrpc ? ports.callback(ticket.id, ticket.key, ticket.callback_token ?? '', signal) : ports.uploaded(ticket.id, signal)),
      signal,
    )
  }

  /** Runs a repeatable step: at most five attempts while the connection is lost or the server busy. */
  async function withRetries<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await act()
      } catch (error) {
        if (signal.aborted || attempt === 5 || !ports.isTransient(error)) throw error
        await ports.wait(attempt, signal)
      }
    }
  }

  /** Sends the file by one PUT; the server's answer that it has the file already is a success. */
  async function sendWhole(file: File, ticket: Ticket, onProgress: (bytes: number) => void, signal: AbortSignal) {
    const headers = { 'content-type': file.type || 'application/octet-stream', ...ticket.headers }
    await withRetries(() => ports.send('PUT', ticket.upload_url ?? '', file, headers, onProgress, signal), signal).catch(
      (error: unknown) => {
        if (!(error instanceof TransferError && error.code === 'upload.finished')) throw error
      },
    )
  }

  function blockPorts(
    { place, handle }: Job,
    fingerprintKey: string,
    ticket: Ticket,
    file: File,
    onProgress: (bytes: number) => void,
  ): BlockPorts {
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
      saveContexts: (contexts) =>
        ports.saveRecord({
          key: fingerprintKey,
          name: file.name,
          size: file.size,
          ticket,
          contexts: [...contexts],
          at: ports.now(),
          place,
          ...(handle && { handle }),
        }),
      onProgress,
      delay: ports.wait,
    }
  }

  /** The record of an earlier attempt, if the server still waits for its remaining blocks. */
  async function storedRecord(job: Job): Promise<ResumeRecord | undefined> {
    const record = await ports.loadRecord(job.fingerprintKey ?? '')
    if (!record || job.ticket) return record
    const state = await ports.state(record.ticket.id).catch(() => undefined)
    if (state?.status === 'processing' && (state.reason === 'upload.waiting' || state.reason === null)) return record
    await ports.deleteRecord(record.key)
    return undefined
  }

  const applyStatus = (key: string, status: UploadStatus) => {
    if (status.status === 'ready') dispatch({ kind: 'done', key })
    else if (status.status === 'failed') dispatch({ kind: 'failed', key, reason: status.reason ?? 'upload.transcodingFailed' })
    else dispatch({ kind: 'transcoding', key, percent: status.percent, playable: status.playable })
  }
  const itemOf = (key: string): Item | undefined => queue.find((item) => item.key === key)

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    snapshot: (): Queue => queue,
    /** Queues files; returns their keys in the same order. */
    add: (files: readonly SelectedFile[], place: UploadPlacement = {}): string[] => {
      const keys = files.map((selected) => {
        const { file, handle } = selected instanceof File ? { file: selected } : selected
        const key = String(next++)
        jobs.set(key, { file, handle, place, key: ports.newKey() })
        dispatch({ kind: 'added', key, name: file.name, size: file.size })
        return key
      })
      startNext()
      return keys
    },
    /** Lists unfinished uploads of an earlier page as paused; those already listed stay unchanged. */
    adopt: (records: readonly ResumeRecord[]) => {
      for (const record of records) {
        const { ticket, name, size, place = {}, handle } = record
        if (queue.some((item) => item.uploadId === ticket.id)) continue
        const key = String(next++)
        jobs.set(key, { place, key: ports.newKey(), fingerprintKey: record.key, handle })
        const sent = Math.min(size, record.contexts.length * blockSize)
        dispatch({ kind: 'adopted', key, name, size, sent, uploadId: ticket.id, type: ticket.type })
      }
    },
    /** Resumes an adopted upload by its handle or the selected file. 'fileNeeded': the file must be selected; 'otherFile': it is not the same. */
    resumeAdopted: async (key: string, selected?: File): Promise<'resumed' | 'fileNeeded' | 'otherFile'> => {
      const job = jobs.get(key)
      const file = selected ?? (job?.handle && (await ports.openFile(job.handle)))
      if (!job || !file) return 'fileNeeded'
      if ((await ports.fingerprint(file)) !== job.fingerprintKey) return 'otherFile'
      job.file = file
      dispatch({ kind: 'restarted', key })
      startNext()
      return 'resumed'
    },
    pause: (key: string) => {
      dispatch({ kind: 'paused', key })
      stopSending(key)
      startNext()
    },
    /** Resumes after a pause, and retries after a failure: transcoding if the bytes are stored, else sending. */
    resume: (key: string) => {
      const current = itemOf(key)
      const bytesStored = current?.state === 'failed' && current.uploadId && current.sent === current.size && !jobs.get(key)?.ticket
      if (bytesStored && current?.uploadId) {
        dispatch({ kind: 'stored', key })
        ports.retry(current.uploadId).catch((error: unknown) => dispatch({ kind: 'failed', key, ...ports.reason(error) }))
        return
      }
      dispatch({ kind: 'restarted', key })
      startNext()
    },
    /** Ends an upload and deletes the server's part of it. */
    abort: (key: string) => {
      const current = itemOf(key)
      const job = jobs.get(key)
      stopSending(key)
      releaseLock(job)
      jobs.delete(key)
      dispatch({ kind: 'removed', key })
      if (job?.fingerprintKey) void ports.deleteRecord(job.fingerprintKey)
      if (current?.uploadId && current.state !== 'done' && current.state !== 'processing') ports.remove(current.uploadId).catch(() => {})
      startNext()
    },
    /** Removes a file from the list; the server keeps it. */
    dismiss: (key: string) => {
      releaseLock(jobs.get(key))
      jobs.delete(key)
      dispatch({ kind: 'removed', key })
    },
    /** Applies the server's status of a file under conversion. */
    follow: (key: string, status: UploadStatus) => {
      if (itemOf(key)?.state === 'processing') applyStatus(key, status)
    },
    busy: () => queue.some((item) => isRunning(item) || item.state === 'ready'),
  }
}
