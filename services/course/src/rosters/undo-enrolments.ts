// Undo of a roster's enrolments: each as it was before, unless somebody has changed it since. One that the roster has made ends, and the last
// instructor of a course stays.
import type { Actor } from '@lyceum/kit/calls/actor'
import { beQuiet } from '@lyceum/kit/calls/context'
import { invalid } from '@lyceum/kit/calls/errors'
import { nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { fits } from '@lyceum/kit/calls/validation'
import { rows as select } from '@lyceum/kit/database/database'
import { ExternalIdText } from '@lyceum/kit/external-ids/api'
import type { RosterUndo } from '@lyceum/kit/rosters/api'
import { type Static, Type } from 'typebox'
import { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import { lockMembers, type Plan, type PresentMember, teaching, writeMembers } from './members.ts'
import { auditRoster, kept, lockRoster, type Undone } from './outcomes.ts'

const Before = Type.Object({ role: CourseRole, state: oneOf('active', 'left'), external_id: nullable(ExternalIdText) })
type Before = Static<typeof Before>

export async function undoEnrolments(deps: Deps, { org }: Actor, { source, rows }: Static<typeof RosterUndo>): Promise<{ rows: Undone[] }> {
  beQuiet()
  const tx = deps.db
  await lockRoster(tx, org, 'enrolments', source)
  const own = await select<{ id: string }>(
    tx,
    'select e.id::text from enrolments e join courses c on c.id = e.course_id and not c.deleted where e.id = any($1) and e.org_id = $2',
    rows.map(({ id }) => id),
    org,
  )
  const { byId, teachers } = await lockMembers(tx, { ids: own.map(({ id }) => id), pairs: [], source, lock: true })
  const seen = new Set<string>()
  const judged = rows.map(({ external_id, id, before, version }, nth) => {
    const member = byId.get(id.toLowerCase())
    if (!member || Number(member.version) !== version || seen.has(member.id)) return { external_id }
    seen.add(member.id)
    if (before !== null && !fits(Before, before)) throw invalid({ [`rows.${nth}.before`]: 'field.format' })
    const wanted: Before = before ?? { role: member.role, state: 'left', external_id: null }
    return { external_id, member, wanted }
  })
  const left = teaching(
    teachers,
    judged.flatMap(({ member, wanted }) => (member && gains(member, wanted) ? [member.course_id] : [])),
  )
  const plan: Plan = { made: [], back: [], roles: [], ended: [], ids: [] }
  const outcomes = judged.map(({ external_id, member, wanted }): Undone => {
    if (!member || !wanted) return kept(external_id)
    if (teaches(member) && !teaches(wanted) && !left.lose(member.course_id)) return kept(external_id, 'roster.lastInstructor')
    if (wanted.state === 'left') {
      if (member.state === 'active') plan.ended.push(member.id)
    } else {
      if (member.state === 'left') plan.back.push({ id: member.id, role: wanted.role })
      else if (member.role !== wanted.role) plan.roles.push({ id: member.id, role: wanted.role })
      plan.ids.push({ subject: member.id, id: wanted.external_id })
    }
    return { external_id, outcome: 'undone' }
  })
  await writeMembers(deps, { org, source }, plan, teachers)
  await auditRoster(tx, { org }, 'roster.enrolmentsUndone', source, outcomes)
  return { rows: outcomes }
}

const teaches = ({ role, state }: Pick<PresentMember, 'role' | 'state'>) => role === 'instructor' && state === 'active'
const gains = (member: PresentMember, wanted: Before) => !teaches(member) && teaches(wanted)
