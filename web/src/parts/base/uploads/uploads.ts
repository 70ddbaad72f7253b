// The uploader of this tab, which goes on sending while pages change. Components read it through the hooks below; adding files returns their
// keys. The server chooses the protocol (uploader.ts).
import { atom } from 'jotai'
import { useMemo, useSyncExternalStore } from 'react'
import { CallFailed, call, currentScope, newKey } from '../../../client.ts'
import { TransferError } from './blocks.ts'
import { isOpen, isRunning, type Queue } from './queue.ts'
import { openFile, fingerprint, deleteRecord, saveRecord, type ResumeRecord, loadRecord, unfinishedRecords } from './resume.ts'
import { send, wait } from './transport.ts'
import { createUploader } from './uploader.ts'
import { invalidate } from '../../../queries.ts'
import { storeUnfinishedFlag, requireUploads } from './uploads-needed.ts'
import { setUploading } from '../../../device/connection-state.ts'

const scope = () => currentScope() ?? { person: '', org: '' }

/** The code of a failure: the server's, or one derived from the status of a store or connection. */
function reason(error: unknown): { reason: string; params?: Record<string, unknown> } {
  if (error instanceof CallFailed) {
    if (error.status === 0) return { reason: 'upload.lineLost' }
    const field = error.problem.code === 'invalid' ? Object.values(error.problem.details)[0]?.[0] : undefined
    return { reason: field?.code ?? error.problem.code, params: field?.params ?? error.problem.params }
  }
  if (error instanceof TransferError)
    return { reason: error.code || (error.status === 0 ? 'upload.lineLost' : 'upload.refused'), params: { status: error.status } }
  return { reason: 'upload.unreadable' }
}

/** Makes the WRPC callback, authorised by the upload's own token instead of a session. */
async function callback(id: string, fileKey: string, token: string, signal: AbortSignal) {
  const answer = await fetch(`/internal-api/upload/callback/${id}`, {
    method: 'POST',
    body: JSON.stringify({ file_key: fileKey }),
    signal,
    headers: { 'content-type': 'application/json', 'upload-token': token, 'idempotency-key': newKey() },
  }).catch(() => {
    throw new TransferError(0, 'upload.lineLost')
  })
  if (!answer.ok) throw new TransferError(answer.status, ((await answer.json().catch(() => ({}))) as { code?: string }).code)
  return answer.json()
}

const lockName = (uploadId: string) => `lyceum-upload-${uploadId}`
/** Locks an upload, so that other tabs do not offer to resume it. Without Web Locks (plain http in a local network) they may. */
function lock(uploadId: string): () => void {
  let released = false
  let release = () => {
    released = true
  }
  if ('locks' in navigator)
    void navigator.locks.request(
      lockName(uploadId),
      () =>
        new Promise<void>((done) => {
          if (released) return done()
          release = done
        }),
    )
  return () => release()
}

export const uploads = createUploader({
  create: (body, key, signal) => call('POST /api/uploads', { body, key, signal }),
  state: (id) => call('GET /api/uploads/:id', { params: { id }, query: {} }),
  uptoken: async (id, signal) => (await call('GET /api/uptoken', { query: { id }, signal })).uptoken,
  uploaded: (id, signal) =>
    call('PUT /api/uploads/:id/uploaded', { params: { id }, signal }).finally(() =>
      invalidate('GET /api/uploads', 'GET /api/courses/:id/resources', 'GET /api/user/storage-used'),
    ),
  callback,
  remove: (id) => call('DELETE /api/uploads/:id', { params: { id }, query: {} }),
  retry: (id) => call('POST /api/uploads/:id/retry', { params: { id } }),
  send,
  wait: (attempt, signal) => {
    // bytes have an origin of their own: a call tells whether the server is away
    call('GET /d/version').catch(() => {})
    return wait(attempt, signal)
  },
  fingerprint: (file) => fingerprint(file, scope().person, scope().org),
  loadRecord,
  saveRecord,
  deleteRecord,
  openFile,
  lock,
  now: () => Date.now(),
  newKey,
  isTransient: (error) =>
    (error instanceof CallFailed || error instanceof TransferError) && (error.status === 0 || error.status === 429 || error.status >= 500),
  reason,
})

let storedFlag: boolean | undefined
uploads.subscribe(() => {
  const queue = uploads.snapshot()
  if (queue.length) requireUploads()
  setUploading(queue.filter(isRunning).length)
  const unfinishedRecords = queue.some((item) => item.byBlocks && item.state !== 'done' && item.state !== 'processing')
  if (unfinishedRecords === storedFlag) return
  storedFlag = unfinishedRecords
  storeUnfinishedFlag(unfinishedRecords)
})

/** Every file of the queue, in the order they were added. */
export const useQueue = (): Queue => useSyncExternalStore(uploads.subscribe, uploads.snapshot)
/** Counts of the tray's files: not done, running, all. Numbers, so that the bars do not render again with every byte. */
export const useUploads = (): { open: number; running: number; listed: number } => {
  const listed = useSyncExternalStore(uploads.subscribe, () => uploads.snapshot().length)
  const open = useSyncExternalStore(uploads.subscribe, () => uploads.snapshot().filter(isOpen).length)
  const running = useSyncExternalStore(uploads.subscribe, () => uploads.snapshot().filter(isRunning).length)
  return { open, running, listed }
}
/** Ids of the uploads that this tab is sending; the same set until one starts or ends. */
export const useSendingIds = (): ReadonlySet<string> => {
  const ids = useSyncExternalStore(uploads.subscribe, () =>
    uploads
      .snapshot()
      .filter(isRunning)
      .flatMap((item) => item.uploadId ?? [])
      .join(),
  )
  return useMemo(() => new Set(ids.split(',')), [ids])
}
/** Lists this person's unfinished uploads on this device of the last day, without those that another tab holds. */
export async function adoptUnfinished(): Promise<void> {
  const records: ResumeRecord[] = await unfinishedRecords(scope().person, scope().org)
  const { held = [] } = records.length && 'locks' in navigator ? await navigator.locks.query() : {}
  const heldLocks = new Set(held.map(({ name }) => name))
  if (records.length === 0 && !storedFlag) storeUnfinishedFlag(false)
  uploads.adopt(records.filter(({ ticket }) => !heldLocks.has(lockName(ticket.id))))
}

/** Whether the tray is folded to its head. */
export const trayFolded = atom(false)

addEventListener('beforeunload', (event) => {
  if (uploads.snapshot().some(isRunning)) event.preventDefault()
})
