// Exports of questions: the job reads them by the calls of its person, and writes the file that the person fetches.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict } from '@lyceum/kit/calls/errors'
import { one, run } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { type CallsOfPeople, callsOf, delegatedTask, endAtRefusal } from '../calls-of-people.ts'
import type { Deps } from '../deps.ts'
import { startExportTask } from '../exports/exports.ts'
import type { Jobs } from '../jobs.ts'
import type { NeutralFile, NeutralQuestion } from '../question-formats/format.ts'
import { losesRule } from '../question-formats/losses.ts'
import { withTex, withTexts } from '../question-formats/parts.ts'
import { questionFormats } from '../question-formats.ts'
import type { ExportDraft } from './api.ts'

export async function startExport(
  deps: Deps,
  actor: Actor,
  token: string,
  { bank_id, conditions = '{}', ids, format }: ExportDraft,
): Promise<{ task: string }> {
  const payload = { token, org: actor.org, person: actor.person, bank: bank_id, conditions, ids: ids ?? null, format }
  return await startExportTask(deps, actor, {
    kind: 'questions',
    token,
    request: { kind: 'exportQuestions', payload, subject: `bank:${bank_id}` },
  })
}

/** Questions of one file, bytes of its pictures and films, and calls at once. */
const limits = { questions: 5000, bytes: 50 * 1024 ** 2, atOnce: 4 }

export const exportQuestions = (db: Deps['db']) =>
  delegatedTask<Jobs['exportQuestions']>(async ({ job: { payload }, deps, progress, report, signal }) => {
    const call = callsOf(deps, payload, signal)
    const bank = await call('GET /api/banks/:id', { params: { id: payload.bank } }).catch(endAtRefusal)
    const folderOf = pathsOf(bank.folders)
    const asked = payload.ids ?? (await listedIds(call, payload))
    const read = async (ids: readonly string[]): Promise<Stored[]> => {
      const found: Stored[] = []
      for (let from = 0; from < ids.length; from += limits.atOnce) {
        await progress(from / ids.length, 'questions')
        const some = ids.slice(from, from + limits.atOnce).map((id) => readQuestion(call, id))
        found.push(...(await Promise.all(some).catch(endAtRefusal)))
      }
      return found
    }
    const listed = await read(asked)
    // texts that some of them are about come along
    const among = new Set(asked)
    const further = new Set(listed.flatMap(({ stimulus_id }) => (stimulus_id && !among.has(stimulus_id) ? [stimulus_id] : [])))
    const stored = textsFirst([...(await read([...further])), ...listed])
    const refs = new Map<string, string>()
    for (const { stimulus_id } of stored) if (stimulus_id && !refs.has(stimulus_id)) refs.set(stimulus_id, `t${refs.size + 1}`)
    const questions = stored.map(({ id, type, title, stem, content, key, feedback, points, tags, folder_id, stimulus_id }) => {
      const [ref, about] = [refs.get(id), refs.get(stimulus_id ?? '')]
      const joined = { ...(ref !== undefined && { ref }), ...(about !== undefined && { about }) }
      const neutral = { type, title, stem, content, key, feedback, points, tags, folder: folderOf(folder_id), notes: [], ...joined }
      return withTexts(neutral as unknown as NeutralQuestion, (html) => withTex(html))
    })
    const files = new Map<string, NeutralFile>()
    await fetchFiles(
      deps,
      call,
      stored.map(({ id }) => id),
      questions,
      files,
      signal,
    )
    // of surveys: no format has a choice without a right answer
    const keyless = questions.filter(({ type, key }) => choices.includes(type) && Object.keys(key).length === 0)
    const written = questions.filter((question) => !keyless.includes(question))
    const named = written.map((question) =>
      withTexts(question, (html) =>
        html
          .replaceAll(/\bdata-upload="([0-9a-f-]{36})"/g, (_, id: string) => `src="question-file:${id}"`)
          .replaceAll(/<a\b([^>]*?)src="question-file:/g, '<a$1href="question-file:'),
      ),
    )
    const { bytes, extension, mime, left: ofNoFormat } = questionFormats[payload.format].write!(named, files)
    const left = [...keyless, ...ofNoFormat]
    const name = `${bank.title.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')}.${extension}`
    await run(
      db,
      `insert into question_files (id, org_id, person_id, task, name, mime, content, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (task) do update set content = excluded.content`,
      newId(),
      payload.org,
      payload.person,
      payload.task,
      name,
      mime,
      bytes,
      deps.now(),
    )
    const changed = written.filter((question, at) => !ofNoFormat.includes(named[at]!) && losesRule(payload.format, question))
    if (changed.length > 0)
      await report(
        changed.map(({ title, type }) => ({ item: title, outcome: 'done', code: 'questionImport.ruleNotWritten', params: { type } })),
      )
    if (left.length > 0)
      await report(
        left.map(({ title, type }) => ({ item: title, outcome: 'skipped', code: 'questionImport.notInFormat', params: { type } })),
      )
    return { questions: questions.length - left.length, left: left.length, name }
  })

type Stored = Awaited<ReturnType<typeof readQuestion>>
const readQuestion = (call: CallsOfPeople, id: string) => call('GET /api/questions/:id', { params: { id } })

/** Each text right before the first question that is about it. */
function textsFirst(questions: readonly Stored[]): Stored[] {
  const texts = new Map(questions.flatMap((one) => (one.type === 'stimulus' ? [[one.id, one]] : [])))
  const placed = new Set<string>()
  return questions.flatMap((question): Stored[] => {
    const text = texts.get(question.stimulus_id ?? '')
    const list = [...(text ? [text] : []), question].filter(({ id }) => !placed.has(id))
    for (const { id } of list) placed.add(id)
    return list
  })
}

const choices = ['single', 'multiple', 'true_false']

async function listedIds(call: CallsOfPeople, { bank, conditions }: Jobs['exportQuestions']): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ids.length < limits.questions; page++) {
    const query = { page, page_size: 100, conditions, sort: 'created' as const }
    const { items, pages } = await call('GET /api/banks/:id/questions', { params: { id: bank }, query }).catch(endAtRefusal)
    ids.push(...items.map(({ id }) => id))
    if (page >= pages) break
  }
  return ids
}

function pathsOf(folders: readonly { id: string; parent_id: string | null; title: string }[]): (id: string | null) => string[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  return (id) => {
    const path: string[] = []
    for (
      let folder = id === null ? undefined : byId.get(id);
      folder && path.length < 20;
      folder = folder.parent_id === null ? undefined : byId.get(folder.parent_id)
    )
      path.unshift(folder.title)
    return path
  }
}

/** The pictures, sounds and films that the texts name, until they are too many. */
async function fetchFiles(
  { config }: Deps,
  call: CallsOfPeople,
  ids: string[],
  questions: NeutralQuestion[],
  files: Map<string, NeutralFile>,
  signal: AbortSignal,
): Promise<void> {
  let room = limits.bytes
  for (const [at, question] of questions.entries()) {
    if (!JSON.stringify(question).includes('data-upload=')) continue
    const { items } = await call('GET /api/questions/:id/files', { params: { id: ids[at]! } }).catch(endAtRefusal)
    for (const { upload_id, name, size, url } of items) {
      if (files.has(upload_id) || size > room) continue
      const answer = await fetch(new URL(url, config.bytesUrl), { signal })
      if (!answer.ok) continue
      files.set(upload_id, { name, bytes: new Uint8Array(await answer.arrayBuffer()) })
      room -= size
    }
  }
}

/** 409 questionExport.notReady while the task runs, and once the file is gone. */
export async function readExport({ db }: Deps, { person }: Actor, task: string): Promise<{ name: string; mime: string; content: string }> {
  const file = await one<{ name: string; mime: string; content: Uint8Array }>(
    db,
    `select name, mime, content from question_files where task = $1 and person_id = $2 and mime <> ''`,
    task,
    person,
  )
  if (!file) throw conflict('questionExport.notReady')
  return { name: file.name, mime: file.mime, content: Buffer.from(file.content).toString('base64') }
}
