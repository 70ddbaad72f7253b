// The pictures in a page's text. The text names their uploads, so that they count as used by the activity and open with it.
import type { Actor } from '@lyceum/kit/actor'
import { invalid } from '@lyceum/kit/errors'
import { grantLifetime, signGrant } from '@lyceum/kit/grant'
import { picturesIn } from '@lyceum/kit/rich-text'
import type { Place } from '@lyceum/kit/routes'
import { standingOf, teaches } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { uploadsById } from '../uploads/uploads.ts'
import { openActivity } from './activities.ts'
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
  const { db, now, config } = deps
  const activity = await openActivity(deps, place, id)
  const ids = picturesIn(activity.body).filter((one) => activity.uploadIds.includes(one))
  const uploads = await uploadsById(db, ids)
  const expires = Math.floor(now().getTime() / 1000) + grantLifetime
  const { person, session } = actor
  return {
    items: ids.flatMap((one) => {
      const upload = uploads.get(one)
      if (upload?.type !== 'image' || upload.status !== 'ready') return []
      const file = teaches(standingOf(place)) || upload.allow_download
      const grant = signGrant(config.grantKeys, { upload: one, person, session, activity: id, expires, file })
      return [{ upload_id: one, url: `/bytes/${grant}/file` }]
    }),
    expires_at: new Date(expires * 1000).toISOString(),
  }
}
