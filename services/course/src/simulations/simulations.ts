// A teacher sees a course as a student or a visitor does: for one session, in all its tabs, and really with their rights only.
import type { Actor } from '@lyceum/kit/actor'
import { one } from '@lyceum/kit/db'
import { forbidden } from '@lyceum/kit/errors'
import { emit, nextVersion } from '@lyceum/kit/outbox'
import { SimulationChangedSchema } from '@lyceum/proto/course'
import { standingIn } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'

/** Entering needs the right to teach; ending is always allowed. */
export async function simulate({ db }: Deps, actor: Actor, course: string, active: 'instructor' | 'student' | 'visitor') {
  const { org, standing } = await standingIn(db, actor, course)
  const actingAs = active === 'instructor' ? '' : active
  if (!standing.maySimulate && (actingAs || !standing.realRole)) throw forbidden()
  if (standing.maySimulate || standing.simulating) {
    const row = await one<{ version: bigint }>(
      db,
      `
      insert into simulations as s (session_id, course_id, org_id, person_id, acting_as, version) values ($1, $2::uuid, $3::uuid, $4::uuid, $5, ${nextVersion('0')})
      on conflict (course_id, session_id) do update set acting_as = excluded.acting_as, version = ${nextVersion('s.version')}
      returning version`,
      actor.session,
      course,
      org,
      actor.person,
      actingAs,
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
