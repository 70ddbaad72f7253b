// Grants for the files of an activity: how long and by what the person may have them.
import type { Actor } from '@lyceum/kit/actor'
import { grantLifetime, signGrant } from '@lyceum/kit/grant'
import type { Place } from '@lyceum/kit/routes'
import { seesAll, standingOf, teaches, versionsOf } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import type { Activity } from '../generated/client.ts'
import type { KnownUpload } from '../uploads/uploads.ts'

export type Granted = {
  grant: string
  expires: Date
  /** The whole file may be had. */
  file: boolean
}

/** For somebody who may open the activity as it is in this row. It ends with the activity, for those who do not see it after its end. */
export function grantFor(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  actor: Actor,
  place: Place,
  activity: Activity,
  upload: Pick<KnownUpload, 'id' | 'allow_download'>,
): Granted {
  const standing = standingOf(place)
  const teaching = seesAll(standing)
  const longest = now().getTime() / 1000 + grantLifetime
  const end = teaching || !activity.endTime ? longest : activity.endTime.getTime() / 1000
  const expires = Math.floor(Math.min(longest, end))
  // without the whole file, upload still serves documents and images page by page
  const file = teaches(standing) || upload.allow_download
  const versions = { ...versionsOf(place), activity: Number(activity.version) }
  const grant = signGrant(config.grantKeys, {
    upload: upload.id,
    person: actor.person,
    session: actor.session,
    activity: activity.id,
    expires,
    file,
    basis: { org: actor.org, course: { id: activity.courseId, versions, teaching } },
  })
  return { grant, expires: new Date(expires * 1000), file }
}

type Opening = Pick<Activity, 'published' | 'deleted' | 'startTime' | 'endTime' | 'uploadIds'>

/** Whether a change takes the activity, a file of it or some of its time from anybody: grants that were decided before it then end. */
export const narrows = (before: Opening, after: Opening): boolean =>
  (after.deleted && !before.deleted) ||
  (!after.published && before.published) ||
  (after.startTime?.getTime() ?? Number.NEGATIVE_INFINITY) > (before.startTime?.getTime() ?? Number.NEGATIVE_INFINITY) ||
  (after.endTime?.getTime() ?? Number.POSITIVE_INFINITY) < (before.endTime?.getTime() ?? Number.POSITIVE_INFINITY) ||
  before.uploadIds.some((id) => !after.uploadIds.includes(id))
