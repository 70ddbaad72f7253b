// Opening of a topic that was begun before its time: those whom its text mentions are notified then.
import { sqlOf } from '@lyceum/kit/database/connections'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { enqueue } from '../../jobs.ts'
import { mentionedPeople } from '../mentions.ts'
import { postColumns, postOf, type SqlPost } from '../post-row.ts'
import { emitPost } from '../talk-facts.ts'
import { type SqlTopic, topicColumns, topicOf } from '../topic-row.ts'

/** Null: at once. */
export const notifyAt = (tx: Tx, topic: string, opens: Date | null): Promise<void> => {
  const time = opens?.toISOString() ?? null
  return enqueue(tx, {
    kind: 'notifyOfTopic',
    key: `opens:${topic}:${time}`,
    ...(opens && { runAt: opens }),
    payload: { topic, opens: time },
  })
}

/** Nothing where its time was changed meanwhile, or its text is not shown. */
export async function notifyOfTopic(tx: Tx, { topic, opens }: { topic: string; opens: string | null }, now: Date): Promise<void> {
  const [found] = await rows<SqlTopic>(
    sqlOf(tx),
    `select ${topicColumns} from topics t where t.id = $1 and not t.deleted and t.opens_at is not distinct from $2::timestamptz`,
    topic,
    opens,
  )
  const [text] = await rows<SqlPost>(
    sqlOf(tx),
    `select ${postColumns} from posts p where p.topic_id = $1 and p.n = 1 and p.state = 'shown'`,
    topic,
  )
  if (!found || !text) return
  const row = topicOf(found)
  const post = postOf(text)
  const place = { scope: row.scope, id: row.scopeId, course: row.courseId }
  const mentioned = await mentionedPeople(tx, place, post.authorId, now, post.body)
  if (mentioned.length > 0) await emitPost(tx, row, post, { people: [], mentioned }, { actor: post.authorId ?? '' })
}
