// The arena of the rights part: instance, people and calls, and the sending of one call as a subject.
import type { Instance } from './instance.ts'
import type { Operation } from './operations.ts'
import type { Report } from './report.ts'
import { type Made, pathOf } from './requests.ts'
import type { Subject } from './rights-subjects.ts'
import type { Sender, World } from './world.ts'

export type Arena = { at: Instance; report: Report; operations: Operation[]; home: World; away: World; senders: Record<Subject, Sender> }
export type Answer = { status: number; text: string; headers: Headers }

/** Sends the call as a subject; `headers` replace the subject's own, null leaves one out. */
export async function ask(
  { at }: Pick<Arena, 'at'>,
  operation: Operation,
  made: Made,
  sender: Sender,
  headers: Record<string, string | null> = {},
): Promise<Answer> {
  const all = {
    ...sender.headers,
    ...(operation.scope === 'header' && { 'request-scope': sender.scope }),
    ...(made.body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  }
  const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null)
  const ended = new AbortController()
  const answer = await fetch(at.url + pathOf(operation, made, sender.scope), {
    method: operation.method,
    redirect: 'manual',
    signal: AbortSignal.any([ended.signal, AbortSignal.timeout(30_000)]),
    headers: Object.fromEntries(given),
    ...(made.body !== undefined && { body: JSON.stringify(made.body) }),
  })
  const stream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  const text = stream ? '' : await answer.text()
  ended.abort()
  return { status: answer.status, text, headers: answer.headers }
}

/** One line that describes the request. */
export const lineOf = (operation: Operation, made: Made, more = ''): string =>
  `${operation.method} ${pathOf(operation, made, '<scope>')} ${made.body === undefined ? '' : JSON.stringify(made.body).slice(0, 400)} ${more}`
