// Dates of activities for calendars: one statement over the courses of a person, at their own times.
import { roleMaySql, suspendedSql } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { one, plain, rows } from '@lyceum/kit/database/database'
import { liveTypes } from '../../types/activity-types.ts'
import type { Deps } from '../../deps.ts'
import { closes, due, heldSql, joinTimes, opens } from '../../times/times-sql.ts'
import type { ActivityDate, CloudClassroom } from './api.ts'

const mostDays = 400
type Span = { start: string; end: string }

/** 400 for a span that ends before it begins or is longer than 400 days. */
function checkSpan({ start, end }: Span): void {
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000
  if (days <= 0) throw invalid({ end: 'field.invalid' })
  if (days > mostDays) throw invalid({ end: ['calendar.spanTooLong', { days: mostDays }] })
}

/** The courses of person $1: those that students of it see, and those whose drafts they see, of no organisation that has suspended them; $4 one of them, or null. */
const mineSql = `
  mine as (
    select m.course_id, c.name, coalesce(${roleMaySql('content.drafts')}, false) as teaches
    from mirror.members m join mirror.courses c on c.id = m.course_id and not c.deleted
    left join mirror.orgs o on o.id = c.org_id left join mirror.persons ps on ps.id = m.person_id
    where m.person_id = nullif($1, '')::uuid and m.state = 'active' and not ${suspendedSql} and ($4::uuid is null or m.course_id = $4))`

/** Teachers have no times of their own: they see those of the class. An activity without a time in the span is read once. */
const datesSql = `
  with ${mineSql},
  timed as (
    select a.id, a.course_id, y.name, y.teaches, a.type, a.title, p.completed_at is not null as done,
      case when y.teaches then ${heldSql.opens} else ${opens} end as opens,
      case when y.teaches then ${heldSql.due} else ${due} end as due,
      case when y.teaches then ${heldSql.closes} else ${closes} end as closes
    from mine y join activities a on a.course_id = y.course_id and not a.deleted
    join mirror.courses c on c.id = a.course_id and (c.published or y.teaches)
    ${joinTimes("nullif($1, '')::uuid")}
    left join progress p on p.activity_id = a.id and p.person_id = nullif($1, '')::uuid and not p.trial
    where y.teaches or (a.published and coalesce(d.published, true)))
  select id::text as activity_id, course_id::text, name as course_name, type, title, w.what, w.at, case when not teaches then done end as done
  from timed cross join lateral (values ('opens', opens), ('due', due), ('closes', closes)) as w(what, at)
  -- what closes when it is due is due
  where w.at >= $2 and w.at < $3 and not (w.what = 'closes' and due is not null and due = closes)
  order by w.at, id, w.what limit 2000`

/** The same as one line, which is all that leaves the database when nothing has changed. */
const versionSql = `select md5(coalesce(string_agg(concat_ws(' ', activity_id, what, extract(epoch from at), done, type, course_name, title), chr(10)), '')) as version from (${datesSql}) d`

type Row = Omit<ActivityDate, 'at'> & { at: Date }

async function datesOf({ pool }: Pick<Deps, 'pool'>, person: string, { start, end }: Span, course: string | null): Promise<ActivityDate[]> {
  const found = await rows<Row>(plain(pool), datesSql, person, start, end, course)
  return found.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** The dates for a feed; null where their version is the known one. */
export async function feedDatesOf(
  deps: Pick<Deps, 'pool'>,
  { person_id, course_id, known, ...span }: Span & { person_id: string; course_id: string | null; known?: string },
): Promise<{ version: string; dates: ActivityDate[] | null }> {
  const now = await one<{ version: string }>(plain(deps.pool), versionSql, person_id, span.start, span.end, course_id)
  const { version } = now!
  return { version, dates: version === known ? null : await datesOf(deps, person_id, span, course_id) }
}

export async function readDates(deps: Deps, { person }: Actor, span: Span): Promise<{ dates: ActivityDate[] }> {
  checkSpan(span)
  return { dates: await datesOf(deps, person, span, null) }
}

type ClassRow = Omit<CloudClassroom, 'start_time' | 'end_time'> & { start_time: Date; end_time: Date | null }
/** Classes without a beginning have no place in a calendar. */
export async function readClassrooms({ pool }: Deps, { person, org }: Actor, span: Span): Promise<{ classrooms: CloudClassroom[] }> {
  checkSpan(span)
  const found = await rows<ClassRow>(
    plain(pool),
    `
    with ${mineSql}
    select a.id::text, a.course_id::text, y.name as course_name, a.type, a.title, ${opens} as start_time, ${closes} as end_time
    from mine y join activities a on a.course_id = y.course_id and not a.deleted and a.type = any($5)
    join mirror.courses c on c.id = a.course_id and (c.published or y.teaches)
    ${joinTimes("nullif($1, '')::uuid")}
    where (y.teaches or (a.published and coalesce(d.published, true))) and ${opens} < $3 and coalesce(${closes}, ${opens}) >= $2
      and exists (select from mirror.orgs o where o.id = nullif($6, '')::uuid and o.settings->'toggles' ? 'cloud_classrooms')
    order by 6, a.id limit 1000`,
    person,
    span.start,
    span.end,
    null,
    liveTypes,
    org,
  )
  return {
    classrooms: found.map(({ start_time, end_time, ...row }) => ({
      ...row,
      start_time: start_time.toISOString(),
      end_time: end_time?.toISOString() ?? null,
    })),
  }
}
