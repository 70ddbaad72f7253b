// A teacher sees a course as a student or a visitor does, or as it will be; a manager inspects it. For one session, in all its tabs, and
// really with the lower rights.
import type { Actor } from '@lyceum/kit/actor'
import { one } from '@lyceum/kit/db'
import { forbidden } from '@lyceum/kit/errors'
import { emit, nextVersion } from '@lyceum/kit/outbox'
import { SimulationChangedSchema } from '@lyceum/proto/course'
import { manages, type Simulating, standingIn } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import type { Seen } from './api.ts'

/** Entering needs the right to teach, inspecting to manage; ending (`as` undefined) is always allowed. */
export async function simulate({ db }: Deps, actor: Actor, course: string, as: Simulating | undefined, refer = ''): Promise<Seen> {
  const { org, standing } = await standingIn(db, actor, course)
  const actingAs = as ?? ''
  if (!standing.maySimulate && (actingAs || !standing.realRole)) throw forbidden()
  if (as === 'inspect' && !manages(actor, org)) throw forbidden()
  if (standing.maySimulate || standing.simulating) {
    const row = await one<{ version: bigint }>(
      db,
      `
      insert into simulations as s (session_id, course_id, org_id, person_id, acting_as, refer, version)
      values ($1, $2::uuid, $3::uuid, $4::uuid, $5, $6, ${nextVersion('0')})
      on conflict (course_id, session_id) do update set acting_as = excluded.acting_as, refer = excluded.refer, version = ${nextVersion('s.version')}
      returning version`,
      actor.session,
      course,
      org,
      actor.person,
      actingAs,
      refer,
    )
    await emit(
      db,
      SimulationChangedSchema,
      { key: `course:${course}`, org, hint: { people: [actor.person] } },
      { sessionId: actor.session, courseId: course, orgId: org, personId: actor.person, actingAs, version: BigInt(row?.version ?? 0) },
    )
  }
  const now = await standingIn(db, actor, course)
  return { role: now.standing.role ?? null, simulating: now.standing.simulating ?? null }
}

/** Where the inspection came from, once; null when there was none. */
export async function leaveInspection(deps: Deps, actor: Actor, course: string): Promise<Seen & { refer: string | null }> {
  const before = await one<{ refer: string }>(
    deps.db,
    `select refer from simulations where course_id = $1::uuid and session_id = $2 and acting_as = 'inspect' for update`,
    course,
    actor.session,
  )
  return { ...(await simulate(deps, actor, course, undefined)), refer: before?.refer || null }
}
