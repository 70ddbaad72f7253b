// The progress of a course's students, for teachers, a page at a time: the page of students first, then only their rows.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, rows } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { invalid, notFound } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { has } from '@lyceum/identity/mirror/permissions'
import { definitionOf } from '../types/activity-types.ts'
import type { Deps } from '../deps.ts'
import { documentsAmong } from './documents/documents.ts'
import { pagesTogether } from './documents/rules.ts'
import type { Activity, Progress } from '../generated/client.ts'
import { isNameless, namelessSql, zoneOf } from '../activity/anonymity.ts'
import { dayOf } from '../activity/work-rules.ts'
import { shownSql } from '../times/times-sql.ts'
import { uploadsById } from '../activity/uploads/uploads.ts'
import type { StudyCompleteness, Watcher } from './api.ts'
import { completenessOf } from './completeness.ts'
import { countsSql } from '../times/times-sql.ts'
import { countsProgress } from '../trial.ts'
import { namedCompletionsSql, namedHandIns } from './named-completions.ts'

type Query = PageQuery & { keyword?: string; conditions?: string; sort?: keyof typeof orders; order?: 'ascending' | 'descending' }
const membersSql = 'from mirror.members m left join mirror.persons p on p.id = m.person_id'
const whereSql = `where m.course_id = $1 and m.state = 'active' and m.role = 'student' and p.deleted is not true and ${heldSql('p.folded', '$2')}
  and ($3::uuid[] is null or m.person_id = any($3))`
const personSql = `m.person_id::text as id, coalesce(p.name, '') as name, coalesce(p.user_no, '') as user_no, coalesce(p.avatar, '') as avatar`
type Person = StudyCompleteness['person']
type Students = { total: number; people: Person[] }

/** The students' completed activities `d` that count, by person. Only an order or a condition of them reads it: it is as long as the course's progress. */
const withDone = `left join (
    select c.person_id, count(*)::int as completed, max(c.completed_at) as updated from ${namedCompletionsSql} c
    join activities a on a.id = c.activity_id and ${countsSql('a')} group by c.person_id) d on d.person_id = m.person_id`
const total = `(select count(*) from activities a where a.course_id = $1 and ${countsSql('a')})`
const states = {
  none: 'd.completed is null',
  begun: `d.completed < ${total}`,
  done: `d.completed >= ${total}`,
} as const
const orders = { name: '', user_no: 'p.user_no', completeness: 'coalesce(d.completed, 0)', updated: 'd.updated' } as const

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** As many as one page of a list of members has. */
const mostNamed = 100
function namedPeople(value: unknown): string[] | null {
  if (value === undefined) return null
  if (!Array.isArray(value) || value.length > mostNamed || !value.every((id) => typeof id === 'string' && idForm.test(id)))
    throw invalid({ 'conditions.person_ids': 'field.format' })
  return value
}

/** A page of the students by name, or in the requested order. 400 for a state that there is not, and for people who are no ids. */
async function studentsOf({ db }: Deps, course: string, { keyword, conditions, sort = 'name', order, ...page }: Query): Promise<Students> {
  const { state, person_ids } = conditionsOf(conditions, ['state', 'person_ids'])
  if (state !== undefined && !Object.hasOwn(states, String(state))) throw invalid({ 'conditions.state': 'field.choice' })
  const counted = sort === 'completeness' || sort === 'updated' || state !== undefined
  const studentsSql = `${membersSql} ${counted ? withDone : ''} ${whereSql} ${state === undefined ? '' : `and ${states[state as keyof typeof states]}`}`
  const direction = order === 'descending' ? 'desc nulls last' : 'asc nulls first'
  const orderSql = sort === 'name' ? `p.name ${direction}` : `${orders[sort]} ${direction}, p.name`
  const values = [course, wordPatterns(keyword ?? ''), namedPeople(person_ids)]
  const { limit, offset } = limits(page)
  const total = (await one<{ total: number }>(db, `select count(*)::int as total ${studentsSql}`, ...values))?.total ?? 0
  const people =
    total === 0
      ? []
      : await rows<Person>(
          db,
          `select ${personSql} ${studentsSql} order by ${orderSql}, m.person_id limit ${limit} offset ${offset}`,
          ...values,
        )
  return { total, people }
}

type CompletenessRow = {
  person: string
  completed: number
  activities: number
  updated: Date | null
  last: { id: string; title: string; type: string } | null
}

/** Completeness by person: the published activities with a criterion, and the number completed; of the reader all, with their trial. */
async function completenessByPerson(
  { db }: Deps,
  course: string,
  people: string[],
  reader: { person: string; onTrial: boolean },
): Promise<Map<string, Omit<StudyCompleteness, 'person'>>> {
  const completeness =
    people.length === 0
      ? []
      : await rows<CompletenessRow>(
          db,
          `
    with counted as (select a.id from activities a where a.course_id = $1 and ${countsSql('a')}),
    nameless as materialized (select a.id from activities a where a.course_id = $1 and ${namelessSql('a')}),
    done as (
      select c.person_id, count(*)::int as completed, max(c.completed_at) as updated from ${namedCompletionsSql} c
      join counted on counted.id = c.activity_id where c.person_id = any($2) and c.person_id <> $3 group by c.person_id
      union all
      select $3::uuid, count(*)::int, max(p.completed_at) from progress p join counted on counted.id = p.activity_id
      where p.course_id = $1 and p.person_id = $3 and p.completed_at is not null and (not p.trial or $4))
    select people.id::text as person, coalesce(done.completed, 0) as completed, (select count(*)::int from counted) as activities, done.updated, last.activity as last
    from unnest($2::uuid[]) as people(id)
    left join done on done.person_id = people.id
    left join lateral (
      select jsonb_build_object('id', a.id, 'title', a.title, 'type', a.type) as activity from progress p join activities a on a.id = p.activity_id and ${shownSql('a')}
      where p.course_id = $1 and p.person_id = people.id and p.opened and (not p.trial or (p.person_id = $3 and $4))
        and (p.person_id = $3 or p.activity_id <> all(array(select id from nameless))) order by p.last_seen_at desc limit 1) last on true`,
          course,
          people,
          reader.person,
          reader.onTrial,
        )
  return new Map(
    completeness.map(({ person, completed, activities, updated, last }) => [
      person,
      {
        ...completenessOf(completed, activities),
        last_activity: last,
        last_update_completeness_time: updated?.toISOString() ?? null,
      },
    ]),
  )
}

export async function readStudyCompleteness(deps: Deps, actor: Actor, scope: CourseScope, course: string, query: Query) {
  const enrolled = has(scope.access.can, 'progress.read') ? await studentsOf(deps, course, query) : { total: 0, people: [] }
  const byPerson = await completenessByPerson(deps, course, [...new Set([actor.person, ...enrolled.people.map(({ id }) => id)])], {
    person: actor.person,
    onTrial: !countsProgress(scope),
  })
  const items = enrolled.people.flatMap((person) => {
    const completeness = byPerson.get(person.id)
    return completeness ? [{ person, ...completeness }] : []
  })
  return { ...pageOf(query, enrolled.total, items), ...byPerson.get(actor.person)! }
}

const watchedColumns = columnsOf<Progress>()(
  'person_id',
  'percent',
  'pages_read',
  'completed_at',
  'watched_seconds',
  'first_seen_at',
  'last_seen_at',
  'opened',
)

type Row = RowOf<typeof watchedColumns>
type Shown = {
  seen(time: Date): string | null
  completion(person: string, row: Row | undefined): { at: Date | null; percent: number }
}
/** When people were here and completed the activity, as others read it: of nameless work by the day, nothing of today, and hand-ins as they are named. */
async function shownOf({ db, now }: Deps, activity: Pick<Activity, 'id' | 'courseId' | 'anonymous'>): Promise<Shown> {
  if (!(await isNameless(db, activity)))
    return { seen: (time) => time.toISOString(), completion: (_, row) => ({ at: row?.completed_at ?? null, percent: row?.percent ?? 0 }) }
  const zone = await zoneOf(db, activity.courseId)
  const today = dayOf(now(), zone)
  const seen = (time: Date) => (dayOf(time, zone) < today ? dayOf(time, zone).toISOString() : null)
  const days = await namedHandIns(db, activity.id)
  if (days) return { seen, completion: (person) => ({ at: days.get(person) ?? null, percent: days.has(person) ? 100 : 0 }) }
  return { seen, completion: (_, row) => ({ at: row?.completed_at ? dayOf(row.completed_at, zone) : null, percent: row?.percent ?? 0 }) }
}

export async function listWatchers(deps: Deps, scope: CourseScope, id: string, query: Query) {
  const { db } = deps
  const activity = await db.activity.findUnique({
    where: { id },
    select: { id: true, courseId: true, uploadIds: true, type: true, anonymous: true },
  })
  if (!activity || !scope.course) throw notFound('activity', id)
  const { total, people } = await studentsOf(deps, activity.courseId, query)
  const progress = await rows<RowOf<typeof watchedColumns> & { watched: number[][] }>(
    db,
    `select ${watchedColumns()}, watched from progress where activity_id = $1 and person_id = any($2) and not trial`,
    id,
    people.map(({ id }) => id),
  )
  const shown = await shownOf(deps, activity)
  const rowByPerson = new Map(progress.map((row) => [row.person_id, row]))
  const pages = definitionOf(activity.type)?.criteria.includes('read_pages')
    ? pagesTogether(await documentsAmong(db, activity.uploadIds))
    : null
  const items = people.map((person): Watcher => {
    const row = rowByPerson.get(person.id)
    const completion = shown.completion(person.id, row)
    return {
      person,
      percent: completion.percent,
      // who has completed it is not measured again when a document is replaced by a shorter one
      pages_read: Math.min(row?.pages_read ?? 0, pages ?? Number.POSITIVE_INFINITY),
      completed: completion.at !== null,
      completed_at: completion.at?.toISOString() ?? null,
      watched_seconds: Math.floor(row?.watched_seconds ?? 0),
      watched: row?.watched ?? [],
      first_seen_at: row?.opened ? shown.seen(row.first_seen_at) : null,
      last_seen_at: row?.opened ? shown.seen(row.last_seen_at) : null,
    }
  })
  const summary = await one<{ students: number; started: number; completed: number }>(
    db,
    `
    select count(*)::int as students, (count(*) filter (where g.opened))::int as started, count(g.completed_at)::int as completed
    from mirror.members m left join progress g on g.activity_id = $2 and g.person_id = m.person_id and not g.trial
    where m.course_id = $1 and m.state = 'active' and m.role = 'student'`,
    activity.courseId,
    id,
  )
  const video = definitionOf(activity.type)?.watching
    ? (await uploadsById(db, activity.uploadIds.slice(0, 1))).values().next().value
    : undefined
  return {
    ...pageOf(query, total, items),
    video_duration: video?.duration ?? null,
    document_pages: pages,
    summary: summary ?? { students: 0, started: 0, completed: 0 },
  }
}
