// Exports of a register: the job reads the owners' lists by the calls of its person, page by page, and leaves an archive among their files.
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { contracts as courseContracts } from '@lyceum/course/contracts'
import type { contracts as identityContracts } from '@lyceum/identity/contracts'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Client } from '@lyceum/kit/calls/client'
import { delegatedClient } from '@lyceum/kit/calls/delegation'
import { callsOf, delegatedTask, rightsEnded } from '../calls-of-people.ts'
import type { Deps } from '../deps.ts'
import { startExportTask } from '../exports/exports.ts'
import type { Jobs } from '../jobs.ts'
import { sendFile } from '../question-imports/send-file.ts'
import { academicSessions, classes, courses, enrollments, guidOf, manifest, orgs, roles, termOf, users } from './oneroster-tables.ts'
import { zipFile } from './zip-file.ts'

export async function startRosterExport(deps: Deps, actor: Actor, token: string, { source = 'oneroster' }: { source?: string }) {
  const payload = { token, org: actor.org, person: actor.person, source }
  return await startExportTask(deps, actor, {
    kind: 'roster',
    token,
    request: { kind: 'exportRoster', payload, subject: `org:${actor.org}` },
  })
}

const files = ['orgs', 'academicSessions', 'courses', 'classes', 'users', 'roles', 'enrollments'] as const
type Calls = Client<typeof identityContracts & typeof courseContracts>
type Page<T> = { items: T[]; next: string | null }

/** 401 and 403 end the work: whose rights were taken away in the middle may not go on. */
async function* pagesOf<T>(read: (after: object) => Promise<Page<T>>, each: (items: T[]) => Promise<void>): AsyncGenerator<T[]> {
  for (let after: string | null = ''; after !== null; ) {
    const page: Page<T> = await read(after === '' ? {} : { after }).catch((error: unknown) => {
      throw rightsEnded(error, 'roster.rightsChanged') ?? error
    })
    await each(page.items)
    yield page.items
    after = page.next
  }
}

export const exportRoster = delegatedTask<Jobs['exportRoster']>(async ({ job: { payload }, attempt, deps, progress, signal }) => {
  const call = delegatedClient(deps.door, { ...payload, signal }) as Calls
  const { source } = payload
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-roster-out-'))
  try {
    const path = join(folder, 'oneroster.zip')
    const zip = zipFile(path)
    /** Of each thing what the files call it. Only ids stand in memory. */
    const [departments, people, taught] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()]
    const terms = new Map<string, Parameters<typeof termOf>[0]>()
    let done = 0
    const keep = (guids: Map<string, string>) => async (items: { id: string; external_id: string | null }[]) => {
      for (const one of items) guids.set(one.id, guidOf(one))
      done += items.length
      // how many there will be is not known
      await progress(done / (done + 50_000), 'lines')
    }
    const listDepartments = () =>
      pagesOf((after) => call('GET /api/roster/departments', { query: { source, ...after } }), keep(departments))
    const listPeople = () => pagesOf((after) => call('GET /api/roster/people', { query: { source, ...after } }), keep(people))
    const listCourses = () => pagesOf((after) => call('GET /api/roster/courses', { query: { source, ...after } }), keep(taught))
    await zip.add('manifest.csv', manifest(files))
    // those above may come after those below
    for await (const _ of listDepartments());
    await zip.add('orgs.csv', orgs(listDepartments(), departments))
    await zip.add('courses.csv', courses(listCourses()))
    await zip.add(
      'classes.csv',
      classes(
        watched(listCourses(), (one) => {
          const term = termOf(one)
          if (term) terms.set(term, one)
        }),
        departments,
      ),
    )
    await zip.add('academicSessions.csv', academicSessions(terms))
    await zip.add('users.csv', users(listPeople(), departments))
    await zip.add('roles.csv', roles(listPeople(), departments))
    await zip.add(
      'enrollments.csv',
      enrollments(
        pagesOf((after) => call('GET /api/roster/enrolments', { query: { source, ...after } }), keep(new Map())),
        people,
        taught,
      ),
    )
    await zip.end()
    const name = 'oneroster.zip'
    // an attempt that is made again has other bytes
    const sending = { deps, call: callsOf(deps, payload, signal), task: payload.task, place: null, signal }
    const upload = await sendFile(sending, `oneroster:${attempt}`, { name, bytes: await openAsBlob(path) })
    if (!upload) throw new Error('the archive was refused by the store')
    return { upload, name, people: people.size, courses: taught.size }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

async function* watched<T>(pages: AsyncIterable<T[]>, look: (item: T) => void): AsyncGenerator<T[]> {
  for await (const items of pages) {
    for (const one of items) look(one)
    yield items
  }
}
