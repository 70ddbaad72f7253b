// The cover of a course: whoever may see the course, guests too, is led to the picture by a grant that rests on the course.
import { courseById } from '@lyceum/course/mirror/courses'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { grantLifetime, signGrant } from '../../mirror/grant.ts'
import type { Deps } from '../deps.ts'
import { findRow } from '../rows/rows.ts'

/** A grant for the picture; undefined for a course without one. */
export async function grantForCover(
  { db, config, now }: Deps,
  actor: Actor,
  { course, versions }: CourseScope,
): Promise<string | undefined> {
  const id = (await courseById(db, course))?.cover_upload_id
  const row = id ? await findRow(db, id) : undefined
  if (row?.type !== 'image' || row.status !== 'ready') return undefined
  const basis = { org: actor.org, course: { id: course, teaching: false, versions: { ...versions, activity: 0, times: 0 } } }
  const expires = Math.floor(now().getTime() / 1000) + grantLifetime
  return signGrant(config.grantKeys, {
    upload: row.id,
    person: actor.person,
    session: actor.session,
    activity: '',
    expires,
    file: false,
    basis,
  })
}
