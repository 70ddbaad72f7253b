// A claim to be present, of four hundred in one second: one statement that checks the roll call, counts tries, notes doubts and answers a repetition the same.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, invalid } from '@lyceum/kit/calls/errors'
import { one, plain, run } from '@lyceum/kit/database/database'
import { leastIdAt } from '@lyceum/kit/ids'
import type { Deps } from '../../deps.ts'
import { studentsSql } from '../people.ts'
import { type AttendanceState, mostTries } from '../shapes.ts'
import { hintTeachers } from '../teacher-hints.ts'
import type { Claim, ClaimAnswer } from './api.ts'
import { codesOf, type FoundCall, foundCall } from './call-row.ts'
import { beginOfQr, isNumber } from './codes.ts'
import { callersNetwork } from './networks.ts'

/** Wrong numbers of all together, for each student of the course, after which no number is taken; one person counts for so many of them at most. */
const triesOfAll = 10
const triesOfOne = 30
/** Milliseconds after which a sign-in is no doubt any more. */
const justSignedIn = 120_000

type Answer = {
  state: AttendanceState | null
  at: Date | null
  fresh: boolean
  open: boolean
  retired: boolean
  tries: number | null
}

/**
 * Values: $1 roll call, $2 person, $3 now, $4 by number, $5 right, $6 device, $7 network, $8 the page was open since, $9 just signed in, $10 way, $11 org,
 * $12 course. The row of tries is locked before the claim is written, so that a thousand numbers at once are three. A right one leaves its count.
 */
const claimSql = `with mine as (select state, at from attendance where roll_call_id = $1 and person_id = $2),
  open as (select r.session_id, r.late_after, r.closes_at, r.number_retired from roll_calls r
    where r.id = $1 and r.closed_at is null and not exists (select from mine) for share),
  tried as (insert into roll_call_tries as t (roll_call_id, person_id, tries)
    select $1::uuid, $2::uuid, case when $5::bool then 0 else 1 end from open where $4::bool
    on conflict (roll_call_id, person_id) do update
      set tries = least(t.tries + case when $5::bool and t.tries < ${mostTries} then 0 else 1 end, 1000000) returning tries),
  claimed as (insert into attendance (roll_call_id, person_id, org_id, course_id, state, way, at, device, network, doubts, version)
    select $1::uuid, $2::uuid, $11::uuid, $12::uuid, case when $3::timestamptz > o.late_after then 'late' else 'present' end, $10::text, $3::timestamptz,
      $6::uuid, $7::text,
      case when $9::bool and exists (select from class_people p where p.session_id = o.session_id and p.device = $6::uuid and p.person_id <> $2::uuid)
        then array['borrowed'] else '{}' end
      || case when not exists (select from class_people p where p.session_id = o.session_id and p.person_id = $2::uuid and p.first_at <= $8::timestamptz)
        then array['unseen'] else '{}' end
      || case when $3::timestamptz > o.closes_at then array['after'] else '{}' end,
      (extract(epoch from $3::timestamptz) * 1000)::bigint
    from open o where $5::bool and (not $4::bool or (not o.number_retired and (select tries from tried) < ${mostTries}))
    on conflict (roll_call_id, person_id) do nothing returning state, at)
  select coalesce(c.state, m.state) as state, coalesce(c.at, m.at) as at, c.state is not null as fresh, o.session_id is not null as open,
    coalesce(o.number_retired, false) as retired, (select tries from tried) as tries
  from (select 1) x left join claimed c on true left join mine m on true left join open o on true`

/** Students alone. 403 rollCall.wrong { left } for a number, rollCall.old for a QR code of earlier; 409 rollCall.closed. */
export async function claim(deps: Deps, actor: Actor, scope: CourseScope, body: Claim): Promise<ClaimAnswer> {
  const { pool, kv } = deps
  if (scope.access.role !== 'student' || scope.access.simulating) throw forbidden()
  const way = wayOf(body)
  const call = foundCall(scope)
  if (!call.ways.includes(way)) throw invalid({ [way]: 'field.unknown' })
  const now = deps.now()
  const codes = codesOf(call)
  const begin = codes && way === 'qr' ? beginOfQr(codes, body.qr!, now) : undefined
  const right = codes !== undefined && (way === 'qr' ? begin !== undefined : isNumber(codes, body.number!, now))
  const values = [
    ...[call.id, actor.person, now, way === 'number', right, body.device, codes ? callersNetwork(codes) : null, begin ?? now],
    ...[actor.session > leastIdAt(new Date(now.getTime() - justSignedIn)), way, call.org, call.course],
  ]
  let answer = await one<Answer>(plain(pool), claimSql, ...values)
  // the same claim at the same moment: it is there once that one has ended
  if (right && answer?.open && !answer.state && !refusing(answer, way)) answer = await one<Answer>(plain(pool), claimSql, ...values)
  if (!answer) throw conflict('rollCall.closed')
  if (answer.fresh) await hintTeachers(plain(pool), kv, call)
  if (answer.state && (call.closed_at === null || answer.state !== 'absent'))
    return { state: answer.state, at: answer.at!.toISOString(), now: now.toISOString() }
  if (!answer.open || !codes) throw conflict('rollCall.closed')
  if (way === 'qr') throw forbidden('rollCall.old')
  return await refuse(deps, call, answer)
}

const refusing = ({ retired, tries }: Answer, way: 'number' | 'qr'): boolean => way === 'number' && (retired || (tries ?? 0) >= mostTries)

function wayOf({ number, qr }: Claim): 'number' | 'qr' {
  if (number !== undefined && qr !== undefined) throw invalid({ qr: 'field.unknown' })
  if (number === undefined && qr === undefined) throw invalid({ number: 'field.required' })
  return number === undefined ? 'qr' : 'number'
}

async function refuse({ pool, kv }: Deps, call: FoundCall, { tries, retired }: Answer): Promise<never> {
  if (retired) throw forbidden('rollCall.numberRetired')
  if (tries !== null && tries <= triesOfOne) {
    const gone = await run(
      plain(pool),
      `update roll_calls set number_retired = true where id = $1 and not number_retired
         and (select sum(least(tries, ${triesOfOne})) from roll_call_tries where roll_call_id = $1)
           >= ${triesOfAll} * greatest(1, (select count(*) from ${studentsSql('$2')}))`,
      call.id,
      call.course,
    )
    if (gone > 0 || tries >= mostTries) await hintTeachers(plain(pool), kv, call)
  }
  throw forbidden('rollCall.wrong', { left: Math.max(0, mostTries - (tries ?? mostTries)) })
}
