// Roll calls: opened, shown on the screen of the hall, closed.
import { randomBytes } from 'node:crypto'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { run } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs.ts'
import { closeRollCall, graceSeconds, noteTaught, touchSession } from '../closing.ts'
import { sessionRow } from '../session-row.ts'
import type { Code, RollCall, RollCallDraft } from './api.ts'
import { codesOf, foundCall, toRollCall } from './call-row.ts'
import { numberAt, qrAt } from './codes.ts'
import { callersNetwork } from './networks.ts'

const minute = 60_000
const after = (now: Date, minutes: number) => new Date(now.getTime() + minutes * minute)

/** 409 rollCall.open while another one of the class is, class.ended. */
export async function openRollCall({ db, now }: Deps, scope: CourseScope, session: string, draft: RollCallDraft): Promise<RollCall> {
  const late = draft.late_after ?? null
  if (late !== null && late >= draft.minutes) throw invalid({ late_after: 'rollCall.lateAfterEnd' })
  const row = await sessionRow(db, session, { lock: true })
  if (row.state !== 'running') throw conflict('class.ended')
  const time = now()
  const id = newId()
  const closesAt = after(time, draft.minutes)
  const opened = await run(
    db,
    `insert into roll_calls (id, session_id, course_id, ways, opened_at, late_after, closes_at, version)
     values ($1, $2, $3, $4, $5::timestamptz, $6, $7, (extract(epoch from $5::timestamptz) * 1000)::bigint) on conflict do nothing`,
    id,
    session,
    scope.course,
    draft.ways,
    time,
    late === null ? null : after(time, late),
    closesAt,
  )
  if (opened === 0) throw conflict('rollCall.open')
  await run(db, 'insert into roll_call_codes (roll_call_id, secret) values ($1, $2)', id, randomBytes(32))
  await touchSession(db, session)
  const runAt = new Date(closesAt.getTime() + graceSeconds * 1000)
  await enqueue(db, { kind: 'closeRollCall', key: `roll-call:${id}`, runAt, payload: { roll_call: id } })
  return await toRollCall(db, id, time)
}

/** The code of this moment; the network of the screen that reads it is none to be doubted. 409 rollCall.closed from its time on. */
export async function readCode({ db, now }: Deps, scope: CourseScope, reply: FastifyReply): Promise<Code> {
  const call = foundCall(scope)
  const time = now()
  const codes = codesOf(call)
  if (!codes || time >= call.closes_at) throw conflict('rollCall.closed')
  await noteTaught(db, call.session, time)
  const network = callersNetwork(codes)
  if (network !== null)
    await run(
      db,
      'update roll_calls set networks = array_append(networks, $2::text) where id = $1 and closed_at is null and not $2::text = any(networks)',
      call.id,
      network,
    )
  const number = call.ways.includes('number') && !call.number_retired ? numberAt(codes, time) : null
  const qr = call.ways.includes('qr') ? qrAt(codes, time) : null
  reply.header('cache-control', 'no-store')
  return {
    number: number?.number ?? null,
    number_until: number?.until.toISOString() ?? null,
    qr: qr?.qr ?? null,
    next_at: (qr?.until ?? number?.until ?? call.closes_at).toISOString(),
    now: time.toISOString(),
  }
}

export async function endRollCall({ db, now }: Deps, id: string): Promise<RollCall> {
  const time = now()
  await closeRollCall(db, id, time)
  return await toRollCall(db, id, time)
}
