// What an attempt's page reads while it is written: the paper, its files, the saved answers.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { personNames } from '@lyceum/identity/mirror/persons'
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { sharedReads } from '@lyceum/kit/database/connections'
import { plain, rows, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import type { PaperView } from '../papers/api.ts'
import { slotsOf, takingSettings, toPaperView, uploadsOf } from '../papers/paper-view.ts'
import { isMedia, uploadsById } from '../uploads/uploads.ts'
import type { AttemptEvent, AttemptFiles, MyAnswers } from './api.ts'
import { grantFiles } from './attempt-files.ts'
import { activityOfAttempt, type AttemptRow, arrangedBy, myAttempt } from './attempt-row.ts'
import { readPlays } from './plays.ts'

async function paperOf({ pool, papers }: Deps, attempt: AttemptRow) {
  const paper = await papers.of(sharedReads(pool), attempt.paper_id)
  if (!paper) throw notFound('attempt', attempt.id)
  return paper
}

/** Sent as text: the schema would have every field of forty questions read once more. */
export async function readAttemptPaper(deps: Deps, actor: Actor, scope: CourseScope, reply: FastifyReply): Promise<PaperView> {
  const attempt = myAttempt(scope, actor.person)
  const view = toPaperView(await paperOf(deps, attempt), arrangedBy(attempt), takingSettings(activityOfAttempt(scope).settings))
  reply.header('content-type', 'application/json; charset=utf-8')
  return JSON.stringify(view) as unknown as PaperView
}

/** While a play limit holds, sounds and films come by plays alone. */
export async function readAttemptFiles(deps: Deps, actor: Actor, scope: CourseScope): Promise<AttemptFiles> {
  const attempt = myAttempt(scope, actor.person)
  const paper = await paperOf(deps, attempt)
  const uploads = await uploadsById(deps.db, uploadsOf(paper, slotsOf(paper, arrangedBy(attempt))))
  const limited = activityOfAttempt(scope).settings.play_limit !== null && attempt.state === 'running'
  const granted = grantFiles(
    deps,
    actor,
    scope,
    [...uploads.values()].filter((upload) => !(limited && isMedia(upload))),
  )
  return { ...granted, plays: await readPlays(deps.db, attempt.id, uploads) }
}

export async function readMyAnswers({ db, now }: Deps, actor: Actor, scope: CourseScope, device: string | undefined): Promise<MyAnswers> {
  const attempt = myAttempt(scope, actor.person)
  const saved = await rows<{ slot: number; seq: number; answer: Record<string, unknown> | null; saved_at: Date }>(
    db,
    'select slot::int, seq, answer, saved_at from attempt_answers where attempt_id = $1 order by slot',
    attempt.id,
  )
  return {
    now: now().toISOString(),
    state: attempt.state,
    deadline: attempt.deadline.toISOString(),
    paused_at: attempt.paused_at?.toISOString() ?? null,
    device_is_mine: device === undefined || device === attempt.device,
    items: saved.map(({ saved_at, ...row }) => ({ ...row, saved_at: saved_at.toISOString() })),
    flags_on: attempt.marked_slots,
    events: await readEvents(db, attempt.id),
  }
}

/** Oldest first, at most 500. */
export async function readEvents(tx: Tx, attempt: string): Promise<AttemptEvent[]> {
  const found = await rows<{ at: Date; kind: string; by_id: string | null; note: object }>(
    tx,
    'select at, kind, by_id::text, note from attempt_events where attempt_id = $1 order by at, id limit 500',
    attempt,
  )
  const names = await personNames(
    tx,
    found.flatMap(({ by_id }) => by_id ?? []),
  )
  return found.map(({ at, kind, by_id, note }) => ({ at: at.toISOString(), kind, by: by_id && (names.get(by_id)?.name ?? ''), note }))
}

/** The most times that leaving is written down; later ones are counted alone. */
const mostLeft = 200

/** The page was left, or is back. */
export async function noteLeaving({ pool, now }: Deps, actor: Actor, scope: CourseScope, kind: 'left' | 'back'): Promise<null> {
  const attempt = myAttempt(scope, actor.person)
  if (attempt.state !== 'running') return null
  const tx = plain(pool)
  const [counted] = await rows<{ flags: number }>(
    tx,
    `update attempts set flags = flags + $2::int, seen_at = $3 where id = $1 and state = 'running' returning flags`,
    attempt.id,
    kind === 'left' ? 1 : 0,
    now(),
  )
  if (counted && counted.flags < mostLeft)
    await run(tx, 'insert into attempt_events (id, attempt_id, at, kind) values ($1, $2, $3, $4)', newId(), attempt.id, now(), kind)
  return null
}
