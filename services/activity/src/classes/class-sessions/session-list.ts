// The class sessions of a course as a list, each with its roll calls.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { has } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { classPeople } from '../people.ts'
import { type SessionRow, sessionColumns } from '../session-row.ts'
import type { AttendanceState, ClassSummary } from '../shapes.ts'
import type { ClassQuery } from './api.ts'

type Counts = NonNullable<ClassSummary['attendance']>
type Calls = {
  session: string
  calls: { id: string; opened_at: string; closed: boolean; mine: AttendanceState | null }[]
  counts: (Counts & { closed: number }) | null
}

/** Sessions with their roll calls; `counts` are of the closed ones, for who teaches alone. In two queries, however many. */
export async function toSummaries({ db }: Deps, { person }: Actor, { access }: CourseScope, list: SessionRow[]): Promise<ClassSummary[]> {
  const teach = has(access.can, 'attendance.change')
  const calls = await rows<Calls>(
    db,
    `select r.session_id::text as session, jsonb_agg(jsonb_build_object('id', r.id, 'opened_at', r.opened_at, 'closed', r.closed_at is not null,
         'mine', m.state) order by r.opened_at) as calls,
       jsonb_build_object('closed', count(r.closed_at), 'present', coalesce(sum(n.present), 0), 'late', coalesce(sum(n.late), 0),
         'absent', coalesce(sum(n.absent), 0), 'excused', coalesce(sum(n.excused), 0)) as counts
     from roll_calls r left join attendance m on m.roll_call_id = r.id and m.person_id = $2
     left join lateral (select count(*) filter (where a.state in ('present', 'left_early')) as present, count(*) filter (where a.state = 'late') as late,
         count(*) filter (where a.state = 'absent') as absent, count(*) filter (where a.state = 'excused') as excused
       from attendance a where $3::bool and a.roll_call_id = r.id and r.closed_at is not null) n on true
     where r.session_id = any($1) group by r.session_id`,
    list.map(({ id }) => id),
    person,
    teach,
  )
  const bySession = new Map(calls.map((of) => [of.session, of]))
  const people = await classPeople(
    db,
    list.flatMap(({ started_by }) => started_by ?? []),
  )
  return list.map((row) => {
    const of = bySession.get(row.id)
    const { closed = 0, ...counts } = of?.counts ?? { closed: 0, present: 0, late: 0, absent: 0, excused: 0 }
    return {
      id: row.id,
      course_id: row.course_id,
      title: row.title,
      activity_id: row.activity_id,
      lesson_id: row.lesson_id,
      state: row.state,
      started_at: row.started_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      started_by: (row.started_by !== null && people.get(row.started_by)) || null,
      attendance: teach && closed > 0 ? counts : null,
      mine: access.role === 'student' ? (of?.calls ?? []).flatMap(({ mine }) => mine ?? []) : [],
      roll_calls: (of?.calls ?? []).map(({ id, opened_at, closed: over }) => ({
        id,
        opened_at: new Date(opened_at).toISOString(),
        closed: over,
      })),
      can: { teach },
      version: Number(row.version),
    }
  })
}

export async function listSessions(deps: Deps, actor: Actor, scope: CourseScope, query: ClassQuery) {
  const { db, now } = deps
  const { limit, offset } = limits(query)
  const { activity_id: activity = null } = query
  const of = 's.course_id = $1 and ($2::uuid is null or s.activity_id = $2::uuid)'
  const list = await rows<SessionRow>(
    db,
    `select ${sessionColumns} from class_sessions s where ${of} order by s.started_at desc, s.id desc limit $3 offset $4`,
    scope.course,
    activity,
    limit,
    offset,
  )
  const head = await one<{ n: number }>(db, `select count(*)::int as n from class_sessions s where ${of}`, scope.course, activity)
  const runs = await rows<SessionRow>(
    db,
    `select ${sessionColumns} from class_sessions s where s.course_id = $1 and s.state = 'running'`,
    scope.course,
  )
  const all = await toSummaries(deps, actor, scope, [...list, ...runs.filter(({ id }) => !list.some((one) => one.id === id))])
  return {
    ...pageOf(query, head?.n ?? 0, all.slice(0, list.length)),
    running: all.find(({ state }) => state === 'running') ?? null,
    can: { begin: has(scope.access.can, 'attendance.change') },
    now: now().toISOString(),
  }
}
