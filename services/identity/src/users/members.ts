// Writing of members: their roles, places, end and state, of many at once; with audit lines and the end of sessions.
import type { Actor } from '@lyceum/kit/calls/actor'
import { type AuditEntry, audit, changesOf } from '@lyceum/kit/audit/audit'
import { run } from '@lyceum/kit/database/database'
import { personKey } from '../../mirror/person-key.ts'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { type Fields, pinFields } from '../keepers/keepers.ts'
import { writeRoles } from '../memberships/grants.ts'
import { type EndedSession, endSessionsOf } from '../sessions/end-sessions.ts'
import type { Judged, MemberRow } from './judge.ts'

/** People whom one transaction changes at most, and the milliseconds that it may take. */
export const atOnce = 500
export const manyTimeout = 30_000

const auditedOf = ({ roles, department_id, grade_id, klass_id, program_id, until }: MemberRow) => ({
  roles,
  department_id,
  grade_id,
  klass_id,
  program_id,
  until: until?.toISOString() ?? null,
})

/**
 * Writes what judgeMembers has accepted, and answers whom it has changed: their facts are to be emitted, and their sessions that ended published once this
 * is committed. Whoever is suspended by it loses every session, work that goes on for them included; whoever was before keeps those of elsewhere. A
 * membership that has ended and that no job has marked yet is suspended by any change.
 */
export async function writeMembers(
  deps: Deps,
  { org, person: by }: Actor,
  { accepted }: Pick<Judged, 'accepted'>,
): Promise<{ changed: string[]; ended: EndedSession[] }> {
  const lines: AuditEntry[] = []
  const written: MemberRow[] = []
  const suspended: string[] = []
  const byHand: Fields[] = []
  for (const { before, after } of accepted) {
    const subject = { subject: personKey(after.id), person: after.id }
    const line = changesOf(auditedOf(before), auditedOf(after))
    if (line) lines.push({ action: 'user.changed', ...subject, ...line })
    const stops = before.state === 'active' && !after.active
    const resumes = !before.active && after.active
    if (stops) suspended.push(after.id)
    if (stops || resumes) lines.push({ action: resumes ? 'user.resumed' : 'user.suspended', ...subject })
    if (!line && !stops && !resumes) continue
    written.push(after)
    const { until, ...fields } = line?.after ?? {}
    byHand.push({ subject: after.id, fields: [...Object.keys(fields), ...(stops || resumes || until !== undefined ? ['state'] : [])] })
  }
  if (written.length === 0) return { changed: [], ended: [] }
  const before = new Map(accepted.map((one) => [one.before.id, one.before]))
  await writeRoles(
    deps.db,
    { org, by },
    written.filter(({ id, roles }) => String(before.get(id)?.roles) !== String(roles)).map(({ id, roles }) => ({ person: id, roles })),
  )
  await run(
    deps.db,
    `
    update memberships m set department_id = w.department_id, grade_id = w.grade_id, klass_id = w.klass_id, program_id = w.program_id,
      until = w.until, state = case when w.active then 'active' else 'suspended' end
    from jsonb_to_recordset($2::jsonb) as w(id uuid, department_id uuid, grade_id uuid, klass_id uuid, program_id uuid, until timestamptz, active boolean)
    where m.org_id = $1 and m.person_id = w.id`,
    org,
    JSON.stringify(written),
  )
  await pinFields(deps.db, { org, kind: 'person' }, byHand)
  await audit(deps.db, lines)
  const ended = suspended.length > 0 ? await endSessionsOf(deps, suspended) : []
  return { changed: written.map(({ id }) => id), ended }
}
