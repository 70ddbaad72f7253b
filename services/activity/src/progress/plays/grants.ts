// Grants for the files of an activity: their lifetime and their basis.
import type { Actor } from '@lyceum/kit/calls/actor'
import { grantLifetime, signGrant } from '@lyceum/upload/mirror/grant'
import { type CourseScope, seesAll, teaches } from '@lyceum/course/mirror/rules'
import { definitionOf } from '../../types/activity-types.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import type { GrantedFiles } from '../../activity/api.ts'
import type { OpenedActivity } from '../../activity/open-activity.ts'
import { narrows } from '../../times/rules.ts'
import { isOpenable, type ProjectedUpload, uploadsById } from '../../activity/uploads/uploads.ts'

export type IssuedGrant = {
  grant: string
  expires: Date
  /** The right to the whole file. */
  file: boolean
}

/**
 * Signs a grant for an actor who may open the activity in this row. For students it ends with the activity, at their own time. A guest's names no
 * person and no session: it rests on the course, which is open to guests, and on the activity.
 */
export function grantFor(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  actor: Actor,
  scope: CourseScope,
  activity: OpenedActivity,
  upload: Pick<ProjectedUpload, 'id' | 'allow_download'>,
): IssuedGrant {
  const access = scope.access
  const teaching = seesAll(access)
  const latest = now().getTime() / 1000 + grantLifetime
  const end = teaching || !activity.endTime || definitionOf(activity.type)?.work ? latest : activity.endTime.getTime() / 1000
  const expires = Math.floor(Math.min(latest, end))
  // without the whole file, upload still serves documents and images page by page
  const file = teaches(access) || upload.allow_download
  const versions = { ...scope.versions, activity: Number(activity.version), times: activity.timesVersion }
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

/** Grants for these files of an activity, for an actor who may open it. Files that are not ready are left out. */
export async function openFiles(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  activity: OpenedActivity,
  ids: string[],
): Promise<GrantedFiles> {
  const uploads = await uploadsById(deps.db, ids)
  const files = ids.flatMap((id) => {
    const upload = uploads.get(id)
    return upload && isOpenable(upload) ? [{ upload, ...grantFor(deps, actor, scope, activity, upload) }] : []
  })
  const expires = files[0]?.expires ?? new Date(deps.now().getTime() + grantLifetime * 1000)
  return {
    items: files.map(({ upload, grant }) => ({
      upload_id: upload.id,
      name: upload.name,
      type: upload.type,
      size: upload.size,
      grant,
      url: `/bytes/${grant}/file`,
    })),
    expires_at: expires.toISOString(),
  }
}

type AccessFields = Pick<Activity, 'published' | 'deleted' | 'startTime' | 'endTime' | 'uploadIds' | 'textUploadIds'>

/** Whether a change takes the activity, one of its files or some of its time from anybody: older grants then end. */
export const narrowsAccess = (previous: AccessFields, next: AccessFields): boolean =>
  (next.deleted && !previous.deleted) ||
  (!next.published && previous.published) ||
  narrows({ opens: previous.startTime, closes: previous.endTime }, { opens: next.startTime, closes: next.endTime }) ||
  [...previous.uploadIds, ...previous.textUploadIds].some((id) => !next.uploadIds.includes(id) && !next.textUploadIds.includes(id))
