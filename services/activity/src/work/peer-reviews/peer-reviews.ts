// Peer reviews: written without knowing whose work it is, read by its student without knowing whose review it is.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { storedTime } from '@lyceum/kit/database/stored-times'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { readActivities } from '../../activity/activity-row.ts'
import { openActivity, type OpenedActivity } from '../../activity/open-activity.ts'
import { settingsOf } from '../../types/settings.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { authorsOf } from '../marking/authors.ts'
import { scoreParts } from '../evaluations/parts.ts'
import { isNameless, zoneOf } from '../../activity/anonymity.ts'
import { dayOf } from '../../activity/work-rules.ts'
import { readRubricOf } from '../rubrics/rubrics.ts'
import { type ReviewContent, reviewAfter } from './review-content.ts'
import { reviewedFiles } from './files.ts'
import type { ReceivedPeerReview, MyPeerReviews, PeerReview, PeerReviewDraft } from './api.ts'

type Row = ReviewContent & {
  id: string
  activity_id: string
  submission_id: string
  n: number
  reviewer_id: string | null
  number: number
  set_aside: boolean
}
const columns = `p.id::text, p.activity_id::text, p.submission_id::text, p.n, p.reviewer_id::text, p.number, p.state, trim_scale(p.points)::text as points,
  p.criteria, p.rubric_n, p.comment, p.set_aside, p.version::text, p.updated_at`

/** Days after the activity closes until which reviews are written, without a date of their own. */
export const reviewDays = 7

export const dueOf = (activity: Activity): string | null => {
  const due = settingsOf(activity).peer_due
  if (typeof due === 'string') return storedTime(due).toISOString()
  const closes = activity.endTime ?? activity.dueTime
  return closes && new Date(closes.getTime() + reviewDays * 86_400_000).toISOString()
}
export const isOpen = (activity: Activity, now: Date): boolean => {
  const due = dueOf(activity)
  return due === null || now.getTime() < Date.parse(due)
}

export async function listMyReviews(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<MyPeerReviews> {
  const { db, now } = deps
  const activity = await openActivity(deps, actor, scope, id, true)
  const round = await one<object>(db, 'select 1 as given from peer_rounds where activity_id = $1', id)
  const mine = await rows<MyPeerReviews['items'][number]>(
    db,
    'select id::text, number, state from peer_reviews where activity_id = $1 and reviewer_id = $2 order by number',
    id,
    actor.person,
  )
  return {
    each: Number(settingsOf(activity).peer_reviews ?? 0),
    given_out: round !== undefined,
    due: dueOf(activity),
    open: round !== undefined && isOpen(activity, now()),
    items: mine,
  }
}

/** 404 for a review of somebody else. */
async function mine(deps: Deps, actor: Actor, scope: CourseScope, id: string, lock = ''): Promise<{ row: Row; activity: OpenedActivity }> {
  const row = await one<Row>(
    deps.db,
    `select ${columns} from peer_reviews p where p.id = $1 and p.reviewer_id = nullif($2, '')::uuid ${lock}`,
    id,
    actor.person,
  )
  if (!row) throw notFound('peerReview', id)
  return { row, activity: await openActivity(deps, actor, scope, row.activity_id, true) }
}

export async function readReview(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<PeerReview> {
  const { row, activity } = await mine(deps, actor, scope, id)
  return await toReview(deps, actor, scope, row, activity)
}

async function toReview(deps: Deps, actor: Actor, scope: CourseScope, row: Row, activity: OpenedActivity): Promise<PeerReview> {
  const { db, now } = deps
  const { text, files } = await reviewedFiles(deps, actor, scope, activity, row.submission_id, row.n)
  return {
    id: row.id,
    activity_id: row.activity_id,
    number: row.number,
    state: row.state,
    text,
    files,
    rubric: await readRubricOf(db, row.activity_id, row.rubric_n),
    max: activity.points?.toString() ?? null,
    points: row.points,
    criteria: row.criteria,
    comment: row.comment,
    due: dueOf(activity),
    open: isOpen(activity, now()),
    version: Number(row.version),
  }
}

/** 409 peerReview.newer when another window of the reviewer has written since, peerReview.over after the due time. */
export async function writeReview(deps: Deps, actor: Actor, scope: CourseScope, id: string, draft: PeerReviewDraft): Promise<PeerReview> {
  const { db, now } = deps
  const { row: before, activity } = await mine(deps, actor, scope, id, 'for no key update')
  if (!isOpen(activity, now())) throw conflict('peerReview.over')
  if (Number(before.version) !== draft.version)
    throw conflict('peerReview.newer', { version: Number(before.version), points: before.points ?? '', comment: before.comment })
  const max = activity.points?.toString() ?? null
  const row = await reviewAfter(db, activity.id, max, before, draft, now())
  await run(
    db,
    `
    update peer_reviews set points = $2::text::numeric, criteria = $3::text::jsonb, rubric_n = $4, comment = $5, state = $6, version = $7, updated_at = $8
    where id = $1`,
    id,
    row.points,
    JSON.stringify(row.criteria),
    row.rubric_n,
    row.comment,
    row.state,
    BigInt(row.version),
    row.updated_at,
  )
  await scoreParts(db, deps, activity, [row.submission_id], null)
  return await toReview(deps, actor, scope, row, activity)
}

/** Those that a work got, for who teaches: also those that are not done, or are set aside. */
export async function listReviewsOf({ db }: Deps, submission: string): Promise<{ items: ReceivedPeerReview[] }> {
  const found = await rows<Row>(
    db,
    `select ${columns} from peer_reviews p where p.submission_id = $1 order by p.updated_at desc nulls last, p.id limit 200`,
    submission,
  )
  return { items: await toReviews(db, found) }
}

/** The reviewer is named as the author of their own work in the activity: of an anonymous one by its pseudonym. */
async function toReviews(tx: Tx, list: Row[]): Promise<ReceivedPeerReview[]> {
  const [activity] = await readActivities(tx, [...new Set(list.map(({ activity_id }) => activity_id))])
  if (!activity) return []
  const works = await rows<{ id: string; reviewer: string }>(
    tx,
    `
    select distinct on (r) s.id::text, r::text as reviewer from unnest($2::uuid[]) as r join submissions s on s.activity_id = $1 and s.member_ids @> array[r]
    order by r, s.id`,
    activity.id,
    list.flatMap(({ reviewer_id }) => reviewer_id ?? []),
  )
  const authors = await authorsOf(
    tx,
    activity,
    works.map(({ id }) => id),
  )
  const nameless = await isNameless(tx, activity)
  const zone = nameless ? await zoneOf(tx, activity.courseId) : ''
  const names = new Map(works.map(({ id, reviewer }) => [reviewer, authors.get(id)]))
  return list.map((row) => ({
    id: row.id,
    reviewer: (row.reviewer_id && names.get(row.reviewer_id)) || nobody,
    state: row.state,
    points: row.points,
    criteria: row.criteria,
    comment: row.comment,
    set_aside: row.set_aside,
    updated_at: (nameless && row.updated_at ? dayOf(row.updated_at, zone) : row.updated_at)?.toISOString() ?? null,
    version: nameless ? 0 : Number(row.version),
  }))
}
const nobody: ReceivedPeerReview['reviewer'] = { kind: 'person', id: null, name: null, user_no: null, avatar: null, number: null }

export async function setAside(deps: Deps, { person }: Actor, scope: CourseScope, id: string, aside: boolean): Promise<ReceivedPeerReview> {
  const { db } = deps
  const row = await one<Row>(db, `update peer_reviews p set set_aside = $2 where p.id = $1 returning ${columns}`, id, aside)
  if (!row) throw notFound('peerReview', id)
  await audit(db, {
    action: 'peerReview.setAside',
    subject: `submission:${row.submission_id}`,
    org: scope.org,
    course: scope.course,
    after: { review: id, set_aside: aside },
  })
  const [activity] = await readActivities(db, [row.activity_id])
  if (activity) await scoreParts(db, deps, activity, [row.submission_id], person)
  return (await toReviews(db, [row]))[0]!
}

/** Those that the student of a work reads: done, not set aside, of nobody. In the order of their ids, which says nothing. */
export const reviewsShown = (tx: Tx, submission: string): Promise<Pick<Row, 'points' | 'criteria' | 'comment'>[]> =>
  rows(
    tx,
    `
    select trim_scale(p.points)::text as points, p.criteria, p.comment from peer_reviews p
    where p.submission_id = $1 and p.state = 'done' and not p.set_aside order by p.id limit 200`,
    submission,
  )
