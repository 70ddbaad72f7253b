// Attacks on rights: every call as every subject, against a table that is not the product's own; then forged, crossed and replayed
// requests.
import { startInstance } from './instance.ts'
import { isWrite, readOperations } from './operations.ts'
import type { Part } from './part.ts'
import { consumables } from './consumables.ts'
import { requestFor } from './requests.ts'
import { type Arena, ask, lineOf } from './rights-arena.ts'
import { demoAccounts } from './rights-demo.ts'
import { crossedIds, forgedRequests, massAssignment, replayedKeys } from './rights-forged.ts'
import { leaks } from './rights-leaks.ts'
import { subjects } from './rights-subjects.ts'
import { incomplete, verdictOf } from './rights-table.ts'
import { makeSenders, makeWorld } from './world.ts'

const refused = (status: number): boolean => [401, 403, 404].includes(status)
// these would end the sessions that the other calls need
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
      // a request without a session names its organisation
      if (operation.key === 'POST /api/user-actions' && !senders[subject].person)
        made.body = { ...(made.body as object), org_id: home.ids.org }
      const { status, text } = await ask(arena, operation, made, senders[subject])
      const repeat = lineOf(operation, made, `as ${subject}`)
      report.check(status < 500, `${operation.key} as ${subject}: ${status} ${text.slice(0, 120)}`, repeat)
      if (verdict === 'closed') {
        report.check(refused(status), `${operation.key} lets ${subject} in: ${status} ${text.slice(0, 120)}`, repeat)
        if (subject === 'visitor' || subject === 'signedOut')
          report.check([401, 403, 404].includes(status), `${operation.key} answers ${subject} with ${status}`, repeat)
      }
      // 409, 422 and a field that the domain refuses and not its shape: understood and allowed, but not now or not with this
      const served = status < 400 || status === 409 || status === 422 || (status === 400 && !text.includes('"field.'))
      if (verdict === 'open') report.check(served, `${operation.key} refuses ${subject}: ${status} ${text.slice(0, 160)}`, repeat)
      leaks(arena, { operation, subject, text, repeat })
      if (
        /\/courses?\/\{id\}\/(role|preview|inspect)$/.test(operation.path) &&
        isWrite(operation) &&
        status < 300 &&
        senders[subject].person
      )
        await senders[subject].person.call('PUT /api/course/:id/role', {
          params: { id: made.params.id ?? '' },
          body: { active: subject === 'simulating' ? 'student' : 'instructor' },
        })
    }
  }
}

/** The files of the course, which its students may read: their usage is for teachers alone. */
async function courseFiles(arena: Arena): Promise<void> {
  const { operations, home, senders, report } = arena
  const read = ['GET /api/uploads/:id', 'GET /api/uploads/:id/view', 'GET /api/uploads/:id/captions', 'GET /api/uploads/:id/blob']
  const used = ['GET /api/uploads/:id/references', 'GET /api/resources/:id/activities']
  const list = ['GET /api/courses/:id/resources', 'GET /api/uploads', 'GET /api/resource-groups/:id/files']
  for (const operation of operations.filter(({ key }) => [...read, ...used, ...list].includes(key)))
    for (const subject of subjects) {
      const made = requestFor(operation, home, { upload: home.ids.courseFile })
      const { status, text } = await ask(arena, operation, made, senders[subject])
      const repeat = lineOf(operation, made, `(a file of the course) as ${subject}`)
      const outside = [
        'visitor',
        'signedOut',
        'unenrolled',
        'otherTeacher',
        'otherStudent',
        'otherManager',
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
