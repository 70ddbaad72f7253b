// The file that an address alone names: shown by any activity that is open to its reader, under the rules of that activity.
import { type CourseRef, courseRules } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { Problem } from '@lyceum/kit/calls/errors'
import { rows } from '@lyceum/kit/database/database'
import { openFiles } from '../../progress/plays/grants.ts'
import { uploadsById } from '../../activity/uploads/uploads.ts'
import type { GrantedFiles } from '../../activity/api.ts'
import { openActivity } from '../../activity/open-activity.ts'
import type { Deps } from '../../deps.ts'

/** Activities that are tried: first those of the actor's own courses, of each those that are published and have begun, the newest first. */
const maxTried = 100

/**
 * A grant for a file of an activity that the actor may open now; no item where none is, and where the file is the actor's own, whose right to it is
 * wider. Any activity that is refused is passed over, so that nothing is learnt of it.
 */
export async function openFileAlone(deps: Deps, actor: Actor, upload: string): Promise<GrantedFiles> {
  const { db } = deps
  const own = (await uploadsById(db, [upload])).get(upload)?.person_id === actor.person
  const holders = own
    ? []
    : await rows<{ id: string; course: string; org: string }>(
        db,
        `select a.id::text, a.course_id::text as course, a.org_id::text as org
         from activities a
         join mirror.courses c on c.id = a.course_id and not c.deleted
         left join mirror.members m on m.course_id = a.course_id and m.person_id = $2::uuid and m.state = 'active'
         where (a.upload_ids @> array[$1::uuid] or (a.text_upload_ids <> '{}' and a.text_upload_ids @> array[$1::uuid])) and not a.deleted
           and (m.person_id is not null or c.org_id = nullif($3, '')::uuid)
         order by m.person_id is null, a.published desc, (a.start_time is not null and a.start_time > $4::timestamptz), a.id desc
         limit ${maxTried}`,
        upload,
        actor.person,
        actor.org,
        deps.now().toISOString(),
      )
  const refused = new Set<string>()
  for (const { id, course, org } of holders) {
    if (refused.has(course)) continue
    const found: CourseRef = { org, course }
    const scope = await unlessRefused(() => courseRules.viewCourse(db, actor, found))
    if (!scope) {
      refused.add(course)
      continue
    }
    const activity = await unlessRefused(() => openActivity(deps, actor, scope, id))
    const files = activity && (await openFiles(deps, actor, scope, activity, [upload]))
    if (files && files.items.length > 0) return files
  }
  return { items: [], expires_at: deps.now().toISOString() }
}

/** Undefined for 401, 403 and 404. */
async function unlessRefused<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Problem && [401, 403, 404].includes(error.status)) return undefined
    throw error
  }
}
