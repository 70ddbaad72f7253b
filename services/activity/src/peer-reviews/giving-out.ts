// Peer reviews are given out when an activity closes, and those who have not written theirs are reminded a day before they are due.
import { randomInt } from 'node:crypto'
import { type Database, one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { PersonRemindedSchema } from '@lyceum/proto/activity'
import { heldSql, joinModule, shownSql } from '../times/times-sql.ts'
import { reviewDays } from './peer-reviews.ts'
import { allocate, type ReviewedWork } from './allocation.ts'

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

type Row = { id: string; n: number; members: string[] }

async function giveOut(tx: Tx, activity: Due): Promise<void> {
  const works = await rows<Row>(
    tx,
    `
    select s.id::text, s.n, array(
      select m.person_id::text from mirror.members m
      where m.course_id = s.course_id and m.person_id = any(s.member_ids) and m.state = 'active' and m.role = 'student' order by 1) as members
    from submissions s where s.activity_id = $1 and s.n > 0 and s.state <> 'draft' and not s.trial order by s.id`,
    activity.id,
  )
  const versions = new Map(works.map(({ id, n }) => [id, n]))
  const given = allocate(
    works.map(({ id, members }): ReviewedWork => ({ id, authors: members })),
    activity.each,
    () => randomInt(2 ** 47) / 2 ** 47,
  )
  const numbers = new Map<string, number>()
  const next = (reviewer: string) => {
    const number = (numbers.get(reviewer) ?? 0) + 1
    numbers.set(reviewer, number)
    return number
  }
  await run(tx, 'insert into peer_rounds (activity_id, at) values ($1, now())', activity.id)
  await run(
    tx,
    `
    insert into peer_reviews (id, activity_id, submission_id, n, reviewer_id, number, version)
    select g.id, $2::uuid, g.work, g.n, g.reviewer, g.number, 1
    from jsonb_to_recordset($1::text::jsonb) as g(id uuid, work uuid, n int, reviewer uuid, number int)`,
    JSON.stringify(given.map(({ reviewer, work }) => ({ id: newId(), work, n: versions.get(work), reviewer, number: next(reviewer) }))),
    activity.id,
  )
  await remind(tx, [{ ...activity, people: [...numbers.keys()] }])
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
        and coalesce((a.settings ->> 'peer_due')::timestamptz, coalesce(a.end_time, a.due_time) + interval '${reviewDays} days') between now() and now() + interval '1 day'
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
