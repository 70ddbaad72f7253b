// Saving answers: one statement for one answer or fifty. An answer that is not newer changes nothing; one that arrives after the end is kept apart.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { context } from '@lyceum/kit/calls/context'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { sharedReads } from '@lyceum/kit/database/connections'
import { one, plain, rows, run, type Tx } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import type { KeptPaper } from '../../questions/papers/kept-papers.ts'
import type { AnswerFileFacts } from '../../questions/question-types/definition.ts'
import type { AnswerDraft, Saved } from './api.ts'
import { noteEvents } from './attempt-events.ts'
import { activityOfAttempt, attemptOf, type AttemptRow, myAttempt, rangesOf } from './attempt-row.ts'
import { cleanAnswer, takesFiles, uploadsOfAnswer } from './answers.ts'
import { isWithin } from './rules.ts'

type Body = { device: string; items: AnswerDraft[]; marked_slots?: number[]; furthest?: number; as_late?: boolean }
type Checked = { good: AnswerDraft[]; refused: Saved['refused'] }

/** 409 attempt.elsewhere from a device that is not the attempt's any more. */
export async function saveAnswers(deps: Deps, actor: Actor, scope: CourseScope, body: Body): Promise<Saved> {
  const { pool, papers, now } = deps
  const attempt = myAttempt(scope, actor.person)
  const { settings } = activityOfAttempt(scope)
  const anyDevice = settings.one_device === false
  const paper = await papers.of(sharedReads(pool), attempt.paper_id)
  if (!paper) throw notFound('attempt', attempt.id)
  const { good, refused } = await checkAnswers(sharedReads(pool), actor, attempt, paper, newest(body.items))
  const time = now()
  if (body.as_late) {
    const { saved, newer } = await newerThanSaved(plain(pool), attempt.id, good)
    await keepLate(plain(pool), attempt.id, body.device, newer, time)
    return { ...stateOf(attempt, time), saved, late: newer.map(({ slot }) => slot), refused }
  }
  const oneWay = settings.no_way_back === true && settings.one_at_a_time === true
  const by: Writing = { attempt, device: body.device, anyDevice, oneWay, time }
  if (good.length > 0) await noteAddress(plain(pool), scope, time)
  const saved = good.length > 0 ? await write(plain(pool), by, good) : []
  // after the answers: a step ahead leaves their questions behind
  const furthest = oneWay ? Math.max(attempt.furthest, body.furthest ?? 0, ...good.map(({ slot }) => slot)) : 0
  if (body.items.length === 0 || body.marked_slots || furthest > attempt.furthest) await noteSeen(plain(pool), by, body, furthest)
  if (saved.length === good.length && good.length > 0) return { ...stateOf(saved[0]!, time), saved: saved.map(toSeq), late: [], refused }
  return { ...(await others(plain(pool), by, good)), refused }
}

/** Of several for one slot the newest. */
function newest(items: readonly AnswerDraft[]): AnswerDraft[] {
  const bySlot = new Map<number, AnswerDraft>()
  for (const item of items) if ((bySlot.get(item.slot)?.seq ?? 0) < item.seq) bySlot.set(item.slot, item)
  return [...bySlot.values()]
}

async function checkAnswers(tx: Tx, actor: Actor, attempt: AttemptRow, paper: KeptPaper, items: AnswerDraft[]): Promise<Checked> {
  const refused: Saved['refused'] = []
  const good = items.flatMap((item): AnswerDraft[] => {
    const version = paper.versions.get(attempt.versions[item.slot] ?? '')
    const answer = version && cleanAnswer(version, item.answer)
    if (answer !== undefined) return [{ ...item, answer }]
    refused.push({ slot: item.slot, code: version ? 'answer.unfit' : 'answer.noQuestion' })
    return []
  })
  const uploads = [...new Set(good.flatMap(({ answer }) => uploadsOfAnswer(answer)))]
  if (uploads.length === 0) return { good, refused }
  const known = await rows<AnswerFileFacts & { id: string }>(
    tx,
    'select id::text, name, extension, size::float8 as size from uploads where id = any($1) and person_id = $2 and not deleted',
    uploads,
    actor.person,
  )
  const mine = new Map(known.map((file) => [file.id, file]))
  const fits = ({ slot, answer }: AnswerDraft) => {
    const files = uploadsOfAnswer(answer).map((id) => mine.get(id))
    const version = paper.versions.get(attempt.versions[slot] ?? '')!
    const code = files.includes(undefined)
      ? 'upload.unknown'
      : takesFiles(version, files as AnswerFileFacts[])
        ? undefined
        : 'answer.fileUnfit'
    if (code) refused.push({ slot, code })
    return code === undefined
  }
  return { good: good.filter(fits), refused }
}

type Written = { slot: number; seq: number; deadline: Date; paused_at: Date | null; state: AttemptRow['state'] }
const toSeq = ({ slot, seq }: { slot: number; seq: number }) => ({ slot, seq })

/** `oneWay`: what is behind the furthest slot is not answered any more. */
type Writing = { attempt: AttemptRow; device: string; anyDevice: boolean; oneWay: boolean; time: Date }

/** `for share`: no answer slips in behind the closing, which would leave it unmarked. */
const write = (tx: Tx, { attempt, device, anyDevice, oneWay, time }: Writing, items: AnswerDraft[]) =>
  rows<Written>(
    tx,
    `
    with mine as (
      select id, deadline, paused_at, state, furthest from attempts where id = $1 and person_id = $2 and state = 'running' and (device = $3 or $6::bool)
        and (accept_until >= $4 or paused_at is not null) for share),
      written as (
        insert into attempt_answers as old (attempt_id, slot, seq, answer, saved_at)
        select mine.id, g.slot, g.seq, coalesce(g.answer, 'null'), $4::timestamptz
        from mine, jsonb_to_recordset($5::text::jsonb) as g(slot smallint, seq int, answer jsonb)
        where not $7::bool or g.slot >= mine.furthest order by g.slot
        on conflict (attempt_id, slot) do update set seq = excluded.seq, answer = excluded.answer, saved_at = excluded.saved_at,
          points = null, mark = null
        where old.seq < excluded.seq
        returning slot, seq)
    select w.slot::int, w.seq, m.deadline, m.paused_at, m.state from written w, mine m`,
    attempt.id,
    attempt.person_id,
    device,
    time,
    JSON.stringify(items),
    anyDevice,
    oneWay,
  )

/** Fewer were written than were sent: some are not newer or behind the furthest slot, the end has come, or another device has it. */
async function others(
  tx: Tx,
  { attempt: { id }, device, anyDevice, oneWay, time }: Writing,
  items: AnswerDraft[],
): Promise<Omit<Saved, 'refused'>> {
  const now = await one<Written & { device: string; accept_until: Date; furthest: number }>(
    tx,
    'select device::text, state, deadline, accept_until, paused_at, furthest::int from attempts where id = $1',
    id,
  )
  if (!now) throw notFound('attempt', id)
  const { saved, newer } = await newerThanSaved(tx, id, items)
  const ended = now.state !== 'running' || (now.accept_until < time && now.paused_at === null)
  if (!ended && now.device !== device && !anyDevice) throw conflict('attempt.elsewhere')
  const late = newer.filter(({ slot }) => ended || (oneWay && slot < now.furthest))
  await keepLate(tx, id, device, late, time)
  return { ...stateOf(now, time), saved, late: late.map(({ slot }) => slot) }
}

/** The slots whose answers the server has, as sent or newer; and those whose answers it lacks. */
async function newerThanSaved(tx: Tx, id: string, items: AnswerDraft[]): Promise<{ saved: Saved['saved']; newer: AnswerDraft[] }> {
  const stored = await rows<{ slot: number; seq: number }>(
    tx,
    'select slot::int, seq from attempt_answers where attempt_id = $1 and slot = any($2::smallint[])',
    id,
    items.map(({ slot }) => slot),
  )
  const seqOf = new Map(stored.map(({ slot, seq }) => [slot, seq]))
  const older = (item: AnswerDraft) => (seqOf.get(item.slot) ?? 0) >= item.seq
  return {
    saved: items.filter(older).map(({ slot }) => ({ slot, seq: seqOf.get(slot)! })),
    newer: items.filter((item) => !older(item)),
  }
}

/** Of each slot the newest late answer of each device stays. */
async function keepLate(tx: Tx, id: string, device: string, items: AnswerDraft[], time: Date): Promise<void> {
  if (items.length === 0) return
  await run(
    tx,
    `
    insert into late_answers as old (attempt_id, slot, device, seq, answer, saved_at)
    select $1::uuid, g.slot, $2::uuid, g.seq, coalesce(g.answer, 'null'), $3::timestamptz
    from jsonb_to_recordset($4::text::jsonb) as g(slot smallint, seq int, answer jsonb) order by g.slot
    on conflict (attempt_id, slot, device) do update set seq = excluded.seq, answer = excluded.answer, saved_at = excluded.saved_at
    where old.seq < excluded.seq`,
    id,
    device,
    time,
    JSON.stringify(items),
  )
}

const noteSeen = (tx: Tx, { attempt, device, anyDevice, time }: Writing, { marked_slots }: Body, furthest: number) =>
  run(
    tx,
    `update attempts set seen_at = $2, marked_slots = coalesce($3::smallint[], marked_slots),
       furthest = greatest(furthest, least($6::int, cardinality(versions) - 1))
     where id = $1 and state = 'running' and (device = $4 or $5::bool)`,
    attempt.id,
    time,
    marked_slots ?? null,
    device,
    anyDevice,
    furthest,
  )

/** An answer from elsewhere than the exam may be written from counts, and is in the log: once in ten minutes. */
async function noteAddress(tx: Tx, scope: CourseScope, time: Date): Promise<void> {
  const { id, state } = attemptOf(scope)
  if (state !== 'running' || isWithin(context()?.address ?? '', rangesOf(scope))) return
  const known = await one(
    tx,
    `select from attempt_events where attempt_id = $1 and kind = 'address' and at > $2::timestamptz - interval '10 minutes' limit 1`,
    id,
    time,
  )
  if (!known) await noteEvents(tx, [{ id }], 'address', null, time)
}

const stateOf = ({ deadline, paused_at, state }: Pick<Written, 'deadline' | 'paused_at' | 'state'>, time: Date) => ({
  now: time.toISOString(),
  deadline: deadline.toISOString(),
  paused_at: paused_at?.toISOString() ?? null,
  state,
})
