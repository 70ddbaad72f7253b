// Grants for the files of an attempt: those that its questions show, for as long as grants live. None is the right to the whole file.
import { type CourseScope, seesAll, teaches } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { grantLifetime, roundedSize, signGrant } from '@lyceum/upload/mirror/grant'
import type { GrantedFiles } from '../../activity/api.ts'
import type { Deps } from '../../deps.ts'
import { isMedia, isOpenable, type ProjectedUpload } from '../../activity/uploads/uploads.ts'
import { activityOfAttempt, attemptOf } from './attempt-row.ts'

/** `alias`: of a file of an answer whose author is not named; its name says nothing then. `stripped`: it is shown without its properties. */
export type ShownUpload = ProjectedUpload & { alias?: string; stripped?: boolean }

export function grantFiles(deps: Deps, actor: Actor, scope: CourseScope, uploads: readonly ShownUpload[]): GrantedFiles {
  const expires = Math.floor(deps.now().getTime() / 1000) + grantLifetime
  return {
    items: uploads.filter(isOpenable).map((upload) => {
      const { grant, url } = grantFile(deps, actor, scope, upload, expires)
      return {
        upload_id: upload.alias ?? upload.id,
        name: upload.name,
        type: upload.type,
        size: upload.stripped ? roundedSize(upload.size) : upload.size,
        grant,
        url,
      }
    }),
    expires_at: new Date(expires * 1000).toISOString(),
  }
}

/** `expires`: in seconds. */
export function grantFile(
  { config }: Pick<Deps, 'config'>,
  actor: Actor,
  scope: CourseScope,
  upload: ShownUpload,
  expires: number,
): { grant: string; url: string } {
  const file = teaches(scope.access) || upload.allow_download || upload.person_id === actor.person
  const attempt = attemptOf(scope)
  const versions = { ...scope.versions, activity: activityOfAttempt(scope).version, times: 0 }
  const grant = signGrant(config.grantKeys, {
    upload: upload.id,
    person: actor.person,
    session: actor.session,
    activity: attempt.activity_id,
    expires,
    file,
    ...(upload.alias && { name: upload.name, alias: upload.alias, stripped: upload.stripped === true }),
    basis: { org: actor.org, course: { id: attempt.course_id, versions, teaching: seesAll(scope.access) } },
  })
  return { grant, url: isMedia(upload) ? `/bytes/${grant}/master.m3u8` : `/bytes/${grant}/file` }
}
