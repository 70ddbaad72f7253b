// The state of a class, read by four hundred phones at once: one text per session and version in the process, and one statement for what is a person's own.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { has } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { sharedReads } from '@lyceum/kit/database/connections'
import { one, plain, type Tx } from '@lyceum/kit/database/database'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { classPeople, hereFor, named } from '../people.ts'
import { foundSession, type SessionRow, sessionRow } from '../session-row.ts'
import { type AttendanceState, type ClassState, mostTries, type OpenRollCall } from '../shapes.ts'
import { countsAt } from '../votes/counts.ts'
import { type FoundVote, toVote, type VoteRow, voteColumns, voterOf } from '../votes/vote-row.ts'

type Shared = Omit<ClassState, 'mine' | 'people' | 'vote_results' | 'can' | 'now'>
/** `secret` of an open anonymous vote: it stays here. */
type LastVote = VoteRow & Pick<FoundVote, 'secret'>
type Read = { shared: Shared; vote: LastVote | undefined }
type Kept = { version: number; text: string; rollCall: string | null; vote: LastVote | undefined }

type CallRow = { id: string; ways: OpenRollCall['ways']; opened_at: Date; late_after: Date | null; closes_at: Date }

async function sharedOf(tx: Tx, row: SessionRow): Promise<Read> {
  const call = await one<CallRow>(
    tx,
    `select id::text, array_to_json(ways) as ways, opened_at, late_after, closes_at from roll_calls where session_id = $1 and closed_at is null`,
    row.id,
  )
  const vote = await one<LastVote>(
    tx,
    `select ${voteColumns}, encode(v.secret, 'hex') as secret from votes v where v.session_id = $1 and $2 = 'running' order by v.n desc limit 1`,
    row.id,
    row.state,
  )
  const people = await classPeople(tx, [...row.picked, ...(row.groups ?? []).flat()])
  const shared: Shared = {
    id: row.id,
    course_id: row.course_id,
    title: row.title,
    activity_id: row.activity_id,
    state: row.state,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    shown: row.shown,
    timer: row.timer,
    groups: row.groups?.map((ids, nth) => ({ name: String(nth + 1), people: named(people, ids) })) ?? null,
    picked: named(people, row.picked),
    roll_call: call
      ? {
          id: call.id,
          ways: call.ways,
          opened_at: call.opened_at.toISOString(),
          late_after: call.late_after?.toISOString() ?? null,
          closes_at: call.closes_at.toISOString(),
        }
      : null,
    vote: vote ? shownVote(vote) : null,
    version: Number(row.version),
  }
  return { shared, vote }
}
const shownVote = ({ secret: _, ...vote }: LastVote): ClassState['vote'] => toVote(vote)

/** Classes that a process keeps, and milliseconds for which it knows the number of people in one. */
const mostKept = 500
const countedFor = 2000
const kept = new Map<string, { version: number; text: Promise<Kept> }>()
const counted = new Map<string, { until: number; n: Promise<number> }>()
const bounded = (map: Map<string, unknown>): void => {
  if (map.size > mostKept) for (const old of [...map.keys()].slice(0, mostKept / 2)) map.delete(old)
}

/** The text of a session of this version or a later one; whoever asks meanwhile waits for the same read. */
async function keptText({ pool }: Deps, id: string, version: number): Promise<Kept> {
  const known = kept.get(id)
  if (known && known.version >= version) return await known.text
  const read = async (): Promise<Kept> => {
    const tx = plain(pool)
    const { shared, vote } = await sharedOf(tx, await sessionRow(tx, id))
    return { version: shared.version, text: JSON.stringify(shared), rollCall: shared.roll_call?.id ?? null, vote }
  }
  const text = read()
  const entry = { version, text }
  kept.delete(id)
  kept.set(id, entry)
  bounded(kept)
  text.then(
    (done) => (entry.version = Math.max(entry.version, done.version)),
    () => kept.get(id) === entry && kept.delete(id),
  )
  return await text
}

/** The number of people who are here, counted at most every two seconds. */
async function countHere({ pool, now }: Deps, id: string): Promise<number> {
  const at = now().getTime()
  const known = counted.get(id)
  if (known && known.until > at) return await known.n
  const n = one<{ n: number }>(
    plain(pool),
    'select count(*)::int as n from class_people where session_id = $1 and seen_at > $2',
    id,
    new Date(at - hereFor),
  ).then((row) => row?.n ?? 0)
  counted.delete(id)
  counted.set(id, { until: at + countedFor, n })
  bounded(counted)
  n.catch(() => counted.delete(id))
  return await n
}

type Mine = {
  hand_at: Date | null
  state: AttendanceState | null
  at: Date | null
  tries: number
  answer: Record<string, unknown> | null
  seq: number | null
}

/** A student's part of a class, who counts as here by reading it: written at most once in half a minute, or when the device is another one. */
const mineSql = `with seen as (
    insert into class_people as p (session_id, person_id, first_at, seen_at, device)
    select $1::uuid, $2::uuid, $3::timestamptz, $3::timestamptz, $4::uuid where $5::bool and not exists (
      select from class_people k where k.session_id = $1 and k.person_id = $2 and k.seen_at > $3::timestamptz - interval '30 seconds'
        and ($4::uuid is null or k.device = $4::uuid))
    on conflict (session_id, person_id) do update set seen_at = greatest(p.seen_at, excluded.seen_at), device = coalesce(excluded.device, p.device))
  select p.hand_at, a.state, a.at, coalesce(t.tries, 0) as tries, v.answer, v.seq from (select 1) one
  left join class_people p on p.session_id = $1 and p.person_id = $2
  left join attendance a on a.roll_call_id = $6 and a.person_id = $2
  left join roll_call_tries t on t.roll_call_id = $6 and t.person_id = $2
  left join vote_answers v on v.vote_id = $7 and v.voter = $8`

type Personal = Pick<ClassState, 'mine' | 'people' | 'vote_results' | 'can' | 'now'>
type Place = { id: string; running: boolean; rollCall: string | null; vote: LastVote | undefined; device: string | null }
async function personalOf(
  deps: Deps,
  tx: Tx,
  { person }: Actor,
  { access }: CourseScope,
  { id, running, rollCall, vote, device }: Place,
): Promise<Personal> {
  const now = deps.now()
  const takesPart = running && access.role === 'student' && !access.simulating
  const voter = (vote && takesPart && voterOf(vote, person)) ?? null
  const own = takesPart ? await one<Mine>(tx, mineSql, id, person, now, device, takesPart, rollCall, vote?.id ?? null, voter) : undefined
  const shown = vote?.results_shown ? await countsAt(deps, vote.id, Number(vote.version)) : undefined
  return {
    mine: {
      hand_at: own?.hand_at?.toISOString() ?? null,
      attendance: own?.state ? { state: own.state, at: own.at!.toISOString() } : null,
      left: Math.max(0, mostTries - (own?.tries ?? 0)),
      vote: own?.answer && own.seq !== null ? { answer: own.answer, seq: own.seq } : null,
    },
    vote_results: shown ?? null,
    people: await countHere(deps, id),
    can: { teach: has(access.can, 'attendance.change'), take_part: takesPart },
    now: now.toISOString(),
  }
}

/** Sent as text: what all share is serialised once. */
export async function readState(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  device: string | undefined,
  reply: FastifyReply,
): Promise<ClassState> {
  const { running, version } = foundSession(scope)
  const { text, rollCall, vote } = await keptText(deps, id, version)
  const tx = running && scope.access.role === 'student' ? plain(deps.pool) : sharedReads(deps.pool)
  const personal = await personalOf(deps, tx, actor, scope, { id, running, rollCall, vote, device: device ?? null })
  reply.header('content-type', 'application/json; charset=utf-8')
  return `${text.slice(0, -1)},${JSON.stringify(personal).slice(1)}` as unknown as ClassState
}

/** The state in the transaction of a change: of it nothing is kept. */
export async function stateOf(deps: Deps, actor: Actor, scope: CourseScope, row: SessionRow): Promise<ClassState> {
  const { shared, vote } = await sharedOf(deps.db, row)
  const place = { id: row.id, running: row.state === 'running', rollCall: shared.roll_call?.id ?? null, vote, device: null }
  return { ...shared, ...(await personalOf(deps, deps.db, actor, scope, place)) }
}
