// The job of an import: folders, files and questions are made by the calls of its person, a hundred questions a call. The outcome of each is written after
// its call, so that a job that is begun again goes on where it was.
import { CallFailed } from '@lyceum/kit/calls/client'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { type CallsOfPeople, callsOf, delegatedTask, endAtRefusal, once } from '../calls-of-people.ts'
import type { Deps } from '../deps.ts'
import type { Jobs } from '../jobs.ts'
import type { NeutralFile, NeutralFileOfQuestions, NeutralQuestion } from '../question-formats/format.ts'
import { nameOfKey } from '../question-formats/embedded-files.ts'
import { readInThread } from '../read-file.ts'
import type { ImportedItem } from './api.ts'
import { answersOf, batches, draftOf, type Drafts, filesOf, outcomesOf, type Placing, textFor, withoutFiles } from './drafts.ts'
import { itemsIn } from './question-imports.ts'
import { placeOfFiles, sendFile } from './send-file.ts'

type Payload = Jobs['importQuestions']
export const importQuestions = (db: Deps['db']) =>
  delegatedTask<Payload>(async ({ job: { payload }, deps, progress, report, signal }) => {
    const { task, bank, folder, format, encoding, skip } = payload
    const stored = await one<{ name: string; content: Uint8Array }>(db, 'select name, content from question_files where task = $1', task)
    if (!stored) return { bank, imported: 0, converted: 0, skipped: 0 }
    const { file } = await readInThread({ name: stored.name, bytes: stored.content, format, ...(encoding && { encoding }), seed: task })
    const call = callsOf(deps, payload, signal)
    const items = itemsIn(file)
    const done = new Set((await rows<{ item: number }>(db, 'select item from import_items where task = $1', task)).map(({ item }) => item))
    const open = items.filter(({ item }) => !done.has(item) && !skip.includes(item))
    const write = async (list: ImportedItem[]) => {
      await writeItems(db, payload, list, deps.now())
      const lines = list.filter(({ notes }) => notes.length > 0)
      if (lines.length > 0) await report(lines.flatMap(linesOf))
    }
    await write(open.filter(({ outcome }) => outcome === 'skipped'))
    const readable = open.filter(({ outcome }) => outcome !== 'skipped')
    const folders = await makeFolders(
      call,
      payload,
      folder,
      readable.map(({ item }) => file.questions[item]!),
    ).catch(endAtRefusal)
    const place = file.files.size > 0 ? await placeOfFiles(call, bank).catch(endAtRefusal) : null
    const uploads = new Map<string, string | null>()
    const texts = await textsMade(db, task, file)
    const placing: Placing = { folder: folders, upload: (key) => uploads.get(key), stimulus: (ref) => texts.get(ref) }
    const add = (list: ImportedItem[], kind: 'questions' | 'texts', draft: (item: ImportedItem) => Drafts[number]) =>
      answersOf(list, async (some) => {
        const part = some.length === list.length ? '' : `/${some.length}`
        const made = await call('POST /api/banks/:id/questions', {
          params: { id: bank },
          body: { questions: some.map(draft) as never },
          ...once(task, `${kind}:${some[0]!.item}${part}`),
        }).catch(endAtRefusal)
        return made.results
      })
    let made = 0
    for (const list of batches(readable, file)) {
      await progress(made / Math.max(1, readable.length), 'questions')
      for (const { item } of list)
        for (const key of filesOf(file.questions[item]!))
          if (!uploads.has(key))
            uploads.set(key, await uploadOf({ deps, call, task, place, signal }, key, file.files.get(key)).catch(endAtRefusal))
      const draft = ({ item }: ImportedItem) => draftOf(file.questions[item]!, placing)
      const outcomes = await outcomesOf(list, await add(list, 'questions', draft), (refused) =>
        add(refused, 'texts', ({ item }) => draftOf(textFor(file.questions[item]!), placing)),
      )
      const refused = ({ item }: ImportedItem) =>
        [...new Set(filesOf(file.questions[item]!))]
          .filter((key) => !uploads.get(key))
          .map((key) => file.files.get(key)?.name ?? nameOfKey(key))
      await write(outcomes.map((item) => withoutFiles(item, refused(item))))
      for (const { item, type, id } of outcomes) rememberText(texts, file.questions[item]!, type, id)
      made += list.length
    }
    await run(db, 'delete from question_files where task = $1', task)
    const counts = await rows<{ outcome: string; n: number }>(
      db,
      'select outcome, count(*)::int as n from import_items where task = $1 group by outcome',
      task,
    )
    return { bank, imported: 0, converted: 0, skipped: 0, ...Object.fromEntries(counts.map(({ outcome, n }) => [outcome, n])) }
  })

/** A line for each that is not what the file says. */
const linesOf = ({ title, outcome, notes }: ImportedItem) =>
  notes.map(({ code, params }) => ({
    item: title,
    outcome: outcome === 'skipped' ? ('failed' as const) : ('done' as const),
    code,
    params,
  }))

/** The texts of the file that are made already, by what those that are about them call them. */
async function textsMade(tx: Tx, task: string, { questions }: NeutralFileOfQuestions): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const found = await rows<{ item: number; kind: string; id: string | null }>(
    tx,
    `select item, kind, id::text from import_items where task = $1 and kind = 'stimulus'`,
    task,
  )
  for (const { item, kind, id } of found) if (questions[item]) rememberText(texts, questions[item], kind, id)
  return texts
}
const rememberText = (texts: Map<string, string>, { ref }: NeutralQuestion, type: string, id: string | null): void => {
  if (ref !== undefined && type === 'stimulus' && id) texts.set(ref, id)
}

async function writeItems(tx: Tx, { task, person }: Payload, list: readonly ImportedItem[], now: Date): Promise<void> {
  if (list.length === 0) return
  await run(
    tx,
    `
    insert into import_items (task, item, person_id, title, kind, id, outcome, code, params, notes, created_at)
    select $1, i.item, $2::uuid, i.title, i.type, i.id, i.outcome, i.code, i.params, i.notes, $4::timestamptz
    from jsonb_to_recordset($3::jsonb) as i(item int, title text, type text, id uuid, outcome text, code text, params jsonb, notes jsonb)
    on conflict (task, item) do nothing`,
    task,
    person,
    JSON.stringify(list),
    now,
  )
}

type FolderIds = (path: readonly string[]) => string | null
const keyOf = (path: readonly string[]) => path.join('\u0000')

/** Folders of the file below the one that was chosen; those of the same name are used. */
async function makeFolders(
  call: CallsOfPeople,
  { task, bank }: Payload,
  top: string | null,
  questions: NeutralQuestion[],
): Promise<FolderIds> {
  const paths = new Map(
    questions.flatMap(({ folder }) => folder.map((_, at): [string, string[]] => [keyOf(folder.slice(0, at + 1)), folder.slice(0, at + 1)])),
  )
  const ids = new Map<string, string | null>([['', top]])
  if (paths.size > 0) {
    const { folders } = await call('GET /api/banks/:id', { params: { id: bank } })
    for (const path of [...paths.values()].toSorted((a, b) => a.length - b.length)) {
      const parent = ids.get(keyOf(path.slice(0, -1))) ?? null
      const title = [...path.at(-1)!].slice(0, 200).join('')
      const known = folders.find((one) => one.parent_id === parent && one.title === title)
      const made =
        known ??
        (await call('POST /api/banks/:id/folders', {
          params: { id: bank },
          body: { title, parent_id: parent },
          ...once(task, `folder:${ids.size}`),
        }).catch(unlessRefused))
      // beyond the most folders of a bank its questions go into the one above
      ids.set(keyOf(path), made?.id ?? parent)
    }
  }
  return (path) => ids.get(keyOf(path)) ?? null
}
const unlessRefused = (error: unknown): undefined => {
  if (!(error instanceof CallFailed) || error.status === 401 || error.status === 403 || error.status === 0 || error.status >= 500)
    throw error
}

type Sending = Parameters<typeof sendFile>[0]
const uploadOf = async (sending: Sending, key: string, file: NeutralFile | undefined): Promise<string | null> =>
  file
    ? await sendFile(sending, key, file).catch((error: unknown) =>
        error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 403
          ? null
          : Promise.reject(error),
      )
    : null

/** Files of a day ago, and reports of a month ago, at most `size` of each; answers how many went. */
export async function sweepFiles(db: Deps['db'], now: Date, size: number): Promise<number> {
  const files = await run(
    db,
    `delete from question_files where id in (select id from question_files where created_at < $1::timestamptz - interval '1 day' limit $2)`,
    now,
    size,
  )
  const items = await run(
    db,
    `delete from import_items where (task, item) in (select task, item from import_items where created_at < $1::timestamptz - interval '30 days' limit $2)`,
    now,
    size,
  )
  return Math.max(files, items)
}

export const erasePerson = async (tx: Tx, person: string): Promise<void> => {
  for (const table of ['question_files', 'import_items']) await run(tx, `delete from ${table} where person_id = $1`, person)
}
