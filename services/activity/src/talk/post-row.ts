// The row of a post: read for somebody, and its files held.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { modelColumns, type SqlModel } from '@lyceum/kit/database/sql-row'
import { FilesHeldSchema } from '@lyceum/proto/activity'
import { holdFiles } from '@lyceum/upload/mirror/held-files'
import { binLifetime } from '../activity/lifetime.ts'
import { Prisma, type Post as Row } from '../generated/client.ts'
import type { TopicRow } from './topic-row.ts'

export type PostState = 'shown' | 'waiting' | 'hidden' | 'removed'
export type PostRow = Omit<Row, 'state' | 'reactions'> & { state: PostState; reactions: Record<string, number> }
/** Every column of `posts p`, also for `returning`; postOf converts the row. */
export const postColumns = modelColumns(Prisma.PostScalarFieldEnum, 'p')
export type SqlPost = SqlModel<Row>
export const postOf = ({ version, state, reactions, ...row }: SqlPost): PostRow => ({
  ...row,
  state: state as PostState,
  reactions: reactions as Record<string, number>,
  version: BigInt(version),
})

/** A post as one person reads it. */
type Reader = { mine: boolean; reacted: string[]; reported: boolean }
export type ReadPost = PostRow & Reader
export type SqlReadPost = SqlPost & Reader
export const readPostOf = ({ mine, reacted, reported, ...row }: SqlReadPost): ReadPost => ({ ...postOf(row), mine, reacted, reported })
/** Beside the columns of `posts p`, whose author, where it is anonymous, is joined as `w`. */
export const minePost = (person: string) => `coalesce(p.author_id = ${person}::uuid, w.person_id = ${person}::uuid, false)`
export const readPostColumns = (person: string) => `${postColumns}, ${minePost(person)} as mine,
  array(select x.name from post_reactions x where x.post_id = p.id and x.person_id = ${person}::uuid) as reacted,
  exists (select from post_reports x where x.post_id = p.id and x.person_id = ${person}::uuid) as reported`
export const joinAuthor = 'left join post_authors w on w.post_id = p.id'

/** Reads posts of a topic for somebody who has it open. Values: $1 the topic, $2 the person, then those of the condition. */
export const readPosts = async (tx: Tx, topic: string, person: string, condition: string, ...values: unknown[]): Promise<ReadPost[]> =>
  (
    await rows<SqlReadPost>(
      tx,
      `select ${readPostColumns('$2')} from posts p join topics t on t.id = p.topic_id
       left join topic_reads r on r.topic_id = t.id and r.person_id = $2::uuid ${joinAuthor}
       where p.topic_id = $1 and ${condition}`,
      topic,
      person,
      ...values,
    )
  ).map(readPostOf)

type Held = Pick<PostRow, 'id' | 'uploadIds' | 'alias' | 'state' | 'removedAt' | 'version'>
/**
 * Emits the files of posts; a removed one lets go of them, and can take them again. Those of anonymous posts are opened by grants alone, for an
 * upload names its owner. Call it with every write that changes a post's files.
 */
export const holdPostFiles = (tx: Tx, { orgId, courseId }: Pick<TopicRow, 'orgId' | 'courseId'>, posts: readonly Held[]) =>
  holdFiles(
    tx,
    FilesHeldSchema,
    posts.map(({ id, uploadIds, alias, state, removedAt, version }) => ({
      holder: `post:${id}`,
      orgId,
      courseId,
      uploadIds: state === 'removed' ? [] : uploadIds,
      hold: false,
      byRight: alias === null,
      version,
      ...(state === 'removed' && removedAt && { restorableUntil: new Date(removedAt.getTime() + binLifetime).toISOString() }),
    })),
  )
