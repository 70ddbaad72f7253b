// The files of events: whose they are, and how those who see an event open them.
import { courseById } from '@lyceum/course/mirror/courses'
import { readCourseAccess } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid, notKnownYet, Problem } from '@lyceum/kit/calls/errors'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { type GrantBasis, grantLifetime, signGrant } from '@lyceum/upload/mirror/grant'
import type { Deps } from '../deps.ts'
import { repliesOf, type EventRow } from './event-row.ts'
import { seenEvent } from './seen-event.ts'

/** 400 at upload_ids for a new file that is not a ready one of the actor's own. */
export async function checkUploads({ db }: Deps, { person }: Actor, ids: readonly string[], before: readonly string[]): Promise<void> {
  const added = ids.filter((id) => !before.includes(id))
  if (added.length === 0) return
  const known = await rows(
    db,
    `select from uploads where id = any($1) and person_id = $2 and not deleted and status = 'ready'`,
    added,
    person,
  )
  if (known.length < added.length) throw invalid({ upload_ids: notKnownYet('upload.unknown') })
}

/** Grants rest on a course of the event that the actor is in, of one of departments on the event itself, or on the owner's own right to the file. */
export async function openEventFiles(deps: Deps, actor: Actor, id: string) {
  const event = await seenEvent(deps, actor, id)
  const basis = await basisOf(deps.db, actor, event)
  const uploads = (await repliesOf(deps.db, [event])).flatMap((one) => one.uploads)
  const expires = Math.floor(deps.now().getTime() / 1000) + grantLifetime
  const { person, session } = actor
  // the event is the holder that decides who of its departments opens them
  const holder = event.targetType === 'department' && event.createdBy !== person ? event.id : ''
  const grant = (upload: string) =>
    signGrant(deps.config.grantKeys, { upload, person, session, activity: holder, expires, file: true, basis })
  return { items: uploads.map(({ id, ...file }) => ({ upload_id: id, ...file, url: `/bytes/${grant(id)}/file` })) }
}

async function basisOf(tx: Tx, actor: Actor, { courseIds, createdBy, targetType, orgId }: EventRow): Promise<GrantBasis> {
  if (createdBy === actor.person) return { org: actor.org }
  if (targetType === 'department') return { org: orgId }
  for (const course of courseIds) {
    if (!(await courseById(tx, course))) continue
    const { access, versions } = await readCourseAccess(tx, actor, course).catch((error: unknown) => {
      if (error instanceof Problem) return { access: undefined, versions: undefined }
      throw error
    })
    if (access?.role) return { org: actor.org, course: { id: course, teaching: false, versions: { ...versions, activity: 0, times: 0 } } }
  }
  return { org: actor.org }
}
