// The row of a class session: found for a call, locked for a change, emitted after it.
import { type CourseScope, findInCourse } from '@lyceum/course/mirror/rules'
import type { Finder, Scope } from '@lyceum/kit/calls/routes'
import { notFound } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import { emit } from '@lyceum/kit/facts/outbox'
import { ClassChangedSchema } from '@lyceum/proto/activity'
import type { Shown, Timer } from './shapes.ts'

export type SessionRow = {
  id: string
  org_id: string
  course_id: string
  activity_id: string | null
  lesson_id: string | null
  title: string
  state: 'running' | 'ended'
  shown: Shown | null
  timer: Timer | null
  groups: string[][] | null
  picked: string[]
  started_by: string | null
  started_at: Date
  ended_at: Date | null
  version: string
}
/** The columns of class_sessions `s`, also for `returning`. */
export const sessionColumns = `s.id::text, s.org_id::text, s.course_id::text, s.activity_id::text, s.lesson_id::text, s.title, s.state, s.shown, s.timer,
  s.groups, array_to_json(s.picked) as picked, s.started_by::text, s.started_at, s.ended_at, s.version::text`

/** The part of a session that its finder reads beside the right to it. */
type Found = { session_state: 'running' | 'ended'; session_version: string }
export const findClassSession: Finder = async (tx, id, actor) => {
  const found = await findInCourse<Found>(tx, id, actor, {
    columns: ', t.state as session_state, t.version::text as session_version',
    from: 'class_sessions t',
  })
  if (!found) return undefined
  const { row, ...scope } = found
  return { ...scope, session: row } as Scope
}
export const foundSession = (scope: CourseScope): { running: boolean; version: number } => {
  const { session } = scope as CourseScope & { session: Found }
  return { running: session.session_state === 'running', version: Number(session.session_version) }
}

/** 404 classSession.notFound. `lock`: for a change; people who enter the class meanwhile are not held up, their rows only refer to it. */
export async function sessionRow(tx: Tx, id: string, { lock = false } = {}): Promise<SessionRow> {
  const row = await one<SessionRow>(
    tx,
    `select ${sessionColumns} from class_sessions s where s.id = $1${lock ? ' for no key update' : ''}`,
    id,
  )
  if (!row) throw notFound('classSession', id)
  return row
}

/** Emits a session, which is a hint to every page of the course that shows it. `hinting`: not in a resync. */
export const emitClass = (tx: Tx, row: SessionRow, { hinting = true } = {}): Promise<string> =>
  emit(
    tx,
    ClassChangedSchema,
    { key: `course:${row.course_id}`, org: row.org_id, hint: hinting ? { of: row.id } : { people: [] } },
    {
      id: row.id,
      orgId: row.org_id,
      courseId: row.course_id,
      activityId: row.activity_id ?? undefined,
      title: row.title,
      state: row.state,
      startedAt: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString(),
      version: BigInt(row.version),
    },
  )
