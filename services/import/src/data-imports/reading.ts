// Reading of a register's files in a thread of its own: rows come in batches, and no faster than they are taken.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type ErrorCode, type Params, refused, unavailable } from '@lyceum/kit/calls/errors'
import type { RosterKind } from '@lyceum/kit/rosters/api'
import type { Encoding } from '@lyceum/kit/text/encodings'
import type { ReplacedLetters } from '@lyceum/kit/text/replaced-letters'
import type { ImportKind } from './api.ts'
import type { Mapping } from './fields.ts'
import type { SourceFile } from './files.ts'

export type ReadRequest = {
  files: SourceFile[]
  kind: ImportKind
  mapping: Mapping
  encoding: Encoding | null
  /** Lines of each file that are read for a look at it; null: all, as rows. */
  look: number | null
}
/** `delta`: what it does not have stays. `endsEarly`: the last line, where it has fewer cells than all before and no end. */
export type ReadFile = {
  name: string
  kind: RosterKind | null
  lines: number
  encoding: Encoding | null
  replaced: ReplacedLetters | null
  delta: boolean
  endsEarly: number | null
  columns: string[]
  first: string[][]
  mapping: Mapping
}
/** Rows as JSON: a list of StagedRow. */
export type Message = { rows: string; count: number } | { files: ReadFile[] } | { code: ErrorCode; params: Params } | { away: string }

/** Megabytes of a thread; milliseconds for which one that has nothing to read stays. */
const memory = 192
const stays = 30_000

/** A thread that has ended its reading: to start one takes longer than to read most files. */
let spare: { thread: Worker; end: NodeJS.Timeout } | undefined
function takeThread(): Worker {
  const kept = spare
  spare = undefined
  if (kept) {
    clearTimeout(kept.end)
    kept.thread.ref()
    return kept.thread
  }
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: memory } })
  thread.once('exit', () => {
    if (spare?.thread === thread) spare = undefined
  })
  // one that fails while it is kept ends, and its end is heard; without a listener this process would end too
  thread.on('error', () => {})
  return thread
}
async function keepThread(thread: Worker): Promise<void> {
  if (spare) return void (await thread.terminate())
  thread.unref()
  spare = { thread, end: setTimeout(() => void thread.terminate(), stays).unref() }
}

/** 400 with what is wrong with a file; 503 when its bytes cannot be had now. */
export async function readFiles(
  request: ReadRequest,
  take: (rows: string, count: number) => Promise<void>,
  signal?: AbortSignal,
): Promise<ReadFile[]> {
  signal?.throwIfAborted()
  // a thread that is stopped removes nothing
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-roster-'))
  const worker = takeThread()
  const { promise, resolve, reject } = Promise.withResolvers<ReadFile[]>()
  /** The thread has said its last word about these files. */
  let isDone = false
  const stop = () => reject(signal!.reason)
  signal?.addEventListener('abort', stop, { once: true })
  const listen = (message: Message) => {
    isDone ||= !('rows' in message)
    if ('files' in message) resolve(message.files)
    else if ('code' in message) reject(refused(400, message.code, message.params))
    else if ('away' in message) reject(Object.assign(unavailable(), { cause: message.away }))
    else take(message.rows, message.count).then(() => worker.postMessage('next'), reject)
  }
  const fail = (error: Error & { code?: string }) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? refused(400, 'roster.tooLarge', { file: request.files.map(({ name }) => name).join(', ') })
        : error,
    )
  const end = () => reject(new Error('the reading thread ended'))
  worker.on('message', listen).once('error', fail).once('exit', end)
  worker.postMessage({ ...request, folder })
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', stop)
    worker.off('message', listen).off('exit', end)
    if (isDone) {
      worker.off('error', fail)
      await keepThread(worker)
    } else await worker.terminate()
    await rm(folder, { recursive: true, force: true })
  }
}
