// Exports of people: the job reads the rows of their list by the calls of its person, so that the bounds of a department hold, and leaves a file among
// their files.
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { contracts as identityContracts } from '@lyceum/identity/contracts'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Client } from '@lyceum/kit/calls/client'
import { delegatedClient } from '@lyceum/kit/calls/delegation'
import { refused } from '@lyceum/kit/calls/errors'
import type {} from '../audit-actions.ts'
import { callsOf, delegatedTask, refusalFor, rightsEnded } from '../calls-of-people.ts'
import type { Deps } from '../deps.ts'
import { startExportTask } from '../exports/exports.ts'
import type { Jobs } from '../jobs.ts'
import { sendFile } from '../question-imports/send-file.ts'
import type { PeopleExport } from './api.ts'
import { type ExportedPerson, exportTexts, writers } from './tables.ts'

type Identity = Client<typeof identityContracts>

/** 400 as GET /api/users answers it. */
export async function checkConditions({ door }: Deps, { org }: Actor, token: string, { conditions, sort }: PeopleExport): Promise<void> {
  const call = delegatedClient(door, { token, org }) as Identity
  const query = { page: 1, page_size: 1, ...(conditions && { conditions }), ...(sort && { sort }) }
  await call('GET /api/users', { query }).catch((error: unknown) => {
    throw refusalFor(error)
  })
}

export async function startPeopleExport(deps: Deps, actor: Actor, token: string, wanted: PeopleExport) {
  const subject = `org:${actor.org}`
  const payload = { token, org: actor.org, person: actor.person, wanted }
  return await startExportTask(deps, actor, {
    kind: 'people',
    token,
    request: { kind: 'exportPeople', payload, subject },
    more: (tx) => audit(tx, { action: 'people.exported', subject }),
  })
}

/** A sheet has room for 1,048,576 rows. */
const mostPeople = 1_000_000

export const exportPeople = delegatedTask<Jobs['exportPeople']>(async ({ job: { payload }, attempt, deps, progress, signal }) => {
  const { org, wanted } = payload
  const { conditions, format, lang = 'en' } = wanted
  // people are seen while the file is written: in that order some would be left out and others come twice
  const sort = wanted.sort?.endsWith('seen_at') ? 'name' : wanted.sort
  const call = delegatedClient(deps.door, { ...payload, signal }) as Identity
  let people = 0
  async function* rows(): AsyncGenerator<ExportedPerson[]> {
    let total = 1
    for (let after: string | null | undefined; after !== null; ) {
      const query = { ...(conditions && { conditions }), ...(sort && { sort }), ...(after && { after }) }
      const page: Awaited<ReturnType<typeof readRows>> = await readRows(call, query)
      total = page.total ?? total
      if (total > mostPeople) throw refused(422, 'peopleExport.tooMany', { count: mostPeople })
      yield page.items
      people += page.items.length
      await progress(Math.min(1, people / Math.max(1, total)), 'people')
      after = page.next
    }
  }
  const { orgs } = await call('GET /api/org', {}).catch(endAtRefusal)
  const zone = orgs.find(({ id }) => id === org)?.time_zone ?? 'UTC'
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-people-out-'))
  try {
    const path = join(folder, `people.${format}`)
    const texts = exportTexts(lang)
    await pipeline(Readable.from(writers[format](rows(), texts, zone), { objectMode: false }), createWriteStream(path), { signal })
    const name = `${texts.people}.${format}`
    // an attempt that is made again has other bytes
    const sending = { deps, call: callsOf(deps, payload, signal), task: payload.task, place: null, signal }
    const upload = await sendFile(sending, `people:${attempt}`, { name, bytes: await openAsBlob(path) })
    if (!upload) throw new Error('the file was refused by the store')
    return { upload, name, people }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

const readRows = (call: Identity, query: Parameters<typeof call<'GET /api/users/rows'>>[1]['query']) =>
  call('GET /api/users/rows', { query }).catch(endAtRefusal)

/** 401 and 403 end the work: whose rights were taken away in the middle may not go on. */
function endAtRefusal(error: unknown): never {
  throw rightsEnded(error, 'peopleExport.rightsChanged') ?? error
}
