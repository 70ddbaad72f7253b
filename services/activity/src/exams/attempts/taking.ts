// Reads of an attempt's page while it is written: the paper, its files, the saved answers.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { sharedReads } from '@lyceum/kit/database/connections'
import { plain, rows } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { PaperView } from '../../questions/papers/api.ts'
import { slotsOf, takingSettings, toPaperView, uploadsOf } from '../../questions/papers/paper-view.ts'
import { isMedia, uploadsById } from '../../activity/uploads/uploads.ts'
import { checkAddress } from '../exam-access/exam-access.ts'
import type { AttemptFiles, MyAnswers } from './api.ts'
import { noteLeft, readEvents } from './attempt-events.ts'
import { grantFiles } from './attempt-files.ts'
import { activityOfAttempt, type AttemptRow, arrangedBy, myAttempt, rangesOf } from './attempt-row.ts'
import { readPlays } from './plays.ts'

async function paperOf({ pool, papers }: Deps, attempt: AttemptRow) {
  const paper = await papers.of(sharedReads(pool), attempt.paper_id)
  if (!paper) throw notFound('attempt', attempt.id)
  return paper
}

/** 403 attempt.addressRefused while it is written, from elsewhere than it may be. Sent as text: the schema would have every field of forty questions read once more. */
export async function readAttemptPaper(deps: Deps, actor: Actor, scope: CourseScope, reply: FastifyReply): Promise<PaperView> {
  const attempt = myAttempt(scope, actor.person)
  if (attempt.state === 'running') checkAddress(rangesOf(scope))
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
    furthest: attempt.furthest,
    events: await readEvents(db, attempt.id),
  }
}

type Leaving = {
  kind: 'left' | 'back' | 'other_tab' | 'closed' | 'went' | 'reloaded' | 'offline'
  id?: string
  seconds_ago?: number
  seconds?: number
}
/** Leavings of the page, which are counted; loading it again and losing the connection are none. */
const leavings: readonly Leaving['kind'][] = ['left', 'other_tab', 'closed', 'went']

/** So long after the end of an attempt a connection that was lost before it, and what happened before it, may still be reported. */
const lateMs = 3_600_000

/** The page was left, or is back; what a lost connection kept over the end of the exam is noted too. */
export async function noteLeaving({ pool, now }: Deps, actor: Actor, scope: CourseScope, event: Leaving): Promise<null> {
  const attempt = myAttempt(scope, actor.person)
  const { kind, id = newId(), seconds_ago: ago = 0, seconds } = event
  const time = now()
  const then = time.getTime() - ago * 1000
  const ended = attempt.state === 'running' ? undefined : attempt.submitted_at?.getTime()
  const wasBefore = ended !== undefined && time.getTime() - ended < lateMs && (kind === 'offline' || then < ended)
  if (attempt.state !== 'running' && !wasBefore) return null
  const latest = Math.min(then, ended ?? then)
  const at = new Date(Math.max(attempt.started_at.getTime(), latest))
  const note = seconds === undefined ? {} : { seconds }
  await noteLeft(plain(pool), { id, attempt: attempt.id, kind, at, note, leaving: leavings.includes(kind), seen: time })
  return null
}
