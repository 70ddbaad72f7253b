// Imports of questions: the look at a file, the start of the task, its report.
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows, run } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { Deps } from '../deps.ts'
import { startTask } from '../jobs.ts'
import type { NeutralFileOfQuestions, NeutralQuestion } from '../question-formats/format.ts'
import { textOf } from '../question-formats/parts.ts'
import { readInThread } from '../read-file.ts'
import type { ImportDraft, ImportedItem, Preview } from './api.ts'

/** What stands in the file: questions, then what cannot be read. `outcome` before anything was made. */
export function itemsIn({ questions, unreadable }: NeutralFileOfQuestions): ImportedItem[] {
  const read = questions.map(
    ({ title, type, notes: [note] }, item): ImportedItem => ({
      item,
      title,
      type,
      outcome: note ? 'converted' : 'imported',
      code: note ? `questionImport.${note.code}` : null,
      params: note?.params ?? {},
      id: null,
    }),
  )
  const lost = unreadable.map(
    ({ title, line }, nth): ImportedItem => ({
      item: questions.length + nth,
      title,
      type: '',
      outcome: 'skipped',
      code: 'questionImport.unreadable',
      params: line === undefined ? {} : { line },
      id: null,
    }),
  )
  return [...read, ...lost]
}

type File = { name: string; content: string; format?: ImportDraft['format'] }
const bytesOf = ({ content }: File) => Buffer.from(content, 'base64')
const shown = 200

export async function previewImport(given: File): Promise<Preview> {
  const { format, file } = await readInThread({
    name: given.name,
    bytes: bytesOf(given),
    ...(given.format && { format: given.format }),
    seed: newId(),
  })
  const items = itemsIn(file).map((item) => {
    const question: NeutralQuestion | undefined = file.questions[item.item]
    const text = question ? textOf(question.stem) : ''
    return { ...item, folder: question?.folder ?? [], excerpt: [...text].slice(0, shown).join(''), points: question?.points ?? '' }
  })
  const count = (outcome: ImportedItem['outcome']) => items.filter((item) => item.outcome === outcome).length
  return { format, items, counts: { imported: count('imported'), converted: count('converted'), skipped: count('skipped') } }
}

/** The file is looked at first, so that a broken one is refused at once. */
export async function startImport(
  deps: Deps,
  actor: Actor,
  token: string,
  { bank_id, folder_id, skip = [], ...given }: ImportDraft,
): Promise<{ task: string }> {
  const bytes = bytesOf(given)
  const { format } = await readInThread({ name: given.name, bytes, ...(given.format && { format: given.format }), seed: newId() })
  const { person, org } = actor
  const payload = { token, org, person, bank: bank_id, folder: folder_id ?? null, format, skip }
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
    `select item, title, kind, outcome, code, params, id::text from import_items where ${where} order by item limit $4 offset $5`,
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
