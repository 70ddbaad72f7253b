// Exports of attendance: the job reads everybody by the calls of its person, so that their rights hold, and leaves a file among their files.
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { contracts as identityContracts } from '@lyceum/identity/contracts'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Client } from '@lyceum/kit/calls/client'
import { delegatedClient } from '@lyceum/kit/calls/delegation'
import { callsOf, delegatedTask, refusalFor, rightsEnded } from '../calls-of-people.ts'
import type { Deps } from '../deps.ts'
import { startExportTask } from '../exports/exports.ts'
import type { Jobs } from '../jobs.ts'
import { sendFile } from '../question-imports/send-file.ts'
import type { AttendanceExport } from './api.ts'
import { attendanceTexts, type Line, writersOf } from './tables.ts'

/** 403, 404 and 400 as GET /api/courses/:id/attendance answers them. */
export async function checkCourse(
  deps: Deps,
  { org }: Actor,
  token: string,
  course: string,
  { conditions }: AttendanceExport,
): Promise<void> {
  const query = { page_size: 1, ...(conditions && { conditions }) }
  await callsOf(deps, { token, org })('GET /api/courses/:id/attendance', { params: { id: course }, query }).catch((error: unknown) => {
    throw refusalFor(error)
  })
}

export async function startAttendanceExport(deps: Deps, actor: Actor, token: string, course: string, wanted: AttendanceExport) {
  const payload = { token, org: actor.org, person: actor.person, course, wanted }
  return await startExportTask(deps, actor, {
    kind: 'attendance',
    token,
    request: { kind: 'exportAttendance', payload, subject: `course:${course}` },
  })
}

export const exportAttendance = delegatedTask<Jobs['exportAttendance']>(async ({ job: { payload }, attempt, deps, progress, signal }) => {
  const { org, course, wanted } = payload
  const { conditions, format, lang = 'en' } = wanted
  const call = callsOf(deps, payload, signal)
  const params = { id: course }
  const readLines = (after?: string) =>
    call('GET /api/courses/:id/attendance/rows', { params, query: { ...(conditions && { conditions }), ...(after && { after }) } }).catch(
      endAtRefusal,
    )
  const first = await readLines()
  const all = Math.max(1, first.total ?? 0)
  let people = 0
  async function* pages(): AsyncGenerator<Line[]> {
    for (let page = first; ; page = await readLines(page.next ?? undefined)) {
      yield page.items
      people += page.items.length
      await progress(Math.min(1, people / all), 'people')
      if (page.next === null) return
    }
  }
  const identity: Client<typeof identityContracts> = delegatedClient(deps.door, { ...payload, signal })
  const { orgs } = await identity('GET /api/org', {}).catch(endAtRefusal)
  const zone = orgs.find(({ id }) => id === org)?.time_zone ?? 'UTC'
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-attendance-'))
  try {
    const path = join(folder, `attendance.${format}`)
    const texts = attendanceTexts(lang)
    const table = writersOf(first.columns, texts, zone)[format](pages())
    await pipeline(Readable.from(table, { objectMode: false }), createWriteStream(path), { signal })
    const name = `${texts.attendance}.${format}`
    const sending = { deps, call, task: payload.task, place: null, signal }
    // an attempt that is made again has other bytes
    const upload = await sendFile(sending, `attendance:${attempt}`, { name, bytes: await openAsBlob(path) })
    if (!upload) throw new Error('the file was refused by the store')
    return { upload, name, people }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** 401 and 403 end the work: whose rights were taken away in the middle may not go on. */
function endAtRefusal(error: unknown): never {
  throw rightsEnded(error, 'attendanceExport.rightsChanged') ?? error
}
