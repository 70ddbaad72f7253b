// The files of a vote's question: the vote holds them, and everybody in the course opens them by grants of the vote.
import { type CourseScope, seesAll, teaches } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, plain, rows, type Tx } from '@lyceum/kit/database/database'
import { FilesHeldSchema } from '@lyceum/proto/activity'
import { grantLifetime, signGrant } from '@lyceum/upload/mirror/grant'
import { holdFiles } from '@lyceum/upload/mirror/held-files'
import type { GrantedFiles } from '../../activity/api.ts'
import { isMedia, isOpenable, uploadsById } from '../../activity/uploads/uploads.ts'
import type { Deps } from '../../deps.ts'
import { foundVote } from './vote-row.ts'

type Holder = { id: string; org: string; course: string; upload_ids: string[]; version: string }

/** Emits the files of these votes, or of all votes of sessions; those without files hold none. */
export async function holdVoteFiles(tx: Tx, of: { vote: string } | { sessions: readonly string[] }): Promise<void> {
  const held = await rows<Holder>(
    tx,
    `select v.id::text, s.org_id::text as org, v.course_id::text as course, array_to_json(v.upload_ids) as upload_ids, v.version::text
     from votes v join class_sessions s on s.id = v.session_id
     where v.upload_ids <> '{}' and ${'vote' in of ? 'v.id = $1' : 'v.session_id = any($1)'} order by v.id`,
    'vote' in of ? of.vote : of.sessions,
  )
  await holdFiles(
    tx,
    FilesHeldSchema,
    held.map(({ id, org, course, upload_ids, version }) => ({
      holder: `vote:${id}`,
      orgId: org,
      courseId: course,
      uploadIds: upload_ids,
      hold: false,
      byRight: false,
      version: BigInt(version),
    })),
  )
}

/** Grants for the files of a vote's question, for whoever is in its course; sounds and films are played. */
export async function openVoteFiles({ pool, config, now }: Deps, actor: Actor, scope: CourseScope): Promise<GrantedFiles> {
  const { id } = foundVote(scope)
  const tx = plain(pool)
  const vote = await one<{ ids: string[] }>(tx, 'select array_to_json(upload_ids) as ids from votes where id = $1', id)
  const ids = vote?.ids ?? []
  const uploads = await uploadsById(tx, ids)
  const expires = Math.floor(now().getTime() / 1000) + grantLifetime
  const versions = { ...scope.versions, activity: 0, times: 0 }
  const basis = { org: actor.org, course: { id: scope.course, versions, teaching: seesAll(scope.access) } }
  return {
    items: ids.flatMap((upload_id) => {
      const upload = uploads.get(upload_id)
      if (!upload || !isOpenable(upload)) return []
      const { person, session } = actor
      const file = teaches(scope.access) || upload.allow_download
      const grant = signGrant(config.grantKeys, { upload: upload_id, person, session, activity: id, expires, file, basis })
      const { name, type, size } = upload
      return [{ upload_id, name, type, size, grant, url: `/bytes/${grant}/${isMedia(upload) ? 'master.m3u8' : 'file'}` }]
    }),
    expires_at: new Date(expires * 1000).toISOString(),
  }
}
