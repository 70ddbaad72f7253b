// The monitor of an exam: its writers as one aggregate every five seconds, however many people look.
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { holding } from '@lyceum/kit/text/folded'
import { isApart } from '../attempts/answers.ts'
import type { AttemptEvent } from '../attempts/event-api.ts'
import { readEvents } from '../attempts/attempt-events.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { askerOf, readActivityRow } from '../../questions/papers/papers.ts'
import { isNameless } from '../../activity/anonymity.ts'
import type { Writer, WritingState } from './api.ts'
import { countsOf, writingStateOf } from './rules.ts'

type Row = {
  person: string
  name: string
  user_number: string | null
  avatar: string
  member: boolean
  attempt_id: string | null
  attempts: number
  state: 'running' | 'submitted' | 'marked' | null
  started_at: Date | null
  submitted_at: Date | null
  deadline: Date | null
  paused_at: Date | null
  seen_at: Date | null
  flags: number
  device_changes: number
  answered: number
  questions: number
  late: number
}

/** Students, and whoever has an attempt and is none any more. A running attempt comes before a later one. */
const sql = `
  with last as (
    select distinct on (a.person_id) a.*, count(*) over (partition by a.person_id)::int as attempts
    from attempts a where a.activity_id = $1 and not a.trial order by a.person_id, (a.state = 'running') desc, a.started_at desc),
  people as (
    select m.person_id, true as member from mirror.members m where m.course_id = $2 and m.role = 'student' and m.state = 'active'
    union all select l.person_id, false from last l where not exists (
      select from mirror.members m where m.course_id = $2 and m.person_id = l.person_id and m.role = 'student' and m.state = 'active')),
  answers as (
    select w.attempt_id, count(*) filter (where w.answer <> 'null')::int as answered, max(w.saved_at) as saved_at
    from attempt_answers w where w.attempt_id in (select id from last) group by w.attempt_id),
  late as (
    select l.attempt_id, count(*)::int as late from late_answers l
    left join attempt_answers w on w.attempt_id = l.attempt_id and w.slot = l.slot
    where l.attempt_id in (select id from last) and ${isApart} group by l.attempt_id)
  select p.id::text as person, p.name, p.user_no as user_number, p.avatar, people.member, case when $3 then null else l.id::text end as attempt_id, coalesce(l.attempts, 0) as attempts,
    l.state, l.started_at, l.submitted_at, l.deadline, l.paused_at, greatest(l.seen_at, w.saved_at) as seen_at, coalesce(l.flags, 0) as flags,
    coalesce(l.device_changes, 0) as device_changes, coalesce(w.answered, 0) as answered, coalesce(cardinality(l.versions), 0) as questions,
    coalesce(t.late, 0) as late
  from people join mirror.persons p on p.id = people.person_id and not p.deleted left join last l on l.person_id = people.person_id
  left join answers w on w.attempt_id = l.id left join late t on t.attempt_id = l.id
  order by p.name, p.id limit 5000`

type Monitor = { now: string; paused: boolean; people: Writer[] }
const lifetime = 5000
const mostKept = 200
/** By activity: what is read at this moment, or was within five seconds. */
const kept = new Map<string, { at: number; monitor: Promise<Monitor> }>()

/** After an action its invigilator sees what it did. */
export const dropMonitor = (activity: string): boolean => kept.delete(activity)

async function read(tx: Tx, activity: Activity, now: Date): Promise<Monitor> {
  const found = await rows<Row>(tx, sql, activity.id, activity.courseId, await isNameless(tx, activity))
  const pausedExam = await one(tx, 'select from exam_access where activity_id = $1 and paused_at is not null', activity.id)
  return {
    now: now.toISOString(),
    paused: pausedExam !== undefined,
    people: found.map(({ started_at, submitted_at, deadline, paused_at, seen_at, ...row }) => ({
      ...row,
      state: writingStateOf({ state: row.state, seen_at }, now),
      started_at: started_at?.toISOString() ?? null,
      submitted_at: submitted_at?.toISOString() ?? null,
      deadline: deadline?.toISOString() ?? null,
      seen_at: seen_at?.toISOString() ?? null,
      paused: paused_at !== null && row.state === 'running',
    })),
  }
}

function monitorOf({ db, now }: Deps, activity: Activity): Promise<Monitor> {
  const time = now()
  const entry = kept.get(activity.id)
  if (entry && time.getTime() - entry.at < lifetime && time.getTime() >= entry.at) return entry.monitor
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
  const monitor = read(db, activity, time)
  kept.set(activity.id, { at: time.getTime(), monitor })
  monitor.catch(() => kept.delete(activity.id))
  return monitor
}

const states: readonly WritingState[] = ['not_begun', 'running', 'offline', 'submitted']

export async function readMonitor(deps: Deps, id: string, query: PageQuery & { conditions?: string }) {
  const { keyword = '', state } = conditionsOf(query.conditions, ['keyword', 'state'])
  if (typeof keyword !== 'string') throw invalid({ 'conditions.keyword': 'field.type' })
  if (state !== undefined && !states.includes(state as WritingState)) throw invalid({ 'conditions.state': 'field.choice' })
  const activity = await readActivityRow(deps.db, id)
  askerOf(activity)
  const { now, paused, people } = await monitorOf(deps, activity)
  const holds = holding(keyword)
  const found = people.filter((one) => (state === undefined || one.state === state) && holds(one.name, one.user_number))
  const { limit, offset } = limits(query)
  return { ...pageOf(query, found.length, found.slice(offset, offset + limit)), now, paused, counts: countsOf(people) }
}

/** Of a person, not of an attempt: its id would reveal whose answers those under a number are. */
export async function readPersonEvents({ db }: Deps, id: string, person: string): Promise<{ items: AttemptEvent[] }> {
  const activity = await readActivityRow(db, id)
  askerOf(activity)
  const last = await one<{ id: string }>(
    db,
    `select id::text from attempts where activity_id = $1 and person_id = $2 and not trial order by (state = 'running') desc, started_at desc limit 1`,
    activity.id,
    person,
  )
  return { items: last ? await readEvents(db, last.id) : [] }
}
