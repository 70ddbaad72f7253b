// The parts of works as they are given, and the scores that follow from them.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { weightsOf } from '../../types/settings.ts'
import type { Weights } from '../../types/activity-types/definition.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { setWorkScores, type WorkScore } from '../../gradebook/scores/work-scores.ts'
import { exactly, mean, type Parts, pointsOfParts } from './rules.ts'

/** Of one person's work. `n`: the version that was marked last, else the newest. */
export type PersonParts = { submission: string; person: string; n: number; lateSeconds: number; parts: Parts }

type Row = {
  id: string
  n: number
  members: string[]
  late_seconds: number
  teacher: string | null
  /** Of single members of a group, where each has a mark. */
  own: Record<string, string>
  selfs: Record<string, string>
  peers: string[]
}

/** Of everybody whose works in an activity they are: of these submissions, or of all. */
export async function readParts(tx: Tx, activity: string, submissions: readonly string[] | null): Promise<PersonParts[]> {
  const found = await rows<Row>(
    tx,
    `
    select s.id::text, v.n, v.member_ids::text[] as members, v.late_seconds, trim_scale(m.points)::text as teacher,
      coalesce((
        select jsonb_object_agg(o.person_id, trim_scale(o.points)::text) from member_points o
        where o.submission_id = s.id and o.n = m.n and a.group_set_id is not null and a.settings ->> 'group_marks' = 'each'), '{}') as own,
      coalesce((
        select jsonb_object_agg(r.person_id, trim_scale(r.points)::text) from self_reviews r
        where r.submission_id = s.id and r.state = 'done' and r.points is not null), '{}') as selfs,
      coalesce((
        select jsonb_agg(trim_scale(p.points)::text) from peer_reviews p
        where p.submission_id = s.id and p.state = 'done' and not p.set_aside and p.points is not null), '[]') as peers
    from submissions s join activities a on a.id = s.activity_id
    left join lateral (
      select k.n, k.points from markings k where k.submission_id = s.id and k.slot = 0 and k.state = 'done' order by k.n desc limit 1) m on true
    join submission_versions v on v.submission_id = s.id and v.n = coalesce(m.n, s.n)
    where s.activity_id = $1 and s.n > 0 and not s.trial and ($2::uuid[] is null or s.id = any($2))`,
    activity,
    submissions,
  )
  return found.flatMap(({ id, n, members, late_seconds, teacher, own, selfs, peers }) =>
    members.map((person) => ({
      submission: id,
      person,
      n,
      lateSeconds: late_seconds,
      parts: { teacher: exactly(own[person] ?? teacher), self: exactly(selfs[person] ?? null), peer: mean(peers) },
    })),
  )
}

type Weighed = Pick<Activity, 'id' | 'orgId' | 'courseId' | 'type' | 'settings'>

/** Writes the scores that follow from the parts, where an activity has some. `submissions` null: of all its works. 409 results.final. */
export async function scoreParts(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  activity: Weighed,
  submissions: readonly string[] | null,
  by: string | null,
): Promise<void> {
  const weights = weightsOf(activity)
  if (!weights) return
  await setWorkScores(tx, deps, activity, scoresOf(weights, await readParts(tx, activity.id, submissions)), by)
}

const scoresOf = (weights: Weights, list: readonly PersonParts[]): WorkScore[] =>
  list.map(({ person, n, lateSeconds, parts }) => ({ person, n, lateSeconds, points: pointsOfParts(weights, parts) }))
