// Handing in: the row alone; the sweep marks it within seconds.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict } from '@lyceum/kit/calls/errors'
import { sharedReads } from '@lyceum/kit/database/connections'
import { one, plain, rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import type { AnswerDraft, AttemptState } from './api.ts'
import { activityOfAttempt, type AttemptRow, myAttempt, readAttempt } from './attempt-row.ts'
import { isBlankAnswer } from './answers.ts'
import { saveAnswers } from './save.ts'

type Submitted = { state: AttemptState; submitted_at: string | null; unanswered: number; late: number[] }

/** A repeated call answers the same. 409 attempt.elsewhere. */
export async function submitAttempt(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  { device, items = [] }: { device: string; items?: AnswerDraft[] },
): Promise<Submitted> {
  const { pool, now } = deps
  const attempt = myAttempt(scope, actor.person)
  const late = items.length > 0 ? (await saveAnswers(deps, actor, scope, { device, items })).late : []
  const anyDevice = activityOfAttempt(scope).settings.one_device === false
  const time = now()
  const written = await one<Pick<AttemptRow, 'state' | 'submitted_at'>>(
    plain(pool),
    `
    update attempts set state = 'submitted', submitted_at = case when accept_until < $4 and paused_at is null then deadline else $4 end,
      submitted_by = case when accept_until < $4 and paused_at is null then 'deadline' else 'student' end, seen_at = $4,
      deadline = deadline + coalesce($4 - paused_at, '0'), paused_at = null, version = version + 1
    where id = $1 and person_id = $2 and state = 'running' and (device = $3 or $5::bool) returning state, submitted_at`,
    attempt.id,
    actor.person,
    device,
    time,
    anyDevice,
  )
  const after = written ?? (await readAttempt(plain(pool), attempt.id))
  if (after.state === 'running') throw conflict('attempt.elsewhere')
  return {
    state: after.state,
    submitted_at: after.submitted_at?.toISOString() ?? null,
    unanswered: await unansweredOf(deps, attempt),
    late,
  }
}

async function unansweredOf({ pool, papers }: Deps, attempt: AttemptRow): Promise<number> {
  const reads = sharedReads(pool)
  const paper = await papers.of(reads, attempt.paper_id)
  const answers = await rows<{ slot: number; answer: Record<string, unknown> | null }>(
    reads,
    'select slot::int, answer from attempt_answers where attempt_id = $1',
    attempt.id,
  )
  const answerOf = new Map(answers.map(({ slot, answer }) => [slot, answer]))
  return attempt.versions.filter((id, slot) => {
    const version = paper?.versions.get(id)
    return version !== undefined && version.type !== 'stimulus' && isBlankAnswer(version, answerOf.get(slot))
  }).length
}
