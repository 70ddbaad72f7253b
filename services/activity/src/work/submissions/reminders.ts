// Reminders of work that is missing: at most one in twelve hours for each person and activity.
import { audit } from '@lyceum/kit/audit/audit'
import { invalid } from '@lyceum/kit/calls/errors'
import { type Database, rows } from '@lyceum/kit/database/database'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { PersonRemindedSchema } from '@lyceum/proto/activity'
import type {} from '../../audit-actions.ts'
import { workByDefault } from '../../types/activity-types.ts'
import type { Deps } from '../../deps.ts'
import { closes, due, joinTimes, openAt, shownSql } from '../../times/times-sql.ts'
import { isNameless } from '../../activity/anonymity.ts'
import { missingPeople } from './list-sql.ts'
import { readAssignment } from './work.ts'

const pause = 12 * 3_600_000
/** People that one fact names. */
const inFact = 500

export async function remindMissing(
  deps: Deps,
  id: string,
  { person_ids }: { person_ids?: string[] },
): Promise<{ reminded: number; lately: number }> {
  const { db, now } = deps
  const activity = await readAssignment(deps, id)
  if (person_ids && (await isNameless(db, activity))) throw invalid({ person_ids: 'submission.anonymous' })
  const time = now()
  const missing = await missingPeople(db, activity, time, person_ids ?? null)
  const reminded = (
    await rows<{ person: string }>(
      db,
      `
      insert into reminders as r (activity_id, person_id, at) select $1::uuid, p, $3::timestamptz from unnest($2::uuid[]) p order by p
      on conflict (activity_id, person_id) do update set at = excluded.at where r.at is null or r.at <= $4
      returning person_id::text as person`,
      id,
      missing,
      time,
      new Date(time.getTime() - pause),
    )
  ).map(({ person }) => person)
  const facts = []
  for (let from = 0; from < reminded.length; from += inFact) {
    const people = reminded.slice(from, from + inFact)
    const { orgId, courseId, title } = activity
    facts.push(
      fact(
        PersonRemindedSchema,
        { key: `course:${courseId}`, org: orgId, hint: { people } },
        { orgId, courseId, activityId: id, type: 'submission_missing', personIds: people, version: BigInt(time.getTime()), title },
      ),
    )
  }
  await emitAll(db, facts)
  if (reminded.length > 0)
    await audit(db, {
      action: 'submission.reminded',
      subject: `activity:${id}`,
      org: activity.orgId,
      course: activity.courseId,
      after: { people: reminded.length },
    })
  return { reminded: reminded.length, lately: missing.length - reminded.length }
}

type DueSoon = { id: string; org_id: string; course_id: string; title: string; people: string[] }

/** Until when work is to be handed in: where it has no due time, it closes then. */
const dueTime = `coalesce(${due}, ${closes})`

/**
 * Reminds, a day before work is due, the students who have not handed it in; once for each due time of theirs. An activity that opened within the last hour
 * has just been announced. At most `size` people of some activities at a time; returns their number.
 */
export const remindDue = (db: Database, now: Date, size: number): Promise<number> =>
  db.$transaction(async (tx) => {
    const due = await rows<DueSoon>(
      tx,
      `
      with near as (
        select a.id from activities a where not a.deleted and a.due_time > $1::timestamptz and a.due_time <= $1::timestamptz + interval '1 day'
        union select a.id from activities a where a.published and not a.deleted and a.due_time is null
          and a.end_time > $1::timestamptz and a.end_time <= $1::timestamptz + interval '1 day'
        union select a.id from modules d join activities a on a.module_id = d.id and not a.deleted
          where d.ends_at > $1::timestamptz and d.ends_at <= $1::timestamptz + interval '1 day'
        union select t.activity_id from personal_times t where t.due > $1::timestamptz and t.due <= $1::timestamptz + interval '1 day'
        union select t.activity_id from personal_times t where t.closes > $1::timestamptz and t.closes <= $1::timestamptz + interval '1 day'),
      due as (
        select a.id, m.person_id, ${dueTime} as due
        from near join activities a on a.id = near.id and $2::text::jsonb ? a.type and coalesce(a.settings ->> 'work', $2::text::jsonb ->> a.type) <> 'none'
        join mirror.courses c on c.id = a.course_id and c.published and not c.deleted
        join mirror.members m on m.course_id = a.course_id and m.role = 'student' and m.state = 'active'
        ${joinTimes('m.person_id')}
        where ${shownSql('a')} and a.opened_at < $1::timestamptz - interval '1 hour' and ${openAt('$1')}),
      reminded as (
        insert into reminders as r (activity_id, person_id, due_told)
        select d.id, d.person_id, d.due from due d
        left join reminders known on known.activity_id = d.id and known.person_id = d.person_id
        where d.due > $1::timestamptz and d.due <= $1::timestamptz + interval '1 day' and known.due_told is distinct from d.due
          and not exists (
            select from submissions s where s.activity_id = d.id and (s.person_id = d.person_id or s.member_ids @> array[d.person_id])
              and s.n > 0 and not s.rework and not s.trial)
        order by d.id, d.person_id limit $3
        on conflict (activity_id, person_id) do update set due_told = excluded.due_told
        returning r.activity_id, r.person_id)
      select a.id::text, a.org_id::text, a.course_id::text, a.title, array_agg(reminded.person_id::text) as people
      from reminded join activities a on a.id = reminded.activity_id group by a.id`,
      now,
      JSON.stringify(workByDefault),
      Math.min(size, inFact),
    )
    await emitAll(
      tx,
      due.map(({ id, org_id, course_id, title, people }) =>
        fact(
          PersonRemindedSchema,
          { key: `course:${course_id}`, org: org_id, hint: { people } },
          {
            orgId: org_id,
            courseId: course_id,
            activityId: id,
            type: 'submission_due',
            personIds: people,
            version: BigInt(now.getTime()),
            title,
          },
        ),
      ),
    )
    return due.reduce((sum, { people }) => sum + people.length, 0)
  })
