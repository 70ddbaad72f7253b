// Reports of posts: once by a person, ten a day, and those of three people hide a post until somebody has looked at it.
import { courseMembers } from '@lyceum/course/mirror/members'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, tooMany } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { emit } from '@lyceum/kit/facts/outbox'
import { PostReportedSchema } from '@lyceum/proto/activity'
import type { Deps } from '../../deps.ts'
import { renewLook } from '../looks.ts'
import { countShown, openPost, write } from '../posts/posts.ts'
import { emitPost, hintTopic } from '../talk-facts.ts'
import type { TopicRow } from '../topic-row.ts'
import type { ReportDraft } from './api.ts'

/** Reports of a person in a day, and the people whose open reports hide a post. */
const mostInADay = 10
const hiding = 3
const day = 86_400_000

/** Repeatable: the first report of a person stays. 403 for who only looks in, 409 for one's own post and one that is not shown, 429 post.reportedTooOften. */
export async function reportPost(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { reason, text = '' }: ReportDraft,
): Promise<null> {
  const { db, kv } = deps
  const now = deps.now()
  const { topic, post } = await openPost(deps, actor, scope, id, { lock: true })
  if (!(scope.access.role !== undefined || topic.place.can.moderate)) throw forbidden()
  if (post.reported) return null
  if (post.mine || post.state !== 'shown') throw conflict('post.notReportable')
  await checkFrequency(db, actor.person, now)
  await run(
    db,
    'insert into post_reports (post_id, person_id, reason, body, at) values ($1, $2, $3, $4, $5)',
    id,
    actor.person,
    reason,
    text.trim(),
    now,
  )
  const reports = await openReports(db, id)
  const hides = reports >= hiding && !(await isByTeacher(db, topic.row.courseId, post.authorId))
  if (hides) {
    const isAnswer = post.n !== null && post.n === topic.row.answerN
    const after = await write(db, id, `state = 'hidden', was_answer = $2 or p.was_answer`, isAnswer)
    await countShown(db, topic, post, -1, now)
    await emitPost(db, topic.row, after, undefined, { actor: '' })
    await hintTopic(db, kv, topic.row)
  }
  await renewLook(db, id, now)
  await emitReported(db, topic.row, { post: id, n: post.n ?? 0, reason, reports, hidden: hides })
  return null
}

/** Behind a lock of the person, so that reports sent at once are counted one after the other. */
async function checkFrequency(tx: Tx, person: string, now: Date): Promise<void> {
  await one(tx, `select pg_advisory_xact_lock(hashtextextended('reports:' || $1, 0))`, person)
  const since = new Date(now.getTime() - day)
  const recent = await one<{ n: number; first: Date | null }>(
    tx,
    'select count(*)::int as n, min(at) as first from post_reports where person_id = $1 and at > $2',
    person,
    since,
  )
  if (recent && recent.n >= mostInADay) throw tooMany((recent.first!.getTime() - since.getTime()) / 1000, 'post.reportedTooOften')
}

const openReports = async (tx: Tx, post: string): Promise<number> =>
  (await one<{ n: number }>(tx, `select count(*)::int as n from post_reports where post_id = $1 and state = 'open'`, post))!.n

/** A class does not hide the posts of who teaches it. */
const isByTeacher = async (tx: Tx, course: string, author: string | null): Promise<boolean> =>
  author !== null &&
  (await one(
    tx,
    `select from mirror.members where course_id = $1 and person_id = $2 and state = 'active' and role in ('instructor', 'instructor_assistant')`,
    course,
    author,
  )) !== undefined

type Reported = { post: string; n: number; reason: string; reports: number; hidden: boolean }
/** For who teaches. Of the reporter it says nothing: the author may teach, too. */
async function emitReported(tx: Tx, row: TopicRow, { post, ...said }: Reported): Promise<void> {
  const teachers = await courseMembers(tx, row.courseId, ['instructor', 'instructor_assistant'])
  await emit(
    tx,
    PostReportedSchema,
    {
      key: `course:${row.courseId}`,
      org: row.orgId,
      actor: '',
      hint: { people: teachers.map(({ person_id }) => person_id), of: row.id },
    },
    {
      id: post,
      orgId: row.orgId,
      courseId: row.courseId,
      topicId: row.id,
      scope: row.scope,
      scopeId: row.scopeId ?? undefined,
      title: row.title,
      ...said,
    },
  )
}
