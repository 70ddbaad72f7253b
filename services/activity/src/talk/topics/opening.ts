// Opening of a topic that was begun before its time: its title is known and those whom its text mentions are notified from then on.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { enqueue, type Jobs } from '../../jobs.ts'
import { mentionedPeople } from '../mentions.ts'
import { postColumns, postOf, type SqlPost } from '../post-row.ts'
import { emitPost, emitTopic } from '../talk-facts.ts'
import { type SqlTopic, topicColumns, topicOf } from '../topic-row.ts'

/** `opens` null: at once. `mentions`: those whom it mentions are notified then. */
export const followOpening = (tx: Tx, topic: string, opens: Date | null, { mentions }: { mentions: boolean }): Promise<void> => {
  const time = opens?.toISOString() ?? null
  return enqueue(tx, {
    kind: 'notifyOfTopic',
    key: `opens:${topic}:${time}`,
    ...(opens && { runAt: opens }),
    payload: { topic, opens: time, mentions },
  })
}

/** Nothing where its time was changed meanwhile, or its text is not shown. */
export async function openAtTime(tx: Tx, { topic, opens, mentions = true }: Jobs['notifyOfTopic'], now: Date): Promise<void> {
  const [found] = await rows<SqlTopic>(
    tx,
    `update topics t set version = case when $2::timestamptz is null then t.version else ${nextVersion('t.version')} end
     where t.id = $1 and not t.deleted and t.last_n > 0 and t.opens_at is not distinct from $2::timestamptz returning ${topicColumns}`,
    topic,
    opens,
  )
  if (!found) return
  const row = topicOf(found)
  const [text] = await rows<SqlPost>(
    tx,
    `select ${postColumns} from posts p where p.topic_id = $1 and p.n = 1 and p.state = 'shown'`,
    topic,
  )
  const post = text && postOf(text)
  // nobody's hand opens it; who opens one at once has emitted that
  if (opens !== null) await emitTopic(tx, row, now, { nameless: true })
  if (!post || !mentions) return
  const place = { scope: row.scope, id: row.scopeId, course: row.courseId }
  const mentioned = await mentionedPeople(tx, place, post.authorId, now, post.body)
  if (mentioned.length > 0) await emitPost(tx, row, post, { people: [], mentioned }, { actor: post.authorId ?? '' })
}
