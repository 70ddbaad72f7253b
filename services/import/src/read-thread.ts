// The thread of read-file.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { Problem } from '@lyceum/kit/calls/errors'
import { withSeed } from './question-formats/parts.ts'
import { readQuestionFile } from './question-formats.ts'
import type { ReadAnswer, ReadRequest } from './read-file.ts'

const { name, bytes, seed, ...choices } = workerData as ReadRequest
let answer: ReadAnswer
try {
  answer = withSeed(seed, () => readQuestionFile(name, bytes, choices))
} catch (error) {
  answer =
    error instanceof Problem && error.status < 500
      ? { code: error.code, params: error.params, status: error.status }
      : { code: 'questionImport.broken', params: {}, status: 400 }
}
parentPort!.postMessage(answer)
