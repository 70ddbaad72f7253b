// Items of activities follow them: made with their points, renamed, gone and back with the bin.
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import type { Activity } from '../../generated/client.ts'
import { recalculateAll } from './recalculation.ts'
import { releaseItem } from './release-item.ts'

type Followed = Pick<
  Activity,
  'id' | 'orgId' | 'courseId' | 'title' | 'points' | 'deleted' | 'anonymous' | 'release' | 'releaseTime' | 'sort' | 'settings'
>
type Item = {
  id: string
  activity_id: string
  title: string
  points: string
  deleted: boolean
  anonymous: boolean
  release: string
  released: boolean
  /** The time of the activity that it has followed. */
  activity_release_time: Date | null
}

/** Scores of an anonymous activity are shown when somebody releases them: shown one by one they would reveal whose they are. */
const releaseOf = ({ anonymous, release }: Pick<Followed, 'anonymous' | 'release'>) =>
  anonymous && release === 'at_once' ? 'by_hand' : release

/** Called by every write of activities, after their rows are written. */
export async function followItems(tx: Tx, activities: readonly Followed[], now = new Date()): Promise<void> {
  for (const [course, of] of Map.groupBy(activities, ({ courseId }) => courseId)) await followInCourse(tx, course, of, now)
}

async function followInCourse(tx: Tx, course: string, activities: readonly Followed[], now: Date): Promise<void> {
  const [first] = activities
  const existing = await rows<Item>(
    tx,
    `select id::text, activity_id::text, title, trim_scale(points)::text as points, deleted, anonymous, release, released, activity_release_time
     from score_items where activity_id = any($1)`,
    activities.map(({ id }) => id),
  )
  const itemOf = new Map(existing.map((item) => [item.activity_id, item]))
  const made = activities.filter(({ id, points, deleted }) => points !== null && !deleted && !itemOf.has(id))
  const kept = activities.filter(({ id }) => itemOf.has(id))
  if (!first || (made.length === 0 && kept.length === 0)) return
  const place = { org: first.orgId, course }
  if (made.length > 0) await makeItems(tx, place, made)
  let counts = false
  for (const activity of kept) counts = (await followOne(tx, place, itemOf.get(activity.id)!, activity, now)) || counts
  if (!counts) return
  // the results of a course that is final stay as they are until it is reopened
  const open = await one(tx, 'select from score_policies where course_id = $1 and final_at is null for update', course)
  if (open) await recalculateAll(tx, place, now)
}

async function makeItems(tx: Tx, { org, course }: { org: string; course: string }, activities: readonly Followed[]): Promise<void> {
  const numbered = await one<{ last: number }>(
    tx,
    `
    insert into score_policies as p (course_id, org_id, last_no, version) values ($1, $2, $3, 0)
    on conflict (course_id) do update set last_no = p.last_no + excluded.last_no returning p.last_no as last`,
    course,
    org,
    activities.length,
  )
  const first = numbered!.last - activities.length
  await run(
    tx,
    `
    insert into score_items (id, org_id, course_id, activity_id, no, title, points, sort, anonymous, release, released, release_at,
      activity_release_time, sweep_at, version)
    select n.id, $2::uuid, $3::uuid, n.activity_id, n.no, n.title, n.points, n.no, n.anonymous, n.release, n.release = 'at_once', n.release_at,
      n.release_at, now(), ${nextVersion('0')}
    from jsonb_to_recordset($1::jsonb) as n(id uuid, activity_id uuid, no int, title text, points numeric, anonymous bool, release text,
      release_at timestamptz)`,
    JSON.stringify(
      activities.map((activity, nth) => ({
        id: newId(),
        activity_id: activity.id,
        no: first + nth + 1,
        title: activity.title,
        points: activity.points?.toString(),
        anonymous: activity.anonymous,
        release: releaseOf(activity),
        release_at: activity.release === 'at_time' ? activity.releaseTime : null,
      })),
    ),
    org,
    course,
  )
}

/** Whether results may change. */
async function followOne(tx: Tx, place: { org: string; course: string }, item: Item, activity: Followed, now: Date): Promise<boolean> {
  const deleted = activity.deleted || activity.points === null
  const points = activity.points?.toString() ?? item.points
  const release = releaseOf(activity)
  const releaseTime = release === 'at_time' ? activity.releaseTime : null
  const timeChanged = releaseTime?.getTime() !== item.activity_release_time?.getTime()
  const releaseChanged = release !== item.release || (timeChanged && !item.released)
  const same =
    !releaseChanged &&
    !timeChanged &&
    activity.title === item.title &&
    points === item.points &&
    deleted === item.deleted &&
    activity.anonymous === item.anonymous
  // dates and what is published decide when work is missing
  if (same) {
    await run(tx, 'update score_items set sweep_at = now() where id = $1', item.id)
    return false
  }
  // what is shown stays shown, and what somebody hid or planned in the book as it is; new scores wait
  await run(
    tx,
    `
    update score_items set title = $2, points = $3::numeric, deleted = $4, anonymous = $5, release = $6, sweep_at = now(), version = ${nextVersion()},
      released = released and not $7, release_at = case when $7 then $8::timestamptz else release_at end,
      activity_release_time = $8::timestamptz
    where id = $1`,
    item.id,
    activity.title,
    points,
    deleted,
    activity.anonymous,
    release,
    releaseChanged,
    releaseTime,
  )
  if (releaseChanged && release === 'at_once') await releaseItem(tx, place, item.id, now)
  return points !== item.points || deleted !== item.deleted || activity.anonymous !== item.anonymous
}
