// Peer reviews are given out when an activity closes, to works that come later as they come, and those who have not written theirs are reminded a day before they are due.
import { randomInt } from 'node:crypto'
import { type Database, one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { PersonRemindedSchema } from '@lyceum/proto/activity'
import { heldSql, joinModule, shownSql } from '../../times/times-sql.ts'
import { reviewDays } from './peer-reviews.ts'
import { allocate, allocateLate, type Allocated, type ReviewedWork } from './allocation.ts'

type Due = { id: string; org_id: string; course_id: string; title: string; each: number }
const eachSql = `coalesce((a.settings ->> 'peer_reviews')::int, 0)`
/** Whatever closed longer ago is left alone: it had no reviews when it did. */
const lately = `coalesce(a.end_time, a.due_time, 'infinity') > now() - interval '30 days'`

/** Gives out the reviews of at most `size` activities that have closed; returns their number. */
export const giveOutReviews = (db: Database, size: number): Promise<number> =>
  db.$transaction(async (tx) => {
    const due = await rows<Due>(
      tx,
      `
      select a.id::text, a.org_id::text, a.course_id::text, a.title, ${eachSql} as each from activities a ${joinModule}
      where a.settings ? 'peer_reviews' and not a.deleted and ${lately} and ${shownSql('a')} and ${eachSql} > 0
        and coalesce(${heldSql.closes}, ${heldSql.due}) <= now() and not exists (select from peer_rounds r where r.activity_id = a.id)
      order by coalesce(a.end_time, a.due_time, 'infinity') limit $1 for no key update of a skip locked`,
      size,
    )
    for (const activity of due) await giveOut(tx, activity)
    return due.length
  })

const reviewsDue = `coalesce((a.settings ->> 'peer_due')::timestamptz, coalesce(a.end_time, a.due_time) + interval '${reviewDays} days')`

/**
 * Works that were handed in after the reviews of their activity were given out get and give theirs too, as long as a day is left to write them: of at
 * most `size` activities; returns of how many there was something to give out.
 */
export const giveOutLate = (db: Database, size: number): Promise<number> =>
  db.$transaction(async (tx) => {
    // a hand-in may be written a moment after the time that it names
    const late = await rows<Due>(
      tx,
      `
      select a.id::text, a.org_id::text, a.course_id::text, a.title, ${eachSql} as each
      from peer_rounds r join activities a on a.id = r.activity_id and not a.deleted and ${shownSql('a')}
      where r.at > now() - interval '60 days' and ${eachSql} > 0 and coalesce(${reviewsDue}, 'infinity') > now() + interval '1 day' and exists (
        select from submissions s where s.activity_id = a.id and s.state = 'submitted' and not s.trial
          and s.submitted_at > coalesce(r.late_at, r.at) - interval '5 minutes'
          and not exists (select from peer_reviews p where p.submission_id = s.id))
      order by r.activity_id limit $1 for no key update of r skip locked`,
      size,
    )
    let activities = 0
    for (const activity of late) {
      await run(tx, 'update peer_rounds set late_at = now() where activity_id = $1', activity.id)
      if ((await addLate(tx, activity)) > 0) activities++
    }
    return activities
  })

async function addLate(tx: Tx, activity: Due): Promise<number> {
  const works = await worksOf(tx, activity.id)
  const before = await rows<Allocated & { number: number }>(
    tx,
    `select reviewer_id::text as reviewer, submission_id::text as work, number from peer_reviews where activity_id = $1 and reviewer_id is not null`,
    activity.id,
  )
  const added = allocateLate(works.map(toReviewed), before, activity.each, random)
  const numbers = new Map<string, number>()
  for (const { reviewer, number } of before) numbers.set(reviewer, Math.max(number, numbers.get(reviewer) ?? 0))
  await write(tx, activity, works, added, numbers)
  return added.length
}

type Row = { id: string; n: number; members: string[] }
const toReviewed = ({ id, members }: Row): ReviewedWork => ({ id, authors: members })
const random = () => randomInt(2 ** 47) / 2 ** 47

/** Works that are handed in, with those of their people who learn in the course now. */
const worksOf = (tx: Tx, activity: string): Promise<Row[]> =>
  rows<Row>(
    tx,
    `
    select s.id::text, s.n, array(
      select m.person_id::text from mirror.members m
      where m.course_id = s.course_id and m.person_id = any(s.member_ids) and m.state = 'active' and m.role = 'student' order by 1) as members
    from submissions s where s.activity_id = $1 and s.n > 0 and s.state <> 'draft' and not s.trial order by s.id`,
    activity,
  )

async function giveOut(tx: Tx, activity: Due): Promise<void> {
  const works = await worksOf(tx, activity.id)
  await run(tx, 'insert into peer_rounds (activity_id, at) values ($1, now())', activity.id)
  await write(tx, activity, works, allocate(works.map(toReviewed), activity.each, random), new Map())
}

/** `numbers`: the last of each reviewer's list. */
async function write(
  tx: Tx,
  activity: Due,
  works: readonly Row[],
  activities: readonly Allocated[],
  numbers: Map<string, number>,
): Promise<void> {
  const versions = new Map(works.map(({ id, n }) => [id, n]))
  const next = (reviewer: string) => {
    const number = (numbers.get(reviewer) ?? 0) + 1
    numbers.set(reviewer, number)
    return number
  }
  await run(
    tx,
    `
    insert into peer_reviews (id, activity_id, submission_id, n, reviewer_id, number, version)
    select g.id, $2::uuid, g.work, g.n, g.reviewer, g.number, 1
    from jsonb_to_recordset($1::text::jsonb) as g(id uuid, work uuid, n int, reviewer uuid, number int)`,
    JSON.stringify(
      activities.map(({ reviewer, work }) => ({ id: newId(), work, n: versions.get(work), reviewer, number: next(reviewer) })),
    ),
    activity.id,
  )
  await remind(tx, [{ ...activity, people: [...new Set(activities.map(({ reviewer }) => reviewer))] }])
}

type Late = Omit<Due, 'each'> & { people: string[] }

/** Reminds, a day before reviews are due, those who have not written all of theirs: of at most `size` activities; returns their number. */
export const remindReviewers = (db: Database, size: number): Promise<number> =>
  db.$transaction(async (tx) => {
    const due = await rows<Late>(
      tx,
      `
      select a.id::text, a.org_id::text, a.course_id::text, a.title, array(
        select distinct p.reviewer_id::text from peer_reviews p join mirror.members m on m.course_id = a.course_id and m.person_id = p.reviewer_id
        where p.activity_id = a.id and p.state <> 'done' and m.state = 'active' and m.role = 'student') as people
      from peer_rounds r join activities a on a.id = r.activity_id and not a.deleted and ${shownSql('a')}
      where r.reminded_at is null and r.at > now() - interval '1 year'
        and ${reviewsDue} between now() and now() + interval '1 day'
      order by r.activity_id limit $1 for no key update of r skip locked`,
      size,
    )
    await run(
      tx,
      'update peer_rounds set reminded_at = now() where activity_id = any($1::uuid[])',
      due.map(({ id }) => id),
    )
    await remind(tx, due)
    return due.length
  })

/** No review and no work is named: who reviews whom stays with activity. */
async function remind(tx: Tx, list: Late[]): Promise<void> {
  const version = (await one<{ at: string }>(tx, `select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as at`))!.at
  await emitAll(
    tx,
    list
      .filter(({ people }) => people.length > 0)
      .map(({ id, org_id, course_id, title, people }) =>
        fact(
          PersonRemindedSchema,
          { key: `course:${course_id}`, org: org_id },
          {
            orgId: org_id,
            courseId: course_id,
            activityId: id,
            type: 'peer_review_due',
            personIds: people,
            version: BigInt(version),
            title,
          },
        ),
      ),
  )
}
