// The rows of questions and their versions, and what the calls say of them.
import { personNames } from '@lyceum/identity/mirror/persons'
import { notFound } from '@lyceum/kit/calls/errors'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type { QuestionTypeName } from '../question-types/api.ts'
import type { Deps } from '../../deps.ts'
import type { BankRole, Question, StoredVersion } from './shapes.ts'
import type { BankScope } from './rights.ts'

type Row = {
  id: string
  bank_id: string
  folder_id: string | null
  stimulus_id: string | null
  type: QuestionTypeName
  title: string
  tags: string[]
  n: number
  version_id: string
  stem: string
  content: Record<string, unknown>
  key: Record<string, unknown>
  feedback: string
  points: string
  deleted: boolean
  created_at: Date
  updated_at: Date
  version: string
  upload_ids: string[]
}

const columns = `
  q.id::text, q.bank_id::text, q.folder_id::text, q.stimulus_id::text, q.type, q.title, q.tags, q.n, q.version_id::text, v.stem, v.content, v.key,
  v.feedback, trim_scale(v.points)::text as points, q.deleted_at is not null as deleted, q.created_at, q.updated_at, q.version::text, q.upload_ids::text[]`

/** `lock`: nobody else changes it before the transaction ends. */
export async function questionRow(tx: Tx, id: string, lock = false): Promise<Row> {
  const row = await one<Row>(
    tx,
    `select ${columns} from questions q join question_versions v on v.id = q.version_id where q.id = $1 ${lock ? 'for update of q' : ''}`,
    id,
  )
  if (!row) throw notFound('question', id)
  return row
}

export const toQuestion = ({ upload_ids: _, created_at, updated_at, version, ...row }: Row, role: BankRole): Question => ({
  ...row,
  role,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
  version: Number(version),
})

export const readQuestion = async ({ db }: Pick<Deps, 'db'>, { role }: BankScope, id: string): Promise<Question> =>
  toQuestion(await questionRow(db, id), role)

export async function readVersions({ db }: Pick<Deps, 'db'>, question: string): Promise<{ items: StoredVersion[] }> {
  const found = await rows<Omit<StoredVersion, 'by' | 'at'> & { created_by: string | null; created_at: Date }>(
    db,
    `
    select id::text, n, stem, content, key, feedback, trim_scale(points)::text as points, created_by::text, created_at from question_versions
    where question_id = $1 order by n desc limit 100`,
    question,
  )
  const names = await personNames(
    db,
    found.flatMap(({ created_by }) => created_by ?? []),
  )
  return {
    items: found.map(({ created_by, created_at, ...version }) => {
      const person = created_by ? names.get(created_by) : undefined
      return {
        ...version,
        by: person && !person.deleted ? { id: person.id, name: person.name } : null,
        at: created_at.toISOString(),
      }
    }),
  }
}
