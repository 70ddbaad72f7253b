// Reads a file of questions in a thread of its own: long and hostile files must not hold up other calls.
import { Worker } from 'node:worker_threads'
import { type ErrorCode, type Params, refused } from '@lyceum/kit/calls/errors'
import type { Encoding } from '@lyceum/kit/text/encodings'
import type { ReplacedLetters } from '@lyceum/kit/text/replaced-letters'
import type { FormatName, NeutralFileOfQuestions } from './question-formats/format.ts'

/** Milliseconds, and megabytes of memory. */
const limits = { time: 20_000, memory: 512 }

export type ReadRequest = { name: string; bytes: Uint8Array; format?: FormatName; encoding?: Encoding; language?: string; seed: string }
export type ReadAnswer =
  | { format: FormatName; encoding: Encoding | null; replaced: ReplacedLetters | null; file: NeutralFileOfQuestions }
  | { code: ErrorCode; params: Params; status: number }

/** The same `seed` gives the parts of questions the same ids. 400 with what is wrong with the file. */
export async function readInThread(request: ReadRequest): Promise<Extract<ReadAnswer, { file: unknown }>> {
  const worker = new Worker(new URL('./read-thread.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
  })
  const timer = setTimeout(() => void worker.terminate(), limits.time)
  try {
    const answer = await new Promise<ReadAnswer>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('ended')))
    }).catch(() => ({ code: 'questionImport.tooLarge' as const, params: {}, status: 400 }))
    if ('code' in answer) throw refused(answer.status, answer.code, answer.params)
    return answer
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
