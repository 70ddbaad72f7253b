// Reminders of exams a day and an hour before they begin, and of questionnaires a day before they close: each once for each time of a person.
import { type Database, rows, type Tx } from '@lyceum/kit/database/database'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { PersonRemindedSchema } from '@lyceum/proto/activity'
import type { Asker } from '../../types/askers.ts'
import { typesAsking } from '../../types/activity-types.ts'
import { closes, joinTimes, opens, shownSql } from '../../times/times-sql.ts'

/** People that one fact names. */
const inFact = 500

type Reminder = { of: Asker; column: 'due_told' | 'hour_told'; ahead: string; type: string; time: string }
const reminders: readonly Reminder[] = [
  // one without a beginning is waited for until it closes
  { of: 'exam', column: 'due_told', ahead: '1 day', type: 'exam_in_a_day', time: `coalesce(${opens}, ${closes})` },
  { of: 'exam', column: 'hour_told', ahead: '1 hour', type: 'exam_in_an_hour', time: `coalesce(${opens}, ${closes})` },
  { of: 'questionnaire', column: 'due_told', ahead: '1 day', type: 'questionnaire_closes', time: closes },
]

type Due = { id: string; org_id: string; course_id: string; title: string; people: string[] }

/** At most `size` people of each kind; returns the greatest number. */
export async function remindAskers(db: Database, now: Date, size: number): Promise<number> {
  let most = 0
  for (const reminder of reminders) most = Math.max(most, await db.$transaction((tx) => remind(tx, reminder, now, Math.min(size, inFact))))
  return most
}

async function remind(tx: Tx, { of, column, ahead, type, time }: Reminder, now: Date, size: number): Promise<number> {
  const due = await rows<Due>(
    tx,
    `
    with near as (
      select a.id from activities a where a.published and not a.deleted
        and (a.start_time > $1::timestamptz and a.start_time <= $1::timestamptz + interval '${ahead}'
          or a.end_time > $1::timestamptz and a.end_time <= $1::timestamptz + interval '${ahead}')
      union select a.id from modules d join activities a on a.module_id = d.id and a.published and not a.deleted
        where d.starts_at > $1::timestamptz and d.starts_at <= $1::timestamptz + interval '${ahead}'
          or d.ends_at > $1::timestamptz and d.ends_at <= $1::timestamptz + interval '${ahead}'
      union select t.activity_id from personal_times t where t.opens > $1::timestamptz and t.opens <= $1::timestamptz + interval '${ahead}'
        or t.closes > $1::timestamptz and t.closes <= $1::timestamptz + interval '${ahead}'),
    due as (
      select a.id, m.person_id, ${time} as at
      from near join activities a on a.id = near.id and a.type = any($2)
      join mirror.courses c on c.id = a.course_id and c.published and not c.deleted
      join mirror.members m on m.course_id = a.course_id and m.role = 'student' and m.state = 'active'
      ${joinTimes('m.person_id')}
      left join progress p on p.activity_id = a.id and p.person_id = m.person_id and not p.trial
      where ${shownSql('a')} and p.completed_at is null and coalesce(p.state, '') = ''),
    reminded as (
      insert into reminders as r (activity_id, person_id, ${column})
      select d.id, d.person_id, d.at from due d
      left join reminders known on known.activity_id = d.id and known.person_id = d.person_id
      where d.at > $1::timestamptz and d.at <= $1::timestamptz + interval '${ahead}' and known.${column} is distinct from d.at
        and not exists (select from attempts w where w.activity_id = d.id and w.person_id = d.person_id and not w.trial)
      order by d.id, d.person_id limit $3
      on conflict (activity_id, person_id) do update set ${column} = excluded.${column}
      returning r.activity_id, r.person_id)
    select a.id::text, a.org_id::text, a.course_id::text, a.title, array_agg(reminded.person_id::text) as people
    from reminded join activities a on a.id = reminded.activity_id group by a.id`,
    now,
    typesAsking(of),
    size,
  )
  await emitAll(
    tx,
    due.map(({ id, org_id, course_id, title, people }) =>
      fact(
        PersonRemindedSchema,
        { key: `course:${course_id}`, org: org_id, hint: { people } },
        { orgId: org_id, courseId: course_id, activityId: id, type, personIds: people, version: BigInt(now.getTime()), title },
      ),
    ),
  )
  return due.reduce((sum, { people }) => sum + people.length, 0)
}
