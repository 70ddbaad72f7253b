// Imports of questions: the look at a file, the start of the task, its report.
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows, run } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { type CallsOfPeople, callsOf, refusalFor } from '../calls-of-people.ts'
import type { Deps } from '../deps.ts'
import { startTask } from '../jobs.ts'
import type { NeutralFileOfQuestions, NeutralQuestion } from '../question-formats/format.ts'
import { textOf } from '../question-formats/parts.ts'
import { readInThread } from '../read-file.ts'
import type { ImportDraft, ImportedItem, Preview } from './api.ts'
import { answersOf, batches, draftOf, outcomesOf, type Placing, textFor } from './drafts.ts'

/** Entries of the file: questions, then what cannot be read. `outcome` before anything was made. */
export function itemsIn({ questions, unreadable }: NeutralFileOfQuestions): ImportedItem[] {
  const read = questions.map(
    ({ title, type, notes }, item): ImportedItem => ({
      item,
      title,
      type,
      outcome: notes.length > 0 ? 'converted' : 'imported',
      ...noting(notes.map(({ code, params = {} }) => ({ code: `questionImport.${code}`, params }))),
      id: null,
    }),
  )
  const lost = unreadable.map(
    ({ title, line }, nth): ImportedItem => ({
      item: questions.length + nth,
      title,
      type: '',
      outcome: 'skipped',
      ...noting([{ code: 'questionImport.unreadable', params: line === undefined ? {} : { line } }]),
      id: null,
    }),
  )
  return [...read, ...lost]
}
const noting = (notes: ImportedItem['notes']) => ({ code: notes[0]?.code ?? null, params: notes[0]?.params ?? {}, notes })

type File = Pick<ImportDraft, 'name' | 'content' | 'format' | 'encoding' | 'language'>
const bytesOf = ({ content }: File) => Buffer.from(content, 'base64')
const readDraft = (given: File, bytes: Uint8Array) =>
  readInThread({
    name: given.name,
    bytes,
    ...(given.format && { format: given.format }),
    ...(given.encoding && { encoding: given.encoding }),
    ...(given.language && { language: given.language }),
    seed: newId(),
  })
const shown = 200

/** With a bank also what that would refuse: it is asked by the calls of the person, who needs the right to change it. */
export async function previewImport(deps: Deps, actor: Actor, token: string, given: File & { bank_id?: string }): Promise<Preview> {
  const { format, encoding, replaced, file } = await readDraft(given, bytesOf(given))
  const textAt = new Map(file.questions.flatMap(({ ref }, at) => (ref === undefined ? [] : [[ref, at]])))
  const foreseen = given.bank_id ? await refusals(callsOf(deps, { token, org: actor.org }), given.bank_id, file) : itemsIn(file)
  const items = foreseen.map((item) => {
    const question: NeutralQuestion | undefined = file.questions[item.item]
    const text = question ? textOf(question.stem) : ''
    return {
      ...item,
      folder: question?.folder ?? [],
      excerpt: [...text].slice(0, shown).join(''),
      points: question?.points ?? '',
      about: textAt.get(question?.about ?? '') ?? null,
    }
  })
  const count = (outcome: ImportedItem['outcome']) => items.filter((item) => item.outcome === outcome).length
  return {
    format,
    encoding,
    replaced,
    items,
    counts: { imported: count('imported'), converted: count('converted'), skipped: count('skipped') },
  }
}

/** The items of the file, after the bank has looked at its questions. */
async function refusals(call: CallsOfPeople, bank: string, file: NeutralFileOfQuestions): Promise<ImportedItem[]> {
  const items = itemsIn(file)
  // files are sent, folders and texts made by the import itself
  const upload = newId()
  const placing: Placing = { folder: () => null, upload: () => upload, stimulus: () => null }
  const check = async (questions: readonly NeutralQuestion[]) =>
    (
      await call('POST /api/banks/:id/questions/check', {
        params: { id: bank },
        body: { questions: questions.map((question) => draftOf(question, placing)) as never },
      })
    ).results
  const look = (questions: NeutralQuestion[]) =>
    answersOf(questions, check).catch((error: unknown) => {
      throw refusalFor(error)
    })
  const readable = items.filter(({ outcome }) => outcome !== 'skipped')
  for (const list of batches(readable, file)) {
    const questionsOf = (some: readonly ImportedItem[]) => some.map(({ item }) => file.questions[item]!)
    const outcomes = await outcomesOf(list, await look(questionsOf(list)), (refused) => look(questionsOf(refused).map(textFor)))
    for (const outcome of outcomes) items[outcome.item] = outcome
  }
  return items
}
/** The file is looked at first, so that a broken one is refused at once. */
export async function startImport(
  deps: Deps,
  actor: Actor,
  token: string,
  { bank_id, folder_id, skip = [], ...given }: ImportDraft,
): Promise<{ task: string }> {
  const bytes = bytesOf(given)
  const { format, encoding } = await readDraft(given, bytes)
  const { person, org } = actor
  const payload = {
    token,
    org,
    person,
    bank: bank_id,
    folder: folder_id ?? null,
    format,
    skip,
    ...(encoding && { encoding }),
  }
  const task = await startTask(deps.db, actor, { kind: 'importQuestions', payload, subject: `bank:${bank_id}` })
  await run(
    deps.db,
    'insert into question_files (id, org_id, person_id, task, name, content, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
    newId(),
    org,
    person,
    task,
    given.name,
    bytes,
    deps.now(),
  )
  return { task }
}

type Row = Omit<ImportedItem, 'type'> & { kind: string; total: number }

/** Of one's own imports alone. */
export async function listItems({ db }: Deps, { person }: Actor, task: string, query: PageQuery & { conditions?: string }) {
  const { outcome } = JSON.parse(query.conditions ?? '{}') as { outcome?: unknown }
  const { limit, offset } = limits(query)
  const where = 'task = $1 and person_id = $2 and ($3::text is null or outcome = $3)'
  const values = [task, person, typeof outcome === 'string' ? outcome : null] as const
  const list = await rows<Row>(
    db,
    `select item, title, kind, outcome, code, params, notes, id::text from import_items where ${where} order by item limit $4 offset $5`,
    ...values,
    limit,
    offset,
  )
  const counted = await one<{ n: number }>(db, `select count(*)::int as n from import_items where ${where}`, ...values)
  return pageOf(
    query,
    counted!.n,
    list.map(({ kind, ...item }): ImportedItem => ({ ...item, type: kind })),
  )
}
