// The author of an anonymous post, read by who moderates: one line of the audit log each time.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { personNames } from '@lyceum/identity/mirror/persons'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { one } from '@lyceum/kit/database/database'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type { Deps } from '../../deps.ts'
import { openPost } from './posts.ts'

type Named = { id: string; name: string; user_no: string; avatar: string }

/** Null once they are erased; of a post by name its author, without a line. 400 for a reason without a word. */
export async function readAuthor(
  { db, ...deps }: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  words: string,
): Promise<{ person: Named | null }> {
  const reason = cleanTitle(words)
  if (reason === '') throw invalid({ reason: 'field.required' })
  const { post } = await openPost({ ...deps, db }, actor, scope, id)
  const hidden = post.alias !== null
  const author = hidden
    ? (await one<{ person: string }>(db, 'select person_id::text as person from post_authors where post_id = $1', id))?.person
    : post.authorId
  if (hidden)
    await audit(db, {
      action: 'post.authorRead',
      subject: `post:${id}`,
      org: scope.org,
      course: scope.course,
      ...(author && { person: author }),
      after: { reason },
    })
  const found = author ? (await personNames(db, [author])).get(author) : undefined
  return { person: found && !found.deleted ? { id: found.id, name: found.name, user_no: found.user_no, avatar: found.avatar } : null }
}
