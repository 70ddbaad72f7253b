// Votes: opened in a class that runs, closed and opened once more, their results shown and hidden; the list of a class.
import { randomBytes } from 'node:crypto'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { has } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, notFound } from '@lyceum/kit/calls/errors'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, plain, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs.ts'
import { noteTaught, touchSession } from '../closing.ts'
import { sessionRow } from '../session-row.ts'
import { closeVote, lockVoteSession, voteGrace } from '../vote-closing.ts'
import type { Vote } from './shapes.ts'
import type { VoteChanges, VoteDraft, VoteResults } from './api.ts'
import { countsAt, readCounts } from './counts.ts'
import { holdVoteFiles } from './files.ts'
import { questionOf } from './questions.ts'
import { foundVote, toVote, type VoteRow, voteColumns, voteRow } from './vote-row.ts'

/** The open vote of a session that is locked; one whose time is over is closed on the way. */
async function openVoteIn(tx: Tx, session: string, now: Date): Promise<string | undefined> {
  const open = await one<{ id: string }>(tx, `select id::text from votes where session_id = $1 and state = 'open'`, session)
  if (!open) return undefined
  return (await closeVote(tx, open.id, new Date(now.getTime() - voteGrace), { due: true })) ? undefined : open.id
}

/** 409 vote.open names the one that is; class.ended. */
export async function openVote(deps: Deps, actor: Actor, scope: CourseScope, session: string, draft: VoteDraft): Promise<Vote> {
  const { db, now } = deps
  const sql = db
  const question = await questionOf(db, actor, scope, draft)
  const row = await sessionRow(db, session, { lock: true })
  if (row.state !== 'running') throw conflict('class.ended')
  const time = now()
  const open = await openVoteIn(db, session, time)
  if (open !== undefined) throw conflict('vote.open', { id: open })
  const id = newId()
  const closesAt = draft.seconds ? new Date(time.getTime() + draft.seconds * 1000) : null
  await run(
    sql,
    `insert into votes (id, session_id, course_id, n, version_id, type, stem, content, anonymous, state, opened_at, closes_at, secret, upload_ids, version)
     select $1::uuid, $2::uuid, $3::uuid, coalesce(max(n), 0) + 1, $4::uuid, $5::text, $6::text, $7::text::jsonb, $8::bool, 'open', $9::timestamptz,
       $10::timestamptz, $11::bytea, $12::uuid[], (extract(epoch from $9::timestamptz) * 1000)::bigint from votes where session_id = $2::uuid`,
    id,
    session,
    scope.course,
    question.version,
    question.type,
    question.stem,
    JSON.stringify(question.content),
    draft.anonymous,
    time,
    closesAt,
    draft.anonymous ? randomBytes(32) : null,
    question.uploads,
  )
  if (question.key !== null)
    await run(sql, 'insert into vote_keys (vote_id, key) values ($1, $2::text::jsonb)', id, JSON.stringify(question.key))
  await holdVoteFiles(db, { vote: id })
  await noteTaught(db, session, time)
  await touchSession(db, session)
  if (closesAt) {
    const runAt = new Date(closesAt.getTime() + voteGrace)
    await enqueue(db, { kind: 'closeVote', key: `vote:${id}`, runAt, payload: { vote: id } })
  }
  return await voteRow(sql, id)
}

/** 409 vote.newer with an old version; vote.anonymous for one that would open again; vote.noRight without a right answer; vote.open, class.ended. */
export async function changeVote({ db, now }: Deps, id: string, changes: VoteChanges): Promise<Vote> {
  const sql = db
  await lockVoteSession(db, id)
  const before = await one<VoteRow>(sql, `select ${voteColumns} from votes v where v.id = $1 for update of v`, id)
  if (!before) throw notFound('vote', id)
  // its time was over a moment before the button
  if (changes.state === 'closed' && before.state === 'closed' && changes.results_shown === undefined && changes.right_shown === undefined)
    return toVote(before)
  if (changes.version !== Number(before.version)) throw conflict('vote.newer')
  const time = now()
  if (changes.right_shown && !before.keyed) throw conflict('vote.noRight')
  if (changes.state === 'open' && before.state === 'closed') await openAgain(db, before, time)
  if (changes.state === 'closed') await closeVote(db, id, time)
  await run(
    sql,
    `update votes v set results_shown = $2, right_shown = $3, version = ${nextVersion('v.version')} where v.id = $1`,
    id,
    changes.results_shown ?? before.results_shown,
    changes.right_shown ?? before.right_shown,
  )
  await noteTaught(db, before.session_id, time)
  await touchSession(db, before.session_id)
  return await voteRow(sql, id)
}

/** Not an anonymous one: whose answers they are is not known any more. */
async function openAgain(tx: Tx, { id, session_id, anonymous }: VoteRow, now: Date): Promise<void> {
  if (anonymous) throw conflict('vote.anonymous')
  if ((await sessionRow(tx, session_id)).state !== 'running') throw conflict('class.ended')
  const open = await openVoteIn(tx, session_id, now)
  if (open !== undefined) throw conflict('vote.open', { id: open })
  await run(tx, `update votes set state = 'open', closes_at = null, closed_at = null where id = $1`, id)
}

/** At the time of a vote; one that was opened once more has none. */
export async function closeDueVote(tx: Tx, id: string, now: Date): Promise<void> {
  await lockVoteSession(tx, id)
  if (!(await closeVote(tx, id, now, { due: true }))) return
  const { session_id } = await voteRow(tx, id)
  await touchSession(tx, session_id)
}

export async function listVotes({ db }: Deps, session: string, query: PageQuery) {
  const { limit, offset } = limits(query)
  const sql = db
  const list = await rows<VoteRow>(
    sql,
    `select ${voteColumns} from votes v where v.session_id = $1 order by v.n desc limit $2 offset $3`,
    session,
    limit,
    offset,
  )
  const head = await one<{ n: number }>(sql, 'select count(*)::int as n from votes where session_id = $1', session)
  return pageOf(query, head?.n ?? 0, list.map(toVote))
}

type Before = { id: string; session_id: string; title: string; opened_at: Date }

/** 403 vote.notShown for whoever does not teach, until they are shown. */
export async function readResults(deps: Deps, scope: CourseScope): Promise<VoteResults> {
  const { id, results_shown, version } = foundVote(scope)
  if (!results_shown && !has(scope.access.can, 'attendance.change')) throw forbidden('vote.notShown')
  const counts = await countsAt(deps, id, Number(version))
  if (!counts) throw notFound('vote', id)
  const before = await one<Before>(
    plain(deps.pool),
    `select b.id::text, b.session_id::text, s.title, b.opened_at from votes v
     join votes b on b.version_id = v.version_id and b.course_id = v.course_id and b.session_id <> v.session_id and b.state = 'closed'
       and b.opened_at < v.opened_at
     join class_sessions s on s.id = b.session_id where v.id = $1 order by b.opened_at desc limit 1`,
    id,
  )
  const then = before && (await readCounts(deps, before.id))
  return {
    ...counts,
    before:
      before && then ? { ...before, opened_at: before.opened_at.toISOString(), n: then.n, counts: then.counts, mean: then.mean } : null,
  }
}
