// The row of a vote: found for a call, shown without its key; its question, which never changes, is kept in the process.
import { createHmac } from 'node:crypto'
import { type CourseScope, findInCourse } from '@lyceum/course/mirror/rules'
import type { Finder, Scope } from '@lyceum/kit/calls/routes'
import { notFound } from '@lyceum/kit/calls/errors'
import { one, plain, type Tx } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import type { QuestionTypeName } from '../../questions/question-types/api.ts'
import type { Vote } from './shapes.ts'

type Found = {
  session: string
  type: QuestionTypeName
  anonymous: boolean
  state: 'open' | 'closed'
  results_shown: boolean
  version: string
  /** In hexadecimal: of an anonymous vote that is open. */
  secret: string | null
}
export type FoundVote = Found & { id: string; org: string; course: string }

export const findVote: Finder = async (tx, id, actor) => {
  const found = await findInCourse<Found>(tx, id, actor, {
    columns: `, t.session_id::text as session, t.type, t.anonymous, t.state as state, t.results_shown, t.version::text as version, encode(t.secret, 'hex') as secret`,
    from: 'votes t',
  })
  if (!found) return undefined
  const { row, ...scope } = found
  return { ...scope, vote: { ...row, id } } as Scope
}
export const foundVote = (scope: CourseScope): FoundVote => ({
  ...(scope as CourseScope & { vote: Found & { id: string } }).vote,
  org: scope.org,
  course: scope.course,
})

/** The bytes under which a person's answer is kept: their id, or a sum of it by the secret. Undefined once an anonymous vote is closed. */
export function voterOf({ id, anonymous, secret }: Pick<FoundVote, 'id' | 'anonymous' | 'secret'>, person: string): Buffer | undefined {
  if (!anonymous) return Buffer.from(person.replaceAll('-', ''), 'hex')
  return secret === null ? undefined : createHmac('sha256', Buffer.from(secret, 'hex')).update(`${id} ${person}`).digest()
}

type Row = Omit<Vote, 'opened_at' | 'closes_at' | 'version'> & { opened_at: Date; closes_at: Date | null; version: string }
/** The columns of votes `v`. */
export const voteColumns = `v.id::text, v.session_id::text, v.n, v.type, v.stem, v.content, array_to_json(v.upload_ids) as upload_ids, v.anonymous, v.state, v.opened_at, v.closes_at,
  v.results_shown, v.right_shown, exists (select from vote_keys k where k.vote_id = v.id) as keyed, v.version::text`
export const toVote = ({ opened_at, closes_at, version, ...row }: Row): Vote => ({
  ...row,
  opened_at: opened_at.toISOString(),
  closes_at: closes_at?.toISOString() ?? null,
  version: Number(version),
})
export type { Row as VoteRow }

/** 404 vote.notFound. */
export async function voteRow(sql: Tx, id: string): Promise<Vote> {
  const row = await one<Row>(sql, `select ${voteColumns} from votes v where v.id = $1`, id)
  if (!row) throw notFound('vote', id)
  return toVote(row)
}

const mostKept = 500
const contents = new Map<string, Promise<unknown>>()
/** The content of a vote's question: four hundred answers in a second read it once. */
export async function contentOf({ pool }: Pick<Deps, 'pool'>, id: string): Promise<unknown> {
  let content = contents.get(id)
  if (!content) {
    content = one<{ content: unknown }>(plain(pool), 'select content from votes where id = $1', id).then((row) => {
      if (!row) throw notFound('vote', id)
      return row.content
    })
    if (contents.size >= mostKept) for (const old of [...contents.keys()].slice(0, mostKept / 2)) contents.delete(old)
    contents.set(id, content)
    content.catch(() => contents.delete(id))
  }
  return await content
}
