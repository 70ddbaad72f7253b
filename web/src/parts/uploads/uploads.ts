// The one uploader of this tab: files keep going up while pages change. Components read it through useUploads; who adds files gets their
// keys and can watch them. Which protocol is spoken is the server's choice (features/upload/uploader.ts).
import { atom } from 'jotai'
import { useMemo, useSyncExternalStore } from 'react'
import { CallFailed, call, currentScope, newKey } from '../../client.ts'
import { Refused } from './blocks.ts'
import { isOpen, isRunning, type Item, type Queue } from './queue.ts'
import { fileOf, fingerprint, forget, keep, type Kept, recall, unfinished } from './resume.ts'
import { send, wait } from './transport.ts'
import { createUploader } from './uploader.ts'
import { outdate } from '../../queries.ts'
import { rememberUploads, wantUploads } from './uploads-wanted.ts'
import { setWaiting } from '../../waiting.ts'

const who = () => currentScope() ?? { person: '', org: '' }

/** A server's code, or what a store or a line without one can tell. */
function reason(error: unknown): { reason: string; params?: Record<string, unknown> } {
  if (error instanceof CallFailed) {
    if (error.status === 0) return { reason: 'upload.lineLost' }
    const field = error.problem.code === 'invalid' ? Object.values(error.problem.details)[0]?.[0] : undefined
    return { reason: field?.code ?? error.problem.code, params: field?.params ?? error.problem.params }
  }
  if (error instanceof Refused)
    return { reason: error.code || (error.status === 0 ? 'upload.lineLost' : 'upload.refused'), params: { status: error.status } }
  return { reason: 'upload.unreadable' }
}

/** The WRPC callback is the store's way in: it takes the upload's own token instead of a session. */
async function callback(id: string, fileKey: string, token: string, signal: AbortSignal) {
  const answer = await fetch(`/internal-api/upload/callback/${id}`, {
    method: 'POST',
    body: JSON.stringify({ file_key: fileKey }),
    signal,
    headers: { 'content-type': 'application/json', 'upload-token': token, 'idempotency-key': newKey() },
  }).catch(() => {
    throw new Refused(0, 'upload.lineLost')
  })
  if (!answer.ok) throw new Refused(answer.status, ((await answer.json().catch(() => ({}))) as { code?: string }).code)
  return answer.json()
}

const lockName = (uploadId: string) => `lyceum-upload-${uploadId}`
/** Another tab does not offer to go on with what this one has. Without Web Locks (plain http in a local network) it may. */
function hold(uploadId: string): () => void {
  let over = false
  let release = () => {
    over = true
  }
  if ('locks' in navigator)
    void navigator.locks.request(
      lockName(uploadId),
      () =>
        new Promise<void>((done) => {
          if (over) return done()
          release = done
        }),
    )
  return () => release()
}

export const uploads = createUploader({
  create: (draft, key, signal) => call('POST /api/uploads', { body: draft, key, signal }),
  state: (id) => call('GET /api/uploads/:id', { params: { id } }),
  uptoken: async (id, signal) => (await call('GET /api/uptoken', { query: { id }, signal })).uptoken,
  uploaded: (id, signal) =>
    call('PUT /api/uploads/:id/uploaded', { params: { id }, signal }).finally(() =>
      outdate('GET /api/uploads', 'GET /api/courses/:id/resources', 'GET /api/user/storage-used'),
    ),
  callback,
  remove: (id) => call('DELETE /api/uploads/:id', { params: { id }, query: {} }),
  retry: (id) => call('POST /api/uploads/:id/retry', { params: { id } }),
  send,
  wait,
  fingerprint: (file) => fingerprint(file, who().person, who().org),
  recall,
  keep,
  forget,
  fileOf,
  hold,
  now: () => Date.now(),
  newKey,
  passing: (error) =>
    (error instanceof CallFailed || error instanceof Refused) && (error.status === 0 || error.status === 429 || error.status >= 500),
  reason,
})

let remembered: boolean | undefined
uploads.subscribe(() => {
  const queue = uploads.snapshot()
  if (queue.length) wantUploads()
  setWaiting('uploads', queue.filter(isRunning).length)
  const unfinished = queue.some((item) => item.byBlocks && item.state !== 'done' && item.state !== 'processing')
  if (unfinished === remembered) return
  remembered = unfinished
  rememberUploads(unfinished)
})

/** Every file of the queue, in the order they were added. */
export const useQueue = (): Queue => useSyncExternalStore(uploads.subscribe, uploads.snapshot)
/** How many files of the tray are on their way, wait, are paused or have failed, and how many it lists in all. Numbers, so that the bars
 *  are not drawn anew with every byte. */
export const useUploads = (): { open: number; running: number; listed: number } => {
  const listed = useSyncExternalStore(uploads.subscribe, () => uploads.snapshot().length)
  const open = useSyncExternalStore(uploads.subscribe, () => uploads.snapshot().filter(isOpen).length)
  const running = useSyncExternalStore(uploads.subscribe, () => uploads.snapshot().filter(isRunning).length)
  return { open, running, listed }
}
/** Ids of the uploads that this tab is sending; the same set while nothing begins or ends. */
export const useGoing = (): ReadonlySet<string> => {
  const ids = useSyncExternalStore(uploads.subscribe, () =>
    uploads
      .snapshot()
      .filter(isRunning)
      .flatMap((item) => item.uploadId ?? [])
      .join(),
  )
  return useMemo(() => new Set(ids.split(',')), [ids])
}
/** One file of the queue; undefined once it is off the list. */
export const useUpload = (key: string | undefined): Item | undefined => {
  const queue = useQueue()
  return useMemo(() => queue.find((item) => item.key === key), [queue, key])
}
/** Lists what was left half sent on this device by this person within a day, unless another tab has it. */
export async function takeUpLeft(): Promise<void> {
  const left: Kept[] = await unfinished(who().person, who().org)
  const { held = [] } = left.length && 'locks' in navigator ? await navigator.locks.query() : {}
  const taken = new Set(held.map(({ name }) => name))
  if (left.length === 0 && !remembered) rememberUploads(false)
  uploads.adopt(left.filter(({ ticket }) => !taken.has(lockName(ticket.id))))
}

/** Whether the tray is folded to its head. */
export const trayFolded = atom(false)

addEventListener('beforeunload', (event) => {
  if (uploads.snapshot().some(isRunning)) event.preventDefault()
})
