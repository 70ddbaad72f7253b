// Rights: every call as everybody, against a table that is not the product's own; then what a forged, crossed or replayed request reaches.
import { type Instance, startInstance } from './instance.ts'
import { isWrite, type Operation, readOperations } from './operations.ts'
import type { Part } from './part.ts'
import type { Report } from './report.ts'
import { consumables, type Made, pathOf, requestFor } from './requests.ts'
import { demoAccounts } from './rights-demo.ts'
import { crossedIds, forgedRequests, leaks, massAssignment, replayedKeys } from './rights-forged.ts'
import { incomplete, type Subject, subjects, verdictOf } from './rights-table.ts'
import { makeSenders, makeWorld, type Sender, type World } from './world.ts'

export type Arena = { at: Instance; report: Report; operations: Operation[]; home: World; away: World; senders: Record<Subject, Sender> }
export type Answer = { status: number; text: string; headers: Headers }

/** Sends it as somebody; `headers` replace what they would send, null leaves one out. */
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

/** One line that says what was sent. */
export const said = (operation: Operation, made: Made, more = ''): string =>
  `${operation.method} ${pathOf(operation, made, '<scope>')} ${made.body === undefined ? '' : JSON.stringify(made.body).slice(0, 400)} ${more}`

const refused = (status: number): boolean => [401, 403, 404].includes(status)
// these would end the sessions that the rest is tried with
const last = ['DELETE /api/user/sessions', 'POST /api/session', 'DELETE /api/session']

async function matrix(arena: Arena): Promise<void> {
  const { operations, home, senders, report } = arena
  const at = (key: string) => last.indexOf(key)
  for (const operation of [...operations].sort((a, b) => at(a.key) - at(b.key))) {
    const of = (verdict: string) => subjects.filter((subject) => verdictOf(operation.key, subject) === verdict)
    for (const subject of [...of('closed'), ...of('unsaid'), ...of('open')]) {
      const verdict = verdictOf(operation.key, subject)
      if (operation.key.endsWith(' /api/session') && subject !== 'visitor' && isWrite(operation)) continue
      const made = requestFor(operation, home, verdict === 'closed' ? {} : await consumables[operation.key]?.(home))
      // who is not signed in says which organisation they mean
      if (operation.key === 'POST /api/user-actions' && !senders[subject].person)
        made.body = { ...(made.body as object), org_id: home.ids.org }
      const { status, text } = await ask(arena, operation, made, senders[subject])
      const repeat = said(operation, made, `as ${subject}`)
      report.check(status < 500, `${operation.key} as ${subject}: ${status} ${text.slice(0, 120)}`, repeat)
      if (verdict === 'closed') {
        report.check(refused(status), `${operation.key} lets ${subject} in: ${status} ${text.slice(0, 120)}`, repeat)
        if (subject === 'visitor' || subject === 'signedOut')
          report.check([401, 403, 404].includes(status), `${operation.key} answers ${subject} with ${status}`, repeat)
      }
      // 409 and 422: understood and allowed, but not now
      const served = status < 400 || status === 409 || status === 422
      if (verdict === 'open') report.check(served, `${operation.key} refuses ${subject}: ${status} ${text.slice(0, 160)}`, repeat)
      leaks(arena, { operation, subject, text, repeat })
      if (/\/(role|preview|inspect)$/.test(operation.path) && operation.method === 'PUT' && status < 300 && senders[subject].person)
        await senders[subject].person.call('PUT /api/course/:id/role', {
          params: { id: made.params.id ?? '' },
          body: { active: subject === 'simulating' ? 'student' : 'instructor' },
        })
    }
  }
}

/** The files of the course, which its students may read: what is said of their use is for those who teach. */
async function courseFiles(arena: Arena): Promise<void> {
  const { operations, home, senders, report } = arena
  const read = ['GET /api/uploads/:id', 'GET /api/uploads/:id/view', 'GET /api/uploads/:id/captions', 'GET /api/uploads/:id/blob']
  const used = ['GET /api/uploads/:id/references', 'GET /api/resources/:id/activities']
  const list = ['GET /api/courses/:id/resources', 'GET /api/uploads', 'GET /api/resource-groups/:id/files']
  for (const operation of operations.filter(({ key }) => [...read, ...used, ...list].includes(key)))
    for (const subject of subjects) {
      const made = requestFor(operation, home, { upload: home.ids.courseFile })
      const { status, text } = await ask(arena, operation, made, senders[subject])
      const repeat = said(operation, made, `(a file of the course) as ${subject}`)
      const outside = [
        'visitor',
        'signedOut',
        'unenrolled',
        'otherTeacher',
        'otherStudent',
        'awayTeacher',
        'awayStudent',
        'awayAdmin',
        'intruder',
      ]
      if (!list.includes(operation.key) && outside.includes(subject))
        report.check(refused(status), `${operation.key} lets ${subject} at a file of the course: ${status}`, repeat)
      if (read.slice(0, 3).includes(operation.key) && subject === 'student')
        report.check(status < 400, `${operation.key} refuses a student a file of the course: ${status} ${text.slice(0, 120)}`, repeat)
      leaks(arena, { operation, subject, text, repeat })
    }
}

export const rights: Part = {
  name: 'rights',
  about: 'every call as everybody against a table of our own; scopes, crossed ids, replayed keys, fields nobody may set, demo accounts',
  seconds: 240,
  async run(report) {
    const at = await startInstance('rights')
    try {
      const operations = await readOperations(at.url)
      const { without, gone } = incomplete(operations.map(({ key }) => key))
      for (const key of without) report.check(false, `${key} has no expectation`, 'add it to tests/attack/rights-table.ts')
      for (const key of gone) report.check(false, `${key} is expected and there is no such call`, 'tests/attack/rights-table.ts')
      const home = await makeWorld(at, 'Home')
      const away = await makeWorld(at, 'Away')
      const arena: Arena = { at, report, operations, home, away, senders: await makeSenders(home, away) }
      await forgedRequests(arena)
      await massAssignment(arena)
      await crossedIds(arena)
      await courseFiles(arena)
      await replayedKeys(arena)
      await matrix(arena)
    } finally {
      await at.stop()
    }
    await demoAccounts(report)
  },
}
