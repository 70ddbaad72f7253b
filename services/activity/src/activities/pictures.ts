// The pictures in a page's text. The text names their uploads, so that they count as used by the activity and open with it.
import type { Actor } from '@lyceum/kit/actor'
import { invalid } from '@lyceum/kit/errors'
import { grantLifetime } from '@lyceum/kit/grant'
import { picturesIn } from '@lyceum/kit/rich-text'
import type { Place } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { grantFor } from '../plays/grants.ts'
import { uploadsById } from '../uploads/uploads.ts'
import { openActivity } from './open-activity.ts'
import type { Pictures } from './api.ts'

/** As many as an activity has uploads. */
const most = 50

/** The uploads of an activity after its text was written: those given, or those it had beside its pictures, and the new text's pictures. */
export function withPictures(
  type: string,
  body: string | undefined,
  given: string[] | undefined,
  before?: { uploadIds: string[]; body: string },
) {
  if (type !== 'page' || (body === undefined && given === undefined)) return given
  const shown = picturesIn(body ?? before?.body ?? '')
  const old = new Set(before ? picturesIn(before.body) : [])
  const beside = given ?? before?.uploadIds.filter((id) => !old.has(id)) ?? []
  const ids = [...new Set([...beside.map((id) => id.toLowerCase()), ...shown])]
  if (ids.length > most) throw invalid({ body: ['activity.tooManyPictures', { most }] })
  return ids
}

/** Where the pictures of a text can be had, for whoever may open the activity; those that are not ready are left out. */
export async function openPictures(deps: Deps, actor: Actor, place: Place, id: string): Promise<Pictures> {
  const activity = await openActivity(deps, place, id)
  const ids = picturesIn(activity.body).filter((one) => activity.uploadIds.includes(one))
  const uploads = await uploadsById(deps.db, ids)
  const granted = ids.flatMap((one) => {
    const upload = uploads.get(one)
    if (upload?.type !== 'image' || upload.status !== 'ready') return []
    return [{ upload_id: one, ...grantFor(deps, actor, place, activity, upload) }]
  })
  const expires = granted[0]?.expires ?? new Date(deps.now().getTime() + grantLifetime * 1000)
  return {
    items: granted.map(({ upload_id, grant }) => ({ upload_id, url: `/bytes/${grant}/file` })),
    expires_at: expires.toISOString(),
  }
}
