// Checks of an allowance's draft: its terms make sense, and its people learn where it holds.
import { invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import { timeOf } from '../types/rules.ts'
import type { Allowance } from '../generated/client.ts'
import type { AllowanceDraft } from './api.ts'
import type { Times } from './rules.ts'
import { heldSql, joinModule } from './times-sql.ts'

type Draft = Partial<Omit<AllowanceDraft, 'person_ids' | 'activity_id'>>
type Terms = Pick<Allowance, 'extraMinutes' | 'extraPercent' | 'attempts' | 'opens' | 'due' | 'closes'>

/** The terms after a write: those given, else those there are. */
export function termsAfter(draft: Draft, current?: Terms): Terms {
  const kept = <T>(value: T | null | undefined, now: T | null | undefined): T | null => (value === undefined ? (now ?? null) : value)
  return {
    extraMinutes: kept(draft.extra_minutes, current?.extraMinutes),
    extraPercent: kept(draft.extra_percent, current?.extraPercent),
    attempts: kept(draft.attempts, current?.attempts),
    opens: kept(timeOf(draft.opens), current?.opens),
    due: kept(timeOf(draft.due), current?.due),
    closes: kept(timeOf(draft.closes), current?.closes),
  }
}

/** 400 names the field: both minutes and per cent, nothing at all, dates of more than one activity, dates in the wrong order. */
export async function checkTerms(
  tx: Tx,
  { course, activityId }: { course: string | null; activityId: string | null },
  terms: Terms,
  draft: Draft,
): Promise<void> {
  if (terms.extraMinutes !== null && terms.extraPercent !== null)
    throw invalid({ [draft.extra_percent ? 'extra_percent' : 'extra_minutes']: 'allowance.minutesOrPercent' })
  const first = (['opens', 'due', 'closes'] as const).find((field) => terms[field])
  if (!activityId) {
    if (first) throw invalid({ [first]: 'allowance.datesOfActivity' })
    if (terms.extraMinutes === null && terms.extraPercent === null && terms.attempts === null)
      throw invalid({ extra_minutes: 'allowance.empty' })
    return
  }
  const activity = await one<Times & { course_id: string }>(
    tx,
    `select a.course_id::text, ${heldSql.opens} as opens, ${heldSql.due} as due, ${heldSql.closes} as closes
     from activities a ${joinModule} where a.id = $1 and not a.deleted`,
    activityId,
  )
  if (activity?.course_id !== course) throw invalid({ activity_id: ['activity.unknown', { id: activityId }] })
  if (!first && terms.extraMinutes === null && terms.extraPercent === null && terms.attempts === null)
    throw invalid({ extra_minutes: 'allowance.empty' })
  const [opens, due, closes] = [terms.opens ?? activity?.opens, terms.due ?? activity?.due, terms.closes ?? activity?.closes]
  if (opens && closes && closes <= opens && (terms.opens || terms.closes))
    throw invalid({ [terms.closes ? 'closes' : 'opens']: 'activity.endBeforeStart' })
  if (opens && due && due <= opens && (terms.opens || terms.due))
    throw invalid({ [terms.due ? 'due' : 'opens']: 'activity.dueBeforeStart' })
  if (terms.due && terms.closes && terms.due > terms.closes) throw invalid({ due: 'activity.dueAfterEnd' })
}

/** 400 names the first who is no student of the course, or does not belong to the organisation. */
export async function checkPeople(tx: Tx, { org, course }: { org: string; course: string | null }, persons: string[]): Promise<void> {
  const stranger = await one<{ id: string }>(
    tx,
    `
    select p.id::text from unnest($1::uuid[]) as p(id)
    where not case when $2::uuid is null then exists (select from mirror.memberships o where o.person_id = p.id and o.org_id = $3)
      else exists (select from mirror.members m where m.course_id = $2 and m.person_id = p.id and m.role = 'student' and m.state = 'active') end
    limit 1`,
    persons,
    course,
    org,
  )
  if (stranger) throw invalid({ person_ids: notKnownYet(course ? 'allowance.notStudent' : 'allowance.notMember', stranger) })
}
