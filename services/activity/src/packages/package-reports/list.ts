// Reports on a package: the students of its course with their attempts, paged and as a table.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { csvOf } from '@lyceum/kit/text/csv'
import type { Deps } from '../../deps.ts'
import { definitionOf } from '../../types/activity-types.ts'
import { attemptColumns, type AttemptRow, endedSql } from '../attempt-row.ts'
import { openedPackage } from '../opened-packages.ts'
import type { PackageItem, PackageKind } from '../package-attempts/api.ts'
import type { Mark } from '../package-rules/merge.ts'
import { percentText, scoResult } from '../package-rules/results.ts'
import { secondsOf } from '../package-rules/session-times.ts'
import type { AttemptHead, AttemptsPage, AttemptsQuery, AttemptsRow, AttemptState } from './api.ts'

export type HeadRow = AttemptRow & { ended_at: Date | null; deleted_at: Date | null }
export const headColumns = `${attemptColumns}, p.deleted_at, ${endedSql} as ended_at`
export const toHead = (row: HeadRow): AttemptHead => ({
  id: row.id,
  n: row.n,
  status: row.status,
  success: row.success,
  score: row.score,
  seconds: row.seconds,
  started_at: row.started_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  version: Number(row.version),
  deleted_at: row.deleted_at?.toISOString() ?? null,
})

/** The upload of a package. 409 package.notOffered for an activity of another type. */
async function packageOf(tx: Tx, activity: string): Promise<{ upload: string | null; title: string }> {
  const found = await one<{ upload: string | null; type: string; title: string }>(
    tx,
    'select upload_ids[1]::text as upload, type, title from activities where id = $1 and not deleted',
    activity,
  )
  if (!found) throw notFound('activity', activity)
  if (!definitionOf(found.type)?.packaged) throw conflict('package.notOffered')
  return found
}

const states: readonly AttemptState[] = ['none', 'incomplete', 'completed', 'passed', 'failed']
/** Of the last attempt `l`. */
const stateSql: Record<AttemptState, string> = {
  none: 'l.id is null',
  incomplete: `l.status <> 'completed'`,
  completed: `l.status = 'completed'`,
  passed: `l.success = 'passed'`,
  failed: `l.success = 'failed'`,
}

function readConditions(text: string | undefined) {
  const { keyword, state, deleted } = conditionsOf(text, ['keyword', 'state', 'deleted'])
  if (keyword !== undefined && typeof keyword !== 'string') throw invalid({ 'conditions.keyword': 'field.type' })
  if (deleted !== undefined && typeof deleted !== 'boolean') throw invalid({ 'conditions.deleted': 'field.type' })
  const known = states.find((one) => one === state)
  if (state !== undefined && !known) throw invalid({ 'conditions.state': 'field.choice' })
  return { keyword: keyword?.trim() ?? '', state: known, deleted: deleted === true }
}

/** Literally, within a pattern. */
const pattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
const mostHeads = 100

export async function listAttempts({ db }: Deps, { course }: CourseScope, id: string, query: AttemptsQuery): Promise<AttemptsPage> {
  const { upload } = await packageOf(db, id)
  const { keyword, state, deleted } = readConditions(query.conditions)
  const { limit, offset } = limits(query)
  const values: unknown[] = [course, id]
  const bind = (value: unknown) => `$${values.push(value)}`
  const clauses = [`m.course_id = $1`, `m.role = 'student'`, `m.state = 'active'`]
  if (keyword) {
    const text = bind(pattern(keyword))
    clauses.push(`(w.name ilike ${text} or w.user_no ilike ${text})`)
  }
  if (state) clauses.push(stateSql[state])
  const gone = `p.deleted_at is ${deleted ? 'not null' : 'null'}`
  if (deleted) clauses.push('l.id is not null')
  const from = `from mirror.members m join mirror.persons w on w.id = m.person_id and not w.deleted
    left join lateral (select p.id, p.status, p.success from package_attempts p
      where p.activity_id = $2 and p.person_id = m.person_id and not p.trial and ${gone} order by p.n desc limit 1) l on true
    where ${clauses.join(' and ')}`
  const people = await rows<AttemptsRow['person'] & { last: string | null; total: number }>(
    db,
    `select w.id::text, w.name, w.user_no, w.avatar, l.id::text as last, count(*) over ()::int as total ${from}
     order by w.name, w.id limit ${bind(limit)} offset ${bind(offset)}`,
    ...values,
  )
  const total =
    people[0]?.total ??
    (offset === 0 ? 0 : ((await one<{ n: number }>(db, `select count(*)::int as n ${from}`, ...values.slice(0, -2)))?.n ?? 0))
  const opened = upload ? await openedPackage(db, upload) : undefined
  const heads = await headsOf(
    db,
    id,
    people.map((person) => person.id),
    deleted,
  )
  const states = await itemsIn(
    db,
    people.flatMap(({ last }) => last ?? []),
    opened?.items ?? [],
  )
  const items = people.map(
    ({ last, total: _, ...person }): AttemptsRow => ({
      person,
      attempts: (heads.get(person.id) ?? []).slice(0, mostHeads).map(toHead),
      items: last ? (states.get(last) ?? []) : [],
    }),
  )
  return { ...pageOf(query, total, items), package_items: opened?.items ?? [] }
}

async function headsOf(
  tx: Tx,
  activity: string,
  people: string[],
  deleted: boolean,
): Promise<Map<string, (HeadRow & { person: string })[]>> {
  const found = await rows<HeadRow & { person: string }>(
    tx,
    `select ${headColumns}, p.person_id::text as person from package_attempts p
     where p.activity_id = $1 and p.person_id = any($2) and not p.trial and p.deleted_at is ${deleted ? 'not null' : 'null'} order by p.person_id, p.n`,
    activity,
    people,
  )
  return Map.groupBy(found, ({ person }) => person)
}

/** Attempt → its items that were opened. */
async function itemsIn(tx: Tx, attempts: string[], items: readonly PackageItem[]): Promise<Map<string, AttemptsRow['items']>> {
  const mastery = new Map(items.map((item) => [item.id, item.mastery]))
  const found = await rows<{ attempt: string; sco: string; mark: Mark; kind: PackageKind }>(
    tx,
    `select s.attempt_id::text as attempt, s.sco, s.mark, p.kind from sco_states s join package_attempts p on p.id = s.attempt_id
     where s.attempt_id = any($1) order by s.attempt_id, s.sco`,
    attempts,
  )
  const shown = Map.groupBy(found, ({ attempt }) => attempt)
  return new Map(
    [...shown].map(([attempt, list]) => [
      attempt,
      list.map(({ sco, mark, kind }) => {
        const { status, success, score } = scoResult(kind, mark, mastery.get(sco) ?? '')
        return { sco, status, success, score: score && percentText(score), seconds: Math.round(secondsOf(mark.times)) }
      }),
    ]),
  )
}

/** Most lines of a table. */
const mostLines = 50_000

export async function attemptsTable({ db }: Deps, { course }: CourseScope, id: string): Promise<{ name: string; csv: string }> {
  const { title } = await packageOf(db, id)
  const lines = await rows<HeadRow & { name: string; user_no: string; email: string }>(
    db,
    `select ${headColumns}, w.name, w.user_no, w.email
     from mirror.members m join mirror.persons w on w.id = m.person_id and not w.deleted
     join package_attempts p on p.activity_id = $2 and p.person_id = m.person_id and not p.trial and p.deleted_at is null
     where m.course_id = $1 and m.role = 'student' and m.state = 'active' order by w.name, w.id, p.n limit ${mostLines}`,
    course,
    id,
  )
  const head = ['name', 'user_no', 'email', 'attempt', 'status', 'success', 'score', 'seconds', 'started_at', 'updated_at']
  const table = lines.map((row) => [
    ...[row.name, row.user_no, row.email, String(row.n), row.status, row.success, row.score ?? '', String(row.seconds)],
    ...[row.started_at.toISOString(), row.updated_at.toISOString()],
  ])
  return { name: `${title}.csv`, csv: csvOf([head, ...table]) }
}
