// The files of an activity, those in its text and its uploads: the activity holds them, and they open with it.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { filesIn } from '@lyceum/kit/text/rich-text'
import type { Definition } from '../../types/activity-types/definition.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { openFiles } from '../../progress/plays/grants.ts'
import { heldUploads } from '../../activity/held-files.ts'
import { openActivity } from '../../activity/open-activity.ts'
import type { GrantedFiles } from '../../activity/api.ts'

/** The most uploads that an activity has (ActivityDraft), and the most files in a text. */
export const maxUploads = 50

type Uploads = Pick<Activity, 'uploadIds' | 'textUploadIds'>

/**
 * The uploads after a write. If the files of the text count as uploads, they follow the requested ones, else the present ones that are not of
 * the present text; elsewhere they are apart. A list that does not change is left out.
 */
export function uploadsAfter(
  definition: Definition,
  body: string | undefined,
  requested: string[] | undefined,
  current?: Uploads & { body: string },
): Partial<Uploads> {
  const uploadIds = requested?.map((id) => id.toLowerCase())
  if (body === undefined && uploadIds === undefined) return {}
  const inText = filesIn(body ?? current?.body ?? '')
  const most = (ids: string[]) => {
    if (ids.length > maxUploads) throw invalid({ body: ['activity.tooManyPictures', { most: maxUploads }] })
    return ids
  }
  if (!definition.pictures) return { ...(uploadIds && { uploadIds }), ...(body !== undefined && { textUploadIds: most(inText) }) }
  const before = new Set(current ? filesIn(current.body) : [])
  const others = uploadIds ?? current?.uploadIds.filter((id) => !before.has(id)) ?? []
  return { uploadIds: most([...new Set([...others, ...inText])]) }
}

/** The files of a text with their grants, for an actor who may open the activity. */
export async function openTextFiles(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<GrantedFiles> {
  const activity = await openActivity(deps, actor, scope, id)
  const held = new Set(heldUploads(activity))
  // an older text may name files that were never checked
  return await openFiles(
    deps,
    actor,
    scope,
    activity,
    filesIn(activity.body).filter((one) => held.has(one)),
  )
}

/** The uploads of an activity with their grants, for an actor who may open it. Those that its text or an older version of it holds are not among them. */
export async function openUploads(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<GrantedFiles> {
  const activity = await openActivity(deps, actor, scope, id)
  return await openFiles(deps, actor, scope, activity, activity.uploadIds)
}
