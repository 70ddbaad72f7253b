// The pictures in an activity's text, of a type that has any. Their uploads count as used by the activity and open with it.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { grantLifetime } from '@lyceum/upload/mirror/grant'
import { picturesIn } from '@lyceum/kit/text/rich-text'
import type { Definition } from '../activity-types/definition.ts'
import type { Deps } from '../deps.ts'
import { grantFor } from '../plays/grants.ts'
import { uploadsById } from '../uploads/uploads.ts'
import { openActivity } from './open-activity.ts'
import type { Pictures } from './api.ts'

/** The most uploads that an activity has (ActivityDraft). */
const maxUploads = 50

/** The upload ids of an activity after a write: the requested ones (else the current ones that are not pictures) and the text's pictures. */
export function withPictures(
  definition: Definition,
  body: string | undefined,
  requested: string[] | undefined,
  current?: { uploadIds: string[]; body: string },
) {
  if (!definition.pictures || (body === undefined && requested === undefined)) return requested
  const pictures = picturesIn(body ?? current?.body ?? '')
  const currentPictures = new Set(current ? picturesIn(current.body) : [])
  const others = requested ?? current?.uploadIds.filter((id) => !currentPictures.has(id)) ?? []
  const ids = [...new Set([...others.map((id) => id.toLowerCase()), ...pictures])]
  if (ids.length > maxUploads) throw invalid({ body: ['activity.tooManyPictures', { most: maxUploads }] })
  return ids
}

/** Paths to the pictures of a text, for an actor who may open the activity. Pictures that are not ready are left out. */
export async function openPictures(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<Pictures> {
  const activity = await openActivity(deps, actor, scope, id)
  const ids = picturesIn(activity.body).filter((one) => activity.uploadIds.includes(one))
  const uploads = await uploadsById(deps.db, ids)
  const grants = ids.flatMap((one) => {
    const upload = uploads.get(one)
    if (upload?.type !== 'image' || upload.status !== 'ready') return []
    return [{ upload_id: one, ...grantFor(deps, actor, scope, activity, upload) }]
  })
  const expires = grants[0]?.expires ?? new Date(deps.now().getTime() + grantLifetime * 1000)
  return {
    items: grants.map(({ upload_id, grant }) => ({ upload_id, url: `/bytes/${grant}/file` })),
    expires_at: expires.toISOString(),
  }
}
