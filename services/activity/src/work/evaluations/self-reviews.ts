// Self-reviews: saved as students write them, until they are due or the score is released.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, notFound } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { type OpenedActivity, openActivity } from '../../activity/open-activity.ts'
import { weightsOf } from '../../types/settings.ts'
import type { Deps } from '../../deps.ts'
import { type ReviewContent, reviewAfter } from '../peer-reviews/review-content.ts'
import { dueOf, isOpen } from '../peer-reviews/peer-reviews.ts'
import type { PeerReviewDraft } from '../peer-reviews/api.ts'
import { readRubricOf } from '../rubrics/rubrics.ts'
import { releasedOf } from '../../gradebook/scores/work-scores.ts'
import { rulesOf } from '../submissions/work.ts'
import type { MyEvaluation } from './api.ts'
import { scoreParts } from './parts.ts'

const none: ReviewContent = { state: 'open', points: null, criteria: {}, rubric_n: null, comment: '', version: '0', updated_at: null }
const columns = 'r.state, trim_scale(r.points)::text as points, r.criteria, r.rubric_n, r.comment, r.version::text, r.updated_at'

/** The work of a person, or of their group, that is handed in. */
const workOf = (tx: Tx, activity: string, person: string) =>
  one<{ id: string }>(
    tx,
    `select s.id::text from submissions s where s.activity_id = $1 and s.member_ids @> array[nullif($2, '')::uuid] and s.n > 0 and not s.trial
     order by s.submitted_at limit 1`,
    activity,
    person,
  )
const writtenBy = (tx: Tx, submission: string, person: string) =>
  one<ReviewContent>(tx, `select ${columns} from self_reviews r where r.submission_id = $1 and r.person_id = $2`, submission, person)

type OpenEvaluation = { activity: OpenedActivity; submission: string | undefined; open: boolean }
async function openEvaluation(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<OpenEvaluation> {
  const { db, now } = deps
  const activity = await openActivity(deps, actor, scope, id, true)
  rulesOf(activity)
  const work = weightsOf(activity)?.self ? await workOf(db, id, actor.person) : undefined
  const released = work && (await releasedOf(db, activity, [actor.person])).has(actor.person)
  return { activity, submission: work?.id, open: work !== undefined && !released && isOpen(activity, now()) }
}

export async function readMyEvaluation(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<MyEvaluation> {
  return await toReply(deps, actor, await openEvaluation(deps, actor, scope, id))
}

async function toReply({ db }: Deps, { person }: Actor, { activity, submission, open }: OpenEvaluation): Promise<MyEvaluation> {
  const row = submission === undefined ? undefined : ((await writtenBy(db, submission, person)) ?? none)
  return {
    weights: weightsOf(activity) ?? null,
    max: activity.points?.toString() ?? null,
    due: dueOf(activity),
    self: row
      ? {
          state: row.state,
          points: row.points,
          criteria: row.criteria,
          comment: row.comment,
          rubric: await readRubricOf(db, activity.id, row.rubric_n),
          version: Number(row.version),
        }
      : null,
    open,
  }
}

/** 403 for who is no student, 404 where nobody asks; 409 peerReview.over once it is due or the score is released, peerReview.newer when another window has written since. */
export async function writeMyEvaluation(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  draft: PeerReviewDraft,
): Promise<MyEvaluation> {
  const { db, now } = deps
  if (scope.access.role !== 'student') throw forbidden()
  const found = await openEvaluation(deps, actor, scope, id)
  const { activity, submission, open } = found
  if (submission === undefined) throw notFound('submission', id)
  if (!open) throw conflict('peerReview.over')
  // two windows of one writer keep an order
  await run(db, 'select from submissions where id = $1 for no key update', submission)
  const before = (await writtenBy(db, submission, actor.person)) ?? none
  if (Number(before.version) !== draft.version)
    throw conflict('peerReview.newer', { version: Number(before.version), points: before.points ?? '', comment: before.comment })
  const row = await reviewAfter(db, activity.id, activity.points?.toString() ?? null, before, draft, now())
  await run(
    db,
    `
    insert into self_reviews (submission_id, person_id, state, points, criteria, rubric_n, comment, version, updated_at)
    values ($1, $2, $3, $4::text::numeric, $5::text::jsonb, $6, $7, $8, $9)
    on conflict (submission_id, person_id) do update set state = excluded.state, points = excluded.points, criteria = excluded.criteria,
      rubric_n = excluded.rubric_n, comment = excluded.comment, version = excluded.version, updated_at = excluded.updated_at`,
    submission,
    actor.person,
    row.state,
    row.points,
    JSON.stringify(row.criteria),
    row.rubric_n,
    row.comment,
    BigInt(row.version),
    row.updated_at,
  )
  await scoreParts(db, deps, activity, [submission], null)
  return await toReply(deps, actor, found)
}
