// An answer to a vote, of four hundred in one second: one statement, repeated freely, that writes no fact, job, stored reply or audit line.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, invalid } from '@lyceum/kit/calls/errors'
import { checked } from '@lyceum/kit/calls/validation'
import { one, plain } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { questionTypeOf } from '../../questions/question-types.ts'
import { questionSchemas } from '../../questions/question-types/api.ts'
import { hintTeachers } from '../teacher-hints.ts'
import { voteGrace } from '../vote-closing.ts'
import type { VoteAnswer } from './shapes.ts'
import { contentOf, type FoundVote, foundVote, voterOf } from './vote-row.ts'

type Kept = { open: boolean; written: boolean; seq: number | null; answer: Record<string, unknown> | null }

/** Values: $1 vote, $2 voter, $3 seq, $4 answer, $5 now. The vote is held while the answer is written: its close waits for it, and it never follows one. */
const answerSql = `with open as (select id from votes where id = $1 and state = 'open'
    and (closes_at is null or closes_at > $5::timestamptz - interval '${voteGrace} milliseconds') for share),
  put as (insert into vote_answers as old (vote_id, voter, seq, answer) select id, $2::bytea, $3::int, $4::text::jsonb from open
    on conflict (vote_id, voter) do update set seq = excluded.seq, answer = excluded.answer where old.seq < excluded.seq returning seq)
  select exists (select from open) as open, p.seq is not null as written, case when p.seq is null then k.seq else p.seq end as seq,
    case when p.seq is null then k.answer end as answer
  from (select 1) x left join put p on true left join vote_answers k on k.vote_id = $1 and k.voter = $2::bytea`

/** Students of the course alone, not while they are simulated. The reply is the answer that counts: a newer one of another device stays. */
export async function answerVote(deps: Deps, actor: Actor, scope: CourseScope, { answer, seq }: VoteAnswer): Promise<VoteAnswer> {
  const { pool, kv } = deps
  if (scope.access.role !== 'student' || scope.access.simulating) throw forbidden()
  const vote = foundVote(scope)
  const fitting = await fittingAnswer(deps, vote, answer)
  const voter = voterOf(vote, actor.person)
  if (vote.state !== 'open' || !voter) throw conflict('vote.closed')
  const values = [vote.id, voter, seq, JSON.stringify(fitting), deps.now()]
  let kept = await one<Kept>(plain(pool), answerSql, ...values)
  // the first answer twice at the same moment: the other one is there once it has ended
  if (kept?.open && kept.seq === null) kept = await one<Kept>(plain(pool), answerSql, ...values)
  if (!kept?.open || kept.seq === null) throw conflict('vote.closed')
  if (kept.written) await hintTeachers(plain(pool), kv, vote)
  return { answer: kept.answer ?? fitting, seq: kept.seq }
}

/** 400 names the field; an answer of nothing is missing. Chosen options are kept in their order on the page, so that equal answers are the same. */
async function fittingAnswer(deps: Deps, { id, type }: FoundVote, answer: Record<string, unknown>): Promise<Record<string, unknown>> {
  const of = questionTypeOf(type)
  const typed = checked(questionSchemas[type].answer, answer, 'answer') as never
  const content = (await contentOf(deps, id)) as never
  if (!of.fits(content, typed)) throw invalid({ answer: 'field.choice' })
  if (of.isBlank(typed, content)) throw invalid({ answer: 'field.required' })
  const { choices } = answer
  return Array.isArray(choices) ? { ...answer, choices: choices.toSorted() } : answer
}
