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

/** Megabytes of the thread. */
const memory = 192

/** 400 with what is wrong with a file; 503 when its bytes cannot be had now. */
export async function readFiles(
  request: ReadRequest,
  take: (rows: string, count: number) => Promise<void>,
  signal?: AbortSignal,
): Promise<ReadFile[]> {
  signal?.throwIfAborted()
  // a thread that is stopped removes nothing
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-roster-'))
  const worker = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: { ...request, folder },
    resourceLimits: { maxOldGenerationSizeMb: memory },
  })
  const { promise, resolve, reject } = Promise.withResolvers<ReadFile[]>()
  const stop = () => reject(signal!.reason)
  signal?.addEventListener('abort', stop, { once: true })
  worker.on('message', (message: Message) => {
    if ('files' in message) resolve(message.files)
    else if ('code' in message) reject(refused(400, message.code, message.params))
    else if ('away' in message) reject(Object.assign(unavailable(), { cause: message.away }))
    else take(message.rows, message.count).then(() => worker.postMessage('next'), reject)
  })
  worker.once('error', (error: Error & { code?: string }) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? refused(400, 'roster.tooLarge', { file: request.files.map(({ name }) => name).join(', ') })
        : error,
    ),
  )
  worker.once('exit', () => reject(new Error('the reading thread ended')))
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
    await rm(folder, { recursive: true, force: true })
  }
}
