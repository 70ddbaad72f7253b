// The files of posts: those that may be in a text, and the grants by which its readers open them.
import { type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { filesIn } from '@lyceum/kit/text/rich-text'
import { grantLifetime, roundedSize, signGrant } from '@lyceum/upload/mirror/grant'
import { aliasOf } from '../activity/file-aliases.ts'
import { isOpenable, type ProjectedUpload, uploadsById } from '../activity/uploads/uploads.ts'
import { namelessFile, namelessText, type SubmittedFile } from '../activity/work-rules.ts'
import { maxUploads } from '../content/activities/text-files.ts'
import type { Deps } from '../deps.ts'
import type { ReadPost } from './post-row.ts'
import type { TalkFile } from './shapes.ts'

/** The files of a text: the writer's own, and those that the post holds already. 400 upload.unknown, activity.tooManyPictures at `body`. */
export async function checkedUploads(
  { db }: Pick<Deps, 'db'>,
  { person }: Actor,
  body: string,
  held: readonly string[] = [],
): Promise<string[]> {
  const ids = filesIn(body)
  if (ids.length > maxUploads) throw invalid({ body: ['activity.tooManyPictures', { most: maxUploads }] })
  const added = ids.filter((id) => !held.includes(id))
  const known = await uploadsById(db, added)
  const unknown = added.find((id) => known.get(id)?.person_id !== person || known.get(id)?.type === 'folder')
  if (unknown) throw invalid({ body: notKnownYet('upload.unknown', { id: unknown }) })
  return ids
}

/**
 * The text of an anonymous post as it is kept: its files say nothing of its author by name, so that nothing that is made of the text does, a quote
 * or the words of a search. Their ids stay, for the post holds them.
 */
export async function namelessBody({ db }: Pick<Deps, 'db'>, body: string, uploadIds: readonly string[]): Promise<string> {
  if (uploadIds.length === 0) return body
  const uploads = await uploadsById(db, [...uploadIds])
  const files = uploadIds.map(
    (id): SubmittedFile => ({ upload_id: id, name: uploads.get(id)?.name ?? '', size: 0, type: uploads.get(id)?.type ?? '' }),
  )
  return namelessText(body, files, (id) => id)
}

const isHidden = ({ alias, mine }: Pick<ReadPost, 'alias' | 'mine'>) => alias !== null && !mine
/** A present or former text of a post as its reader gets it: of somebody else's anonymous one with ids of files that say nothing of its author. */
export const shownBody = ({ config }: Pick<Deps, 'config'>, post: Pick<ReadPost, 'id' | 'alias' | 'mine'>, body: string): string =>
  isHidden(post) ? body.replace(/(?<=\sdata-upload=")[0-9a-f-]{36}(?=")/gi, (id) => aliasOf(config, post.id, id.toLowerCase())) : body

export type OpenedFiles = {
  files: TalkFile[]
  expires_at: string
}

/** Grants for the files of these posts, which their reader has before them. */
export async function openPostFiles(deps: Deps, actor: Actor, scope: CourseScope, posts: readonly ReadPost[]): Promise<OpenedFiles> {
  const { db, config, now } = deps
  const uploads = await uploadsById(db, [...new Set(posts.flatMap(({ uploadIds }) => uploadIds))])
  const expires = Math.floor(now().getTime() / 1000) + grantLifetime
  const versions = { ...scope.versions, activity: 0, times: 0 }
  const basis = { org: actor.org, course: { id: scope.course, versions, teaching: seesAll(scope.access) } }
  const opened = new Map<string, TalkFile>()
  const open = (topic: string, upload: ProjectedUpload, shown: { id: string; name: string; size: number }, alias?: string) => {
    const grant = signGrant(config.grantKeys, {
      upload: upload.id,
      person: actor.person,
      session: actor.session,
      activity: topic,
      expires,
      file: true,
      name: shown.name,
      ...(alias && { alias, stripped: true }),
      basis,
    })
    opened.set(shown.id, { upload_id: shown.id, name: shown.name, type: upload.type, size: shown.size, grant, url: `/bytes/${grant}/file` })
  }
  for (const post of posts)
    post.uploadIds.forEach((id, nth) => {
      const upload = uploads.get(id)
      if (!upload || !isOpenable(upload)) return
      if (!isHidden(post)) return open(post.topicId, upload, { id, name: upload.name, size: upload.size })
      const alias = aliasOf(config, post.id, id)
      open(post.topicId, upload, { id: alias, name: namelessFile(upload, nth), size: roundedSize(upload.size) }, alias)
    })
  return { files: [...opened.values()], expires_at: new Date(expires * 1000).toISOString() }
}
