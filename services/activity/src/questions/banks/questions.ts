// Questions of a bank: added many at once, changed one at a time. A version, which never changes, is the text of the question with its key.
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notKnownYet, Problem } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import type { Deps } from '../../deps.ts'
import type { Question, QuestionDraft } from './shapes.ts'
import { checkFolder } from './folders.ts'
import { holdersOf, holdQuestionFiles, strangeFiles } from './question-files.ts'
import { questionRow, toQuestion } from './question-row.ts'
import type { BankScope } from './rights.ts'
import { type Checked, type Faults, isFaults, validated } from './validated.ts'

/** The most questions of a bank. */
const most = 50_000

type Result = { id: string | null; errors: Record<string, { code: string; params: object }[]> | null }

const toErrors = (faults: Faults): Result['errors'] =>
  Object.fromEntries(
    Object.entries(faults).map(([field, list]) => [field, list.map(({ code, params }) => ({ code, params: params ?? {} }))]),
  )

/** The faults of each draft by itself. */
export const checkQuestions = async (drafts: QuestionDraft[]): Promise<{ results: Pick<Result, 'errors'>[] }> => ({
  results: drafts.map((draft) => {
    const question = validated(draft)
    return { errors: isFaults(question) ? toErrors(question) : null }
  }),
})

/** Adds those that are in order, in one transaction; the others are answered with what is wrong with them. */
export async function addQuestions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { bank }: BankScope,
  drafts: QuestionDraft[],
): Promise<{ results: Result[] }> {
  const count = await one<{ n: number }>(db, 'select count(*)::int as n from questions where bank_id = $1 and deleted_at is null', bank.id)
  if ((count?.n ?? 0) + drafts.length > most) throw invalid({ questions: ['question.tooMany', { most }] })
  const checkedOnes = drafts.map((draft) => validated(draft))
  const places = await knownPlaces(db, bank.id, drafts)
  const strange = new Set(
    await strangeFiles(db, actor, bank, [...new Set(checkedOnes.flatMap((each) => (isFaults(each) ? [] : each.uploads)))]),
  )
  const added: (Checked & QuestionLocation & { id: string; version_id: string })[] = []
  const results = drafts.map((draft, n): Result => {
    const question = checkedOnes[n]!
    const faults: Faults = isFaults(question) ? { ...question } : {}
    if (draft.folder_id && !places.folders.has(draft.folder_id)) faults.folder_id = [{ code: 'bankFolder.unknown' }]
    if (draft.stimulus_id && !places.stimuli.has(draft.stimulus_id)) faults.stimulus_id = [{ code: 'question.stimulusUnknown' }]
    if (!isFaults(question) && question.uploads.some((id) => strange.has(id))) faults.stem = [{ code: 'upload.unknown' }]
    if (isFaults(question) || Object.keys(faults).length > 0) return { id: null, errors: toErrors(faults) }
    const id = newId()
    const place = { folder_id: draft.folder_id ?? null, stimulus_id: (draft.type !== 'stimulus' && draft.stimulus_id) || null }
    added.push({ ...question, ...place, id, version_id: newId() })
    return { id, errors: null }
  })
  await insertQuestions(db, bank, actor.person, now(), added)
  return { results }
}

type QuestionLocation = { folder_id: string | null; stimulus_id: string | null }

async function knownPlaces(tx: Tx, bank: string, drafts: readonly Partial<QuestionLocation>[]) {
  const ids = (pick: (place: Partial<QuestionLocation>) => string | null | undefined) => drafts.flatMap((draft) => pick(draft) ?? [])
  const known = async (sql: string, list: string[]) =>
    new Set(list.length === 0 ? [] : (await rows<{ id: string }>(tx, sql, bank, list)).map(({ id }) => id))
  return {
    folders: await known(
      'select id::text from bank_folders where bank_id = $1 and id = any($2::uuid[]) for share',
      ids(({ folder_id }) => folder_id),
    ),
    stimuli: await known(
      `select id::text from questions where bank_id = $1 and id = any($2::uuid[]) and type = 'stimulus' and deleted_at is null`,
      ids(({ stimulus_id }) => stimulus_id),
    ),
  }
}

/** Two statements, however many they are. */
export async function insertQuestions(
  tx: Tx,
  bank: { id: string; org: string },
  person: string,
  at: Date,
  questions: readonly (Checked & QuestionLocation & { id: string; version_id: string })[],
): Promise<void> {
  if (questions.length === 0) return
  const list = JSON.stringify(questions)
  await run(
    tx,
    `
    insert into questions (id, org_id, bank_id, folder_id, stimulus_id, type, title, tags, text, upload_ids, version_id, owner_id, created_at, updated_at, version)
    select q.id, $1, $2, q.folder_id, q.stimulus_id, q.type, q.title, q.tags, q.text, q.uploads, q.version_id, $3, $4, $4, ${nextVersion('0')}
    from jsonb_to_recordset($5::text::jsonb) as q(id uuid, folder_id uuid, stimulus_id uuid, type text, title text, tags text[], text text,
      uploads uuid[], version_id uuid)`,
    bank.org,
    bank.id,
    person,
    at,
    list,
  )
  await run(
    tx,
    `
    insert into question_versions (id, question_id, n, type, stem, content, key, feedback, points, created_by, created_at)
    select q.version_id, q.id, 1, q.type, q.stem, q.content, q.key, q.feedback, q.points, $1, $2
    from jsonb_to_recordset($3::text::jsonb) as q(id uuid, version_id uuid, type text, stem text, content jsonb, key jsonb, feedback text,
      points numeric)`,
    person,
    at,
    list,
  )
  const ids = questions.filter(({ uploads }) => uploads.length > 0).map(({ id }) => id)
  if (ids.length > 0) await holdQuestionFiles(tx, await holdersOf(tx, 'q.id = any($1::uuid[])', ids))
}

/** 409 question.newer when somebody else has changed it since `version`. */
export async function changeQuestion(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { bank, role }: BankScope,
  id: string,
  { version: seen, folder_id, stimulus_id, ...changed }: Partial<Omit<QuestionDraft, 'type'>> & { version: number },
): Promise<Question> {
  const row = await questionRow(db, id, true)
  if (Number(row.version) !== seen) throw conflict('question.newer', { version: Number(row.version) })
  await checkFolder(db, bank.id, folder_id, 'folder_id')
  if (stimulus_id && !(await knownPlaces(db, bank.id, [{ stimulus_id }])).stimuli.has(stimulus_id))
    throw invalid({ stimulus_id: 'question.stimulusUnknown' })
  const { type, title, stem, content, key, feedback, points, tags } = row
  const question = validated({ type, title, stem, content, key, feedback, points, tags, ...changed })
  if (isFaults(question)) throw new Problem(400, 'invalid', { fields: question })
  const strange = await strangeFiles(
    db,
    actor,
    bank,
    question.uploads.filter((each) => !row.upload_ids.includes(each)),
  )
  if (strange[0]) throw invalid({ stem: notKnownYet('upload.unknown', { id: strange[0] }) })
  const at = now()
  const contentOf = ({ stem, content, key, feedback, points }: Pick<Question, 'stem' | 'content' | 'key' | 'feedback' | 'points'>) => ({
    stem,
    content,
    key,
    feedback,
    points,
  })
  const next = isDeepStrictEqual(contentOf(question), contentOf(row)) ? undefined : newId()
  if (next)
    await run(
      db,
      `
      insert into question_versions (id, question_id, n, type, stem, content, key, feedback, points, created_by, created_at)
      values ($1, $2, $3, $4, $5, $6::text::jsonb, $7::text::jsonb, $8, $9::numeric, $10, $11)`,
      next,
      id,
      row.n + 1,
      type,
      question.stem,
      JSON.stringify(question.content),
      JSON.stringify(question.key),
      question.feedback,
      question.points,
      actor.person,
      at,
    )
  const uploads = [...new Set([...row.upload_ids, ...question.uploads])]
  await run(
    db,
    `
    update questions set title = $2, tags = $3, text = $4, upload_ids = $5::uuid[], version_id = coalesce($6::uuid, version_id),
      n = n + $7::int, folder_id = $8, stimulus_id = $9, updated_at = $10, version = ${nextVersion('version')} where id = $1`,
    id,
    question.title,
    question.tags,
    question.text,
    uploads,
    next ?? null,
    next ? 1 : 0,
    folder_id === undefined ? row.folder_id : folder_id,
    stimulus_id === undefined ? row.stimulus_id : type === 'stimulus' ? null : stimulus_id,
    at,
  )
  if (uploads.length > row.upload_ids.length) await holdQuestionFiles(db, await holdersOf(db, 'q.id = $1', id))
  return toQuestion(await questionRow(db, id), role)
}
