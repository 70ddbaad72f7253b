// Exports of notes: the job reads them by the calls of their author, and leaves a PDF among their files.
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { contracts as identityContracts } from '@lyceum/identity/contracts'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Client } from '@lyceum/kit/calls/client'
import { delegatedClient } from '@lyceum/kit/calls/delegation'
import { type CallsOfPeople, callsOf, delegatedTask, refusalFor, rightsEnded } from '../calls-of-people.ts'
import type { Deps } from '../deps.ts'
import { startExportTask } from '../exports/exports.ts'
import type { Jobs } from '../jobs.ts'
import type { Block } from '../pdf/blocks.ts'
import { writePdf } from '../pdf/write-pdf.ts'
import { sendFile } from '../question-imports/send-file.ts'
import type { NoteExport } from './api.ts'
import { type Note, noteBlocks, noteTexts } from './note-blocks.ts'

/** Notes of one read and of one file, and letters of one file: whatever comes after them is left out, which the file ends with. */
const limits = { read: 100, notes: 10_000, letters: 20_000_000 }

const parametersOf = ({ course_id, conditions }: NoteExport) => ({ ...(course_id && { course_id }), ...(conditions && { conditions }) })

/** 400 for conditions as GET /api/notes answers them. */
export async function startNoteExport(deps: Deps, actor: Actor, token: string, wanted: NoteExport) {
  const payload = { token, org: actor.org, person: actor.person, wanted }
  return await startExportTask(deps, actor, { kind: 'notes', token, request: { kind: 'exportNotes', payload, subject: 'notes' } })
}
export async function checkNotes(deps: Deps, { org }: Actor, token: string, wanted: NoteExport): Promise<void> {
  await callsOf(deps, { token, org })('GET /api/notes', { query: { ...parametersOf(wanted), page_size: 1 } }).catch((error: unknown) => {
    throw refusalFor(error)
  })
}

async function readNotes(call: CallsOfPeople, wanted: NoteExport, progress: (part: number) => Promise<unknown>) {
  // one that was deleted meanwhile moves those after it
  const notes = new Map<string, Note>()
  let [page, pages, letters] = [1, 1, 0]
  for (; page <= pages && notes.size < limits.notes && letters < limits.letters; page++) {
    const query = { ...parametersOf(wanted), order: 'made' as const, page, page_size: limits.read }
    const read = await call('GET /api/notes', { query }).catch(endAtRefusal)
    for (const note of read.items) notes.set(note.id, note)
    letters += read.items.reduce((sum, { content, quote }) => sum + content.length + quote.length, 0)
    pages = read.pages
    await progress(Math.min(0.6, (0.6 * page) / Math.max(1, pages)))
  }
  return { notes: [...notes.values()], cut: page <= pages }
}

export const exportNotes = delegatedTask<Jobs['exportNotes']>(async ({ job: { payload }, attempt, deps, progress, signal }) => {
  const { org, wanted } = payload
  const call = callsOf(deps, payload, signal)
  const { notes, cut } = await readNotes(call, wanted, (part) => progress(part))
  const identity: Client<typeof identityContracts> = delegatedClient(deps.door, { ...payload, signal })
  const { orgs } = await identity('GET /api/org', {}).catch(endAtRefusal)
  const zone = orgs.find(({ id }) => id === org)?.time_zone ?? 'UTC'
  const { lang, t } = noteTexts(wanted.lang)
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-notes-'))
  try {
    const path = join(folder, 'notes')
    async function* parts(): AsyncGenerator<Block[]> {
      yield* noteBlocks(notes, { t, zone, at: deps.now(), cut })
    }
    await writePdf({ path, title: t('notes'), lang }, parts(), signal)
    await progress(0.9)
    const name = `${t('notes')}.pdf`
    const sending = { deps, call, task: payload.task, place: null, signal }
    // an attempt that is made again has other bytes
    const upload = await sendFile(sending, `notes:${attempt}`, { name, bytes: await openAsBlob(path) })
    if (!upload) throw new Error('the file was refused by the store')
    return { upload, name, notes: notes.length }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** 401 and 403 end the work: whose rights were taken away in the middle may not go on. */
function endAtRefusal(error: unknown): never {
  throw rightsEnded(error, 'export.rightsChanged') ?? error
}
