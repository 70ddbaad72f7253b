// Answers that arrived after the end: kept apart until who teaches lets them count.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict } from '@lyceum/kit/calls/errors'
import { rows, run } from '@lyceum/kit/database/database'
import type {} from '../../audit-actions.ts'
import { remark } from '../answer-marking/remark.ts'
import { isApart } from '../attempts/answers.ts'
import { noteEvents } from '../attempts/attempt-events.ts'
import { activityOfAttempt, attemptOf, readAttempt } from '../attempts/attempt-row.ts'
import { namelessAnswer } from '../attempts/nameless-answer.ts'
import type { Deps } from '../../deps.ts'
import { isNameless, zoneOf } from '../../activity/anonymity.ts'
import { dayOf } from '../../activity/work-rules.ts'
import { hintAttempts } from './hint-attempts.ts'

type LateRow = {
  slot: number
  device: string
  answer: Record<string, unknown> | null
  saved_at: Date
  counted: Record<string, unknown> | null
}

export async function readLateAnswers({ db, config, papers }: Deps, scope: CourseScope) {
  const attempt = attemptOf(scope)
  const nameless = await isNameless(db, { id: attempt.activity_id, anonymous: activityOfAttempt(scope).anonymous })
  const zone = nameless ? await zoneOf(db, attempt.course_id) : ''
  const shown = (answer: LateRow['answer']) => (nameless ? namelessAnswer(config, attempt.id, answer, []) : answer)
  const paper = await papers.of(db, attempt.paper_id)
  const found = await rows<LateRow>(
    db,
    `select l.slot::int, l.device::text, l.answer, l.saved_at, w.answer as counted from late_answers l
     left join attempt_answers w on w.attempt_id = l.attempt_id and w.slot = l.slot where l.attempt_id = $1 and ${isApart} order by l.slot, l.seq, l.saved_at`,
    attempt.id,
  )
  return {
    items: found.map(({ saved_at, answer, counted, ...late }) => {
      const version = paper?.versions.get(attempt.versions[late.slot] ?? '')
      // who invigilates sees by name when somebody last saved
      const at = nameless ? dayOf(saved_at, zone) : saved_at
      return {
        ...late,
        saved_at: at.toISOString(),
        answer: shown(answer) ?? {},
        counted: shown(counted),
        type: version?.type ?? '',
        stem: version?.stem ?? '',
      }
    }),
  }
}

/**
 * Of each of these slots, or of all, the newest late answer counts from now on, and is marked; of `device` its own. An answer saved after it on another
 * device stays, and so do the late answers of other devices. 409 attempt.running while it is written.
 */
export async function takeLateAnswers(
  deps: Deps,
  actor: Actor,
  id: string,
  slots: number[] | null,
  device?: string,
): Promise<{ taken: number[] }> {
  const { db, kv, now } = deps
  await run(db, 'select from attempts where id = $1 for update', id)
  const attempt = await readAttempt(db, id)
  if (attempt.state === 'running') throw conflict('attempt.running')
  const taken = await rows<{ slot: number }>(
    db,
    `
    with newest as (
      select distinct on (l.slot) l.slot, l.device from late_answers l left join attempt_answers w on w.attempt_id = l.attempt_id and w.slot = l.slot
      where l.attempt_id = $1 and ($2::smallint[] is null or l.slot = any($2))
        and case when $3::uuid is null then l.seq = 0 or w.seq is null or l.seq > w.seq else l.device = $3::uuid end
      order by l.slot, l.seq desc, l.saved_at desc),
      last as (delete from late_answers l using newest n where l.attempt_id = $1 and l.slot = n.slot and l.device = n.device
        returning l.slot, l.seq, l.answer, l.saved_at)
    insert into attempt_answers as w (attempt_id, slot, seq, answer, saved_at)
    select $1::uuid, slot, greatest(seq, 1), answer, saved_at from last order by slot
    on conflict (attempt_id, slot) do update set seq = greatest(w.seq + 1, excluded.seq), answer = excluded.answer, saved_at = excluded.saved_at,
      points = null, mark = null
    returning slot::int`,
    attempt.id,
    slots,
    device ?? null,
  )
  if (taken.length === 0) return { taken: [] }
  const list = taken.map(({ slot }) => slot).sort((a, b) => a - b)
  await noteEvents(db, [{ id: attempt.id, note: { questions: list.length } }], 'answers_taken', actor.person, now())
  await audit(db, {
    action: 'attempt.answersTaken',
    subject: `attempt:${attempt.id}`,
    person: attempt.person_id,
    course: attempt.course_id,
    org: attempt.org_id,
    after: { slots: list },
  })
  if (attempt.state === 'marked') await remark(deps, [attempt], actor.person)
  await hintAttempts(kv, { courseId: attempt.course_id, orgId: attempt.org_id }, [{ person: attempt.person_id }])
  return { taken: list }
}
