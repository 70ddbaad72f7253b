// The participation of one student in a forum: read with their posts by who marks, given points by its rubric, and read by themselves once these are shown.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { readActivities } from '../../activity/activity-row.ts'
import { openActivity } from '../../activity/open-activity.ts'
import type {} from '../../audit-actions.ts'
import type { Deps } from '../../deps.ts'
import { releasedOf, setWorkScores } from '../../gradebook/scores/work-scores.ts'
import { talkRulesOf } from '../../types/settings.ts'
import { marksAfter } from '../../work/marking/markings.ts'
import { readRubricOf } from '../../work/rubrics/rubrics.ts'
import type { Result } from '../../work/submissions/my-submission-api.ts'
import { criteriaOf } from '../../work/submissions/result.ts'
import { openPostFiles, shownBody } from '../post-files.ts'
import { joinAuthor, readPostColumns, readPostOf, type SqlReadPost } from '../post-row.ts'
import type { ParticipationDraft, ParticipationMark, StudentParticipation, StudentPosts } from './api.ts'
import { checkSeen, markOf, type MarkRow, toMark, writeMark } from './mark-row.ts'
import { countsOf, studentOf } from './students.ts'

/** 404 marking.notStudent for somebody who does not learn in the course. */
export async function readStudentParticipation(
  { db }: Deps,
  { course }: CourseScope,
  id: string,
  person: string,
): Promise<StudentParticipation> {
  const { previous, next, ...student } = await studentOf(db, course, person)
  const [activity] = await readActivities(db, [id])
  const isForum = activity !== undefined && talkRulesOf(activity) !== null
  const counts = await countsOf(db, id, [person])
  const mark = await markOf(db, id, person)
  return {
    person: student,
    ...counts(person),
    previous,
    next,
    max: activity?.points?.toString() ?? null,
    mark: mark ? await toMark(db, mark) : null,
    rubric: isForum ? await readRubricOf(db, id, mark?.rubric_n) : null,
  }
}

type Found = SqlReadPost & { title: string }
const shownPosts = `from topics t join posts p on p.topic_id = t.id
  where t.scope = 'activity' and t.scope_id = $1 and not t.deleted and p.author_id = $2 and p.state = 'shown'`

/** 404 marking.notStudent. An anonymous post is in no list of its author's: whose it is, is read one by one, and noted. */
export async function listStudentPosts(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  person: string,
  page: PageQuery,
): Promise<StudentPosts> {
  const sql = deps.db
  await studentOf(deps.db, scope.course, person)
  const { limit, offset } = limits(page)
  const counted = await one<{ total: number }>(sql, `select count(*)::int as total ${shownPosts}`, id, person)
  const found = await rows<Found>(
    sql,
    `select ${readPostColumns('$3')}, l.title from (
       select p.id, t.title ${shownPosts} order by p.created_at, p.id limit $4 offset $5) l
     join posts p on p.id = l.id ${joinAuthor} order by p.created_at, p.id`,
    id,
    person,
    actor.person,
    limit,
    offset,
  )
  const list = found.map(({ title, ...row }) => ({ title, post: readPostOf(row) }))
  const { files, expires_at } = await openPostFiles(
    deps,
    actor,
    scope,
    list.map(({ post }) => post),
  )
  const items = list.map(({ title, post }) => ({
    id: post.id,
    n: post.n,
    parent_n: post.parentN,
    body: shownBody(deps, post, post.body),
    created_at: post.createdAt.toISOString(),
    topic: { id: post.topicId, title },
  }))
  return { ...pageOf(page, counted?.total ?? 0, items), files, expires_at }
}

/**
 * 409 marking.newer with what another one gave, results.final where scores are fixed; 404 marking.notStudent; 400 rubric.notOffered in an activity that is no
 * forum, rubric.notFound without a rubric, homework.scoreError for points above the forum's.
 */
export async function markParticipation(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  person: string,
  { version: seen, ...draft }: ParticipationDraft,
): Promise<ParticipationMark> {
  const { db, now } = deps
  await studentOf(db, scope.course, person)
  const [activity] = await readActivities(db, [id])
  if (!activity || !talkRulesOf(activity)) throw invalid({ criteria: 'rubric.notOffered' })
  const before = await markOf(db, id, person, { lock: true })
  await checkSeen(db, before, seen)
  if (!before && !(await readRubricOf(db, id))) throw invalid({ criteria: 'rubric.notFound' })
  const content = await marksAfter(db, { max: activity.points?.toString() ?? null, activity }, before, draft)
  const after = await writeMark(db, { activity: id, person, marker: actor.person }, before, content, now())
  await auditMark(deps, scope, id, person, before, after)
  if (after.state === 'done' || before?.state === 'done') {
    const points = after.state === 'done' ? after.points : null
    await setWorkScores(db, deps, activity, [{ person, points, lateSeconds: 0, n: 1 }], actor.person)
  }
  return await toMark(db, after)
}

/** A line for each change of what is given for good. */
async function auditMark(
  { db }: Deps,
  { org, course }: CourseScope,
  id: string,
  person: string,
  before: MarkRow | undefined,
  after: MarkRow,
): Promise<void> {
  const settled = (row: MarkRow | undefined) => (row?.state === 'done' ? { points: row.points } : undefined)
  const [was, is] = [settled(before), settled(after)]
  if (JSON.stringify(was) === JSON.stringify(is)) return
  await audit(db, { action: 'marking.changed', subject: `activity:${id}`, person, org, course, before: was, after: is })
}

/** As the result of a work that is handed in: with its score, or once it is done where nothing is scored. A teacher who looks as a student has none. */
export async function readMyParticipation(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<{ result: Result | null }> {
  const { db } = deps
  const activity = await openActivity(deps, actor, scope, id, true)
  const mark = scope.access.simulating ? undefined : await markOf(db, id, actor.person)
  if (mark?.state !== 'done') return { result: null }
  const score = (await releasedOf(db, activity, [actor.person])).get(actor.person)
  if (!score && activity.points !== null) return { result: null }
  return {
    result: {
      points: score?.points ?? null,
      max: score?.max ?? null,
      earned: score?.earned ?? null,
      late_points: score?.latePoints ?? null,
      overridden: score?.overridden ?? false,
      reason: score?.reason ?? '',
      given: (score && mark.points) ?? null,
      comment: mark.comment,
      criteria: await criteriaOf(db, id, mark.rubric_n, mark.criteria),
      parts: [],
      marks: false,
      returned_at: (score?.releasedAt ?? mark.updated_at).toISOString(),
      rework: false,
      reviews: [],
    },
  }
}
