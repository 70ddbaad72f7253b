// A teacher sees a course as a student or a visitor does, or as it will be; a manager inspects it. For one session, in all its tabs, and
// really with the lower rights.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { one } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { forbidden } from '@lyceum/kit/calls/errors'
import { emit, nextVersion } from '@lyceum/kit/facts/outbox'
import { SimulationChangedSchema } from '@lyceum/proto/course'
import { has } from '@lyceum/identity/mirror/permissions'
import { readCourseAccess, type Simulating } from '../../mirror/rules.ts'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import type { Simulation } from '../generated/client.ts'
import type { SimulatedRole } from './api.ts'

/** Entering needs the permission to simulate, inspecting that to inspect; ending (`as` undefined) is always allowed. */
export async function simulate({ db }: Deps, actor: Actor, course: string, as: Simulating | undefined, refer = ''): Promise<SimulatedRole> {
  const { org, access } = await readCourseAccess(db, actor, course)
  const actingAs = as ?? ''
  const mayInspect = has(access.realCan, 'course.inspect')
  const mayEnter = as === 'inspect' ? mayInspect : access.maySimulate
  if (actingAs ? !mayEnter : !access.maySimulate && !mayInspect && !access.realRole) throw forbidden()
  if (access.maySimulate || mayInspect || access.simulating) {
    const row = await one<Pick<SqlRow<Simulation>, 'version'>>(
      db,
      `
      insert into simulations as s (session_id, course_id, org_id, person_id, acting_as, refer, version)
      values ($1, $2, $3, $4, $5, $6, ${nextVersion('0')})
      on conflict (course_id, session_id) do update set acting_as = excluded.acting_as, refer = excluded.refer, version = ${nextVersion('s.version')}
      returning version`,
      actor.session,
      course,
      org,
      actor.person,
      actingAs,
      refer,
    )
    if (as === 'inspect') await audit(db, { action: 'course.inspected', subject: `course:${course}`, course, org })
    await emit(
      db,
      SimulationChangedSchema,
      { key: `course:${course}`, org, hint: { people: [actor.person] } },
      { sessionId: actor.session, courseId: course, orgId: org, personId: actor.person, actingAs, version: BigInt(row?.version ?? 0) },
    )
  }
  const current = await readCourseAccess(db, actor, course)
  return { role: current.access.role ?? null, simulating: current.access.simulating ?? null }
}

/** The page from which the inspection began, once; null when there was none. */
export async function leaveInspection(deps: Deps, actor: Actor, course: string): Promise<SimulatedRole & { refer: string | null }> {
  const inspection = await one<Pick<SqlRow<Simulation>, 'refer'>>(
    deps.db,
    `select refer from simulations where course_id = $1 and session_id = $2 and acting_as = 'inspect' for update`,
    course,
    actor.session,
  )
  return { ...(await simulate(deps, actor, course, undefined)), refer: inspection?.refer || null }
}
