// The report of a class, in a few queries however large the class was.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { has } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden } from '@lyceum/kit/calls/errors'
import { one, rows } from '@lyceum/kit/database/database'
import { toSummaries } from '../class-sessions/session-list.ts'
import type { Deps } from '../../deps.ts'
import { studentsSql } from '../people.ts'
import { sessionRow } from '../session-row.ts'
import type { ClassPerson } from '../shapes.ts'
import { readManyCounts } from '../votes/counts.ts'
import type { VoteCounts } from '../votes/shapes.ts'
import { toVote, type VoteRow, voteColumns } from '../votes/vote-row.ts'
import type { ClassReport } from './api.ts'

const mostPicked = 100
const mostVotes = 100
/** Different answers of a vote that are read for a report, the most frequent first. */
const mostAnswers = 200
type Counts = Omit<ClassReport['attendance'][number], 'at'> & { at: Date }

/** 403 for students whom it was not sent to. */
export async function readReport(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<ClassReport> {
  const sql = deps.db
  const send = has(scope.access.can, 'attendance.change')
  if (!send && !has(scope.access.can, 'progress.read')) {
    const sent = await one(
      sql,
      `select from class_report_people where session_id = $1 and person_id = nullif($2, '')::uuid`,
      id,
      actor.person,
    )
    if (!sent) throw forbidden()
  }
  const [session] = await toSummaries(deps, actor, scope, [await sessionRow(deps.db, id)])
  const numbers = await one<{ members: number; here: number }>(
    sql,
    `select count(*)::int as members, (count(*) filter (where p.seen_at > 'epoch'))::int as here
     from ${studentsSql('$2', 'left join class_people p on p.session_id = $1 and p.person_id = m.person_id')}`,
    id,
    scope.course,
  )
  const counted = (state: string) => `(count(*) filter (where a.state = '${state}'))::int as ${state}`
  const attendance = await rows<Counts>(
    sql,
    `select r.id::text as roll_call_id, r.opened_at as at, ${['present', 'late', 'excused', 'left_early', 'absent'].map(counted).join(', ')}
     from roll_calls r left join attendance a on a.roll_call_id = r.id where r.session_id = $1 and r.closed_at is not null
     group by r.id order by r.opened_at, r.id limit 100`,
    id,
  )
  const picked = await rows<ClassPerson & { times: number }>(
    sql,
    `select ps.id::text, ps.name, ps.user_no, ps.avatar, p.picked as times from class_people p
     join mirror.persons ps on ps.id = p.person_id and not ps.deleted
     where p.session_id = $1 and p.picked > 0 order by p.picked desc, ps.name, ps.id limit ${mostPicked}`,
    id,
  )
  const votes = await votesOf(deps, id, send)
  return {
    session: session!,
    members: numbers?.members ?? 0,
    here: numbers?.here ?? 0,
    attendance: attendance.map(({ at, ...counts }) => ({ ...counts, at: at.toISOString() })),
    votes,
    picked: picked.map(({ times, ...person }) => ({ person, times })),
    can: { send },
  }
}

/** `all`: the counts of those too that were not shown to the room. */
async function votesOf(deps: Deps, session: string, all: boolean): Promise<ClassReport['votes']> {
  const list = await rows<VoteRow>(
    deps.db,
    `select ${voteColumns} from votes v where v.session_id = $1 order by v.n limit ${mostVotes}`,
    session,
  )
  const shown = list.filter(({ results_shown }) => all || results_shown).map(({ id }) => id)
  const counts = shown.length > 0 ? await readManyCounts(deps, shown, mostAnswers) : new Map<string, VoteCounts>()
  return list.map((row) => ({ vote: toVote(row), counts: counts.get(row.id) ?? null }))
}
