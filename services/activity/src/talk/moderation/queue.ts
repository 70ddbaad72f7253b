// The queue of a course: posts that wait or are reported, with their texts and the reasons of who reported them. Anonymous ones stay anonymous.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { authorsOf } from '../authors.ts'
import { openPostFiles, shownBody } from '../post-files.ts'
import { joinAuthor, readPostColumns, readPostOf, type SqlReadPost } from '../post-row.ts'
import { refOf } from '../post-view.ts'
import type { TalkScope } from '../shapes.ts'
import type { LooksQuery, PostLook, PostLooks, ReportReason } from './api.ts'

/** Reports of a post that are listed. */
const mostListed = 20
/** The queue `l` of course $1 with its posts `p` and topics `t`; what lies in a bin waits for nobody. */
const queue = `from post_looks l join posts p on p.id = l.post_id join topics t on t.id = p.topic_id and not t.deleted
  where l.course_id = $1 and not exists (select from activities a where t.scope = 'activity' and a.id = t.scope_id and a.deleted)`
const states = { waiting: 'l.waiting', reported: 'l.reports > 0' } as const

type Found = SqlReadPost & {
  title: string
  scope: TalkScope
  scope_id: string | null
  waiting: boolean
  reports: number
}
type Report = { post: string; reason: ReportReason; text: string; person: string; at: Date }

function stateOf(conditions: string | undefined): keyof typeof states | undefined {
  const { state } = conditionsOf(conditions, ['state'])
  if (state !== undefined && state !== 'waiting' && state !== 'reported') throw invalid({ 'conditions.state': 'field.choice' })
  return state
}

/** The longest first. 400 for conditions that are none. */
export async function listLooks(deps: Deps, actor: Actor, scope: CourseScope, query: LooksQuery): Promise<PostLooks> {
  const { db } = deps
  const state = stateOf(query.conditions)
  const { limit, offset } = limits(query)
  const counts = (await one<{ waiting: number; reported: number; all: number }>(
    db,
    `select count(*) filter (where l.waiting)::int as waiting, count(*) filter (where l.reports > 0)::int as reported, count(*)::int as all ${queue}`,
    scope.course,
  ))!
  const found = await rows<Found>(
    db,
    `select ${readPostColumns('$2')}, l.title, l.scope, l.scope_id, l.waiting, l.reports
     from (select l.*, t.title, t.scope, t.scope_id::text as scope_id ${queue}${state ? ` and ${states[state]}` : ''}
       order by l.since, l.post_id limit $3 offset $4) l
     join posts p on p.id = l.post_id ${joinAuthor} order by l.since, l.post_id`,
    scope.course,
    actor.person,
    limit,
    offset,
  )
  const list = found.map(({ title, scope: place, scope_id, waiting, reports, ...row }) => ({
    post: readPostOf(row),
    topic: { id: row.topicId, title, scope: place, scope_id },
    waiting,
    reports,
  }))
  const reports = await reportsOf(
    db,
    list.flatMap(({ post, reports }) => (reports > 0 ? post.id : [])),
  )
  const authors = await authorsOf(db, scope.course, [
    ...list.map(({ post }) => refOf(post)),
    ...reports.map(({ person }) => ({ id: person, alias: null })),
  ])
  const byPost = Map.groupBy(reports, ({ post }) => post)
  const { files, expires_at } = await openPostFiles(
    deps,
    actor,
    scope,
    list.map(({ post }) => post),
  )
  const items = list.map(
    ({ post, topic, waiting, reports }): PostLook => ({
      post: {
        id: post.id,
        n: post.n,
        author: authors(refOf(post)),
        body: shownBody(deps, post, post.body),
        state: post.state,
        created_at: post.createdAt.toISOString(),
        version: Number(post.version),
      },
      topic,
      waiting,
      reports: (byPost.get(post.id) ?? []).map(({ reason, text, person, at }) => ({
        reason,
        text,
        by: authors({ id: post.mine ? null : person, alias: null }),
        at: at.toISOString(),
      })),
      reported: reports,
    }),
  )
  return {
    ...pageOf(query, state ? counts[state] : counts.all, items),
    files,
    expires_at,
    counts: { waiting: counts.waiting, reported: counts.reported },
  }
}

const reportsOf = async (tx: Tx, posts: string[]): Promise<Report[]> =>
  posts.length === 0
    ? []
    : await rows<Report>(
        tx,
        `select r.post_id::text as post, r.reason, r.body as text, r.person_id::text as person, r.at from unnest($1::uuid[]) as wanted(id)
         cross join lateral (select * from post_reports x where x.post_id = wanted.id and x.state = 'open' order by x.at, x.person_id limit ${mostListed}) r
         order by r.at, r.person_id`,
        posts,
      )
