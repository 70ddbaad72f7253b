// The one writer of progress: events of people in an activity become their percentage, state and completion, and facts.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { emitAll } from '@lyceum/kit/facts/outbox'
import type { Interval } from '@lyceum/kit/intervals'
import { courseMembers } from '@lyceum/course/mirror/members'
import type { Progress } from '../generated/client.ts'
import type { RecordedActivity } from './recorded-activity.ts'
import { type Details, progressAfter, type ProgressEvent, type ProgressState } from './progress-after.ts'
import { factColumns, type ProgressFactRow, progressFact, type ProgressRow } from '../activity/progress-row.ts'

const scalarColumns = columnsOf<Progress>()(
  'person_id',
  'percent',
  'pages_read',
  'watched_seconds',
  'position',
  'told_percent',
  'credited_until',
  'read_at',
  'state',
  'state_at',
  'completed_at',
  'last_seen_at',
  'opened',
  'trial',
)
/** The columns that `record` reads. */
export const recordedColumns = (table: string) => `${scalarColumns(table)}, ${table}.watched, ${table}.details`
export type RecordedRow = RowOf<typeof scalarColumns> & { watched: Interval[]; details: Details }

const stateOf = (row: RecordedRow): ProgressState => ({
  percent: row.percent,
  pagesRead: row.pages_read,
  watched: row.watched,
  watchedSeconds: row.watched_seconds,
  position: row.position,
  emittedPercent: row.told_percent,
  creditedUntil: row.credited_until,
  readAt: row.read_at,
  state: row.state,
  stateAt: row.state_at,
  details: row.details,
  completedAt: row.completed_at,
})

type Occasion = {
  now: Date
  /** They are students: their progress counts, and its facts are emitted. Else it is a trial. */
  counts: boolean
  /** When it happened to each of them, where that was before now. */
  at?: ReadonlyMap<string, Date>
}
type Written = ProgressRow & ProgressFactRow
/** A statement that is sent with the write, its values numbered from `first`. */
export type Along = { sql: (first: number) => string; values: unknown[] }

const types = {
  percent: 'int',
  pages_read: 'int',
  watched: 'jsonb',
  watched_seconds: 'float8',
  position: 'float8',
  told_percent: 'int',
  credited_until: 'timestamptz',
  read_at: 'timestamptz',
  state: 'text',
  state_at: 'timestamptz',
  details: 'jsonb',
  completed_at: 'timestamptz',
  last_seen_at: 'timestamptz',
} as const

/** The columns of a person's work, apart from the times of their visits. */
export const doneColumns = Object.keys(types).filter((name) => name !== 'last_seen_at')

/** The state with which a real event over a trial begins: nothing of the trial survives. */
const begunAnew = doneColumns
  .map((name) => `${name} = case when p.trial and not excluded.trial then excluded.${name} else p.${name} end`)
  .join(', ')

/** A trial leaves a row that counts as it is. */
const untouched = 'excluded.trial and not p.trial'

/**
 * Notes that a person has opened the activity; later, only the time of their last visit. The row is locked.
 */
export async function recordVisit(
  tx: Tx,
  { id, courseId, orgId }: Pick<RecordedActivity, 'id' | 'courseId' | 'orgId'>,
  person: string,
  { now, counts }: Occasion,
): Promise<RecordedRow> {
  const [row] = await rows<RecordedRow>(
    tx,
    `
    insert into progress as p (activity_id, person_id, org_id, course_id, first_seen_at, last_seen_at, version, trial)
    values ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz, (extract(epoch from $5::timestamptz) * 1000)::bigint, $6)
    on conflict (activity_id, person_id) do update set ${begunAnew}, trial = p.trial and excluded.trial,
      opened = p.opened or p.trial or not excluded.trial,
      first_seen_at = case when ${untouched} or (p.opened and p.trial = excluded.trial) then p.first_seen_at else excluded.first_seen_at end,
      last_seen_at = case when ${untouched} then p.last_seen_at else greatest(p.last_seen_at, excluded.last_seen_at) end
    returning ${recordedColumns('p')}`,
    id,
    person,
    orgId,
    courseId,
    now,
    !counts,
  )
  return row!
}

/** Records what a person did in an activity that they have open; what it is may depend on the row, which is locked. */
export async function record(
  tx: Tx,
  activity: RecordedActivity,
  person: string,
  event: ProgressEvent | ((row: RecordedRow) => ProgressEvent),
  occasion: Occasion,
): Promise<ProgressRow> {
  const before = await recordVisit(tx, activity, person, occasion)
  if (!occasion.counts && !before.trial) return before
  const happened = typeof event === 'function' ? event(before) : event
  const [after] = await write(tx, activity, [before], happened, occasion)
  return after ?? before
}

/** The same over a row that is read and locked. Hot: with `along` a heartbeat is one statement. A trial over a row that counts writes `along` alone. */
export async function recordOver(
  tx: Tx,
  activity: RecordedActivity,
  before: RecordedRow,
  event: ProgressEvent,
  occasion: Occasion,
  along: Along,
): Promise<ProgressRow | undefined> {
  if (!occasion.counts && !before.trial) {
    await run(tx, along.sql(1), ...along.values)
    return before
  }
  const [after] = await write(tx, activity, [{ ...before, last_seen_at: occasion.now }], event, occasion, along)
  return after
}

/** Records for many people, at most some hundreds, what others saw them do: attendance, a score, a mark by hand. Returns whom it changed. */
export async function recordForMany(
  tx: Tx,
  activity: RecordedActivity,
  people: string[],
  event: ProgressEvent,
  occasion: Occasion,
): Promise<string[]> {
  const takesAway = event.kind === 'byHand' && !event.done
  if (!takesAway)
    await run(
      tx,
      `
      insert into progress as p (activity_id, person_id, org_id, course_id, opened, first_seen_at, last_seen_at, version, trial)
      select $1::uuid, person, $3::uuid, $4::uuid, false, $5::timestamptz, $5::timestamptz, (extract(epoch from $5::timestamptz) * 1000)::bigint,
        $6::bool
      from unnest($2::uuid[]) as named(person) order by person
      on conflict (activity_id, person_id) do update set ${begunAnew}, trial = false, opened = false,
        first_seen_at = excluded.first_seen_at, last_seen_at = excluded.last_seen_at
      where p.trial and not excluded.trial`,
      activity.id,
      people,
      activity.orgId,
      activity.courseId,
      occasion.now,
      !occasion.counts,
    )
  const before = await rows<RecordedRow>(
    tx,
    `select ${recordedColumns('p')} from progress p where p.activity_id = $1 and p.person_id = any($2) and p.trial = $3
     order by p.person_id for update`,
    activity.id,
    people,
    !occasion.counts,
  )
  return (await write(tx, activity, before, event, occasion)).map(({ person_id }) => person_id)
}

/** Measures the next people who have not completed the activity by its present criterion; undefined when there are no more. */
export async function recordMeasured(
  tx: Tx,
  activity: RecordedActivity,
  after: string,
  size: number,
  now: Date,
): Promise<string | undefined> {
  const before = await rows<RecordedRow & { student: boolean }>(
    tx,
    `
    select ${recordedColumns('p')}, not p.trial and exists (
      select from mirror.members m where m.course_id = p.course_id and m.person_id = p.person_id and m.state = 'active' and m.role = 'student') as student
    from progress p where p.activity_id = $1 and p.person_id > $2 and p.completed_at is null order by p.person_id limit ${size} for update of p`,
    activity.id,
    after,
  )
  for (const counts of [true, false])
    await write(
      tx,
      activity,
      before.filter(({ student }) => student === counts),
      { kind: 'measured' },
      { now, counts },
    )
  return before.at(-1)?.person_id
}

const written = Object.keys(types) as (keyof typeof types)[]
const valuesOf = (state: ProgressState, lastSeen: Date): Record<keyof typeof types, unknown> => ({
  percent: state.percent,
  pages_read: state.pagesRead,
  watched: JSON.stringify(state.watched),
  watched_seconds: state.watchedSeconds,
  position: state.position,
  told_percent: state.emittedPercent,
  credited_until: state.creditedUntil,
  read_at: state.readAt,
  state: state.state,
  state_at: state.stateAt,
  details: JSON.stringify(state.details),
  completed_at: state.completedAt,
  last_seen_at: lastSeen,
})
const returned = `returning ${factColumns('p')}, p.pages_read, p.position, p.read_at, p.last_seen_at, p.state, p.opened`
const version = 'version = greatest(p.version + 1, $2::bigint)'
// a plan for one row, which is the same however large the table is
const writeOne = `update progress p set ${written.map((name, nth) => `${name} = $${nth + 4}::${types[name]}`).join(', ')}, ${version}
  where p.activity_id = $1 and p.person_id = $3 ${returned}`
const writeMany = `update progress p set ${written.map((name) => `${name} = n.${name}`).join(', ')}, ${version}
  from unnest($3::uuid[], ${written.map((name, nth) => `$${nth + 4}::${types[name]}[]`).join(', ')}) as n(person_id, ${written.join(', ')})
  where p.activity_id = $1 and p.person_id = n.person_id ${returned}`

/** Writes the progress of these rows, which are locked, after an event, and emits its facts. Rows that do not change are left out. */
async function write(
  tx: Tx,
  activity: RecordedActivity,
  before: RecordedRow[],
  event: ProgressEvent,
  { now, counts, at }: Occasion,
  along?: Along,
): Promise<Written[]> {
  const changes = before.flatMap((row) => {
    const previous = stateOf(row)
    const { after, emits } = progressAfter(previous, event, activity, at?.get(row.person_id) ?? now)
    const emitted = counts && emits
    const next = emitted ? after : { ...after, emittedPercent: previous.emittedPercent }
    return along || !isSame(previous, next) ? [{ person: row.person_id, emitted, values: valuesOf(next, row.last_seen_at) }] : []
  })
  const [first] = changes
  if (!first) return []
  const beside = along ? `with along as (${along.sql(written.length + 4)}) ` : ''
  const after =
    changes.length === 1
      ? await rows<Written>(
          tx,
          beside + writeOne,
          activity.id,
          now.getTime(),
          first.person,
          ...written.map((name) => first.values[name]),
          ...(along?.values ?? []),
        )
      : await rows<Written>(
          tx,
          writeMany,
          activity.id,
          now.getTime(),
          changes.map(({ person }) => person),
          ...written.map((name) => changes.map(({ values }) => values[name])),
        )
  const emitted = new Set(changes.filter(({ emitted }) => emitted).map(({ person }) => person))
  await emitProgress(
    tx,
    after.filter(({ person_id }) => emitted.has(person_id)),
  )
  return after
}

/** `happened` answers the same arrays and objects where it changes nothing. */
const isSame = (a: ProgressState, b: ProgressState) => (Object.keys(a) as (keyof ProgressState)[]).every((field) => a[field] === b[field])

/** Emits facts of progress, with a hint to the pages of the person and of the course's teachers. */
export async function emitProgress(tx: Tx, changed: ProgressFactRow[]) {
  const [first] = changed
  if (!first) return
  const teachers = await courseMembers(tx, first.course_id, ['instructor', 'instructor_assistant'])
  await emitAll(
    tx,
    changed.map((row) => progressFact(row, [row.person_id, ...teachers.map(({ person_id }) => person_id)])),
  )
}
