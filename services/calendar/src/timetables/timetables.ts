// Timetables: lessons of a course. A series is cut where some of it changes; a lesson that changes alone leaves its series.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { permittedAmong } from '@lyceum/course/mirror/rules'
import { courseById } from '@lyceum/course/mirror/courses'
import { has } from '@lyceum/identity/mirror/permissions'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, invalid, notFound, notKnownYet, refused } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { rows, run } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { spanSql } from '../places.ts'
import type {} from '../audit-actions.ts'
import { timetableColour } from '../defaults.ts'
import type { Deps } from '../deps.ts'
import { spanOf } from '../span.ts'
import { readerSql } from '../reader.ts'
import { heldIn } from '../held-in.ts'
import { courseZone, isOn } from '../zones.ts'
import type { Timetable, TimetableChanges, TimetableDeletion, TimetableDraft } from './api.ts'
import { changedSeries, seriesFrom } from './draft.ts'
import { dateOf, dayOf, isOn as takesPlace, type Series, split, timesOn } from './rules.ts'
import {
  columnsOf,
  lockTimetable,
  type Notice,
  removeTimetable,
  repliesOf,
  seriesOf,
  timetableColumns,
  type TimetableRow,
  writeTimetable,
} from './timetable-row.ts'

/** 409 while the organisation has no timetables. */
export async function checkOn({ db }: Pick<Deps, 'db'>, org: string): Promise<void> {
  if (!(await isOn(db, org, 'timetables'))) throw conflict('timetable.off')
}

export async function listTimetables({ db }: Deps, actor: Actor, query: PageQuery & { start: string; end: string }) {
  const { from, to } = spanOf(query)
  const { limit, offset } = limits(query)
  const found = await rows<TimetableRow & { editable: boolean; total: number }>(
    db,
    `
    with ${readerSql}
    select ${timetableColumns}, c.may_change as editable, count(*) over ()::int as total
    from courses c join places p on p.place_id = c.id and p.kind = 'timetable' and ${spanSql('$2', '$3')}
    join timetables t on t.id = p.item_id join mirror.orgs o on o.id = t.org_id and o.settings->'toggles' ? 'timetables'
    order by p.starts, t.id limit $4 offset $5`,
    actor.person,
    from,
    to,
    limit,
    offset,
  )
  return pageOf(query, found[0]?.total ?? 0, await repliesOf(db, found))
}

export async function readTimetable({ db }: Deps, scope: CourseScope, id: string): Promise<Timetable> {
  const [row] = await rows<TimetableRow>(db, `select ${timetableColumns} from timetables t where t.id = $1`, id)
  if (!row) throw notFound('timetable', id)
  return (await repliesOf(db, [{ ...row, editable: has(scope.access.can, 'content.change') }]))[0]!
}

export async function makeTimetable(deps: Deps, actor: Actor, draft: TimetableDraft): Promise<Timetable> {
  const { db, now } = deps
  const course = await courseById(db, draft.course_id)
  if (!course || course.deleted) throw invalid({ course_id: notKnownYet('timetable.courseUnknown') })
  if ((await permittedAmong(db, actor, [course.id], 'content.change')).length === 0) throw forbidden()
  await checkOn(deps, course.org_id)
  const series = seriesFrom(draft, { zone: await courseZone(db, course.id), now: now() })
  const held = await heldIn(db, course.org_id, { text: draft.location, room: draft.room_id })
  const row: TimetableRow = {
    id: newId(),
    org_id: course.org_id,
    course_id: course.id,
    created_by: actor.person,
    ...columnsOf(series),
    origin_id: null,
    origin_day: null,
    location: held.name,
    room_id: held.room,
    description: draft.description ?? '',
    color: timetableColour,
    version: String(versionAfter(undefined, now())),
  }
  await writeTimetable(db, row, noticeOf(draft, 'made', series, row.location))
  await auditTimetable(deps, 'timetable.made', row)
  return await replyOf(deps, row)
}

const replyOf = async ({ db }: Deps, row: TimetableRow): Promise<Timetable> => (await repliesOf(db, [{ ...row, editable: true }]))[0]!
const auditTimetable = ({ db }: Deps, action: 'timetable.made' | 'timetable.changed' | 'timetable.deleted', row: TimetableRow) =>
  audit(db, { action, subject: `timetable:${row.id}`, org: row.org_id, course: row.course_id })

/** The notice for the course, where whoever changes the lessons wants one. */
function noticeOf(
  { send_ntf, ntf_content = '' }: { send_ntf?: boolean; ntf_content?: string },
  what: Notice['what'],
  series: Series,
  location: string,
): Notice | undefined {
  if (!send_ntf) return undefined
  return { what, startTime: new Date(timesOn(series, series.firstDay).start).toISOString(), location, content: cleanTitle(ntf_content) }
}

/** The row, locked, and the day of its lesson that is meant. 409 for a newer row, 400 for a day without a lesson. */
async function lesson(deps: Deps, id: string, { version, occurrence_date }: { version: number; occurrence_date?: string }) {
  const row = await lockTimetable(deps.db, id)
  if (!row) throw notFound('timetable', id)
  if (version < Number(row.version)) throw conflict('timetable.newer', { version: Number(row.version) })
  const series = seriesOf(row)
  const day = occurrence_date === undefined ? series.firstDay : dayOf(occurrence_date)
  if (!takesPlace(series, day) || (series.excluded.includes(day) && occurrence_date !== undefined))
    throw invalid({ occurrence_date: 'timetable.notThen' })
  return { row, series, day }
}
const raised = (deps: Deps, row: TimetableRow) => String(versionAfter(BigInt(row.version), deps.now()))

export async function changeTimetable(deps: Deps, actor: Actor, id: string, changes: TimetableChanges): Promise<Timetable> {
  const { row, series, day } = await lesson(deps, id, changes)
  await checkOn(deps, row.org_id)
  const held = await heldIn(
    deps.db,
    row.org_id,
    { text: changes.location, room: changes.room_id },
    { name: row.location, room: row.room_id },
  )
  const texts = {
    location: held.name,
    room_id: held.room,
    description: changes.description ?? row.description,
  }
  const alone = series.repeatType !== 'no_repeat' && changes.update_scope === 'current'
  const at: Series = { ...series, firstDay: day }
  const { series: after, carry } = changedSeries(alone ? { ...changes, repeat_type: 'no_repeat' } : changes, {
    zone: series.zone,
    now: deps.now(),
    before: alone ? { ...at, repeatType: 'no_repeat', lastDay: day } : at,
  })
  const changed = { ...texts, ...columnsOf(after) }
  const notice = noticeOf(changes, 'moved', after, texts.location)
  // nothing of the series is before it: it changes as a whole
  if (!alone && day === series.firstDay) {
    const whole = { ...row, ...changed, version: raised(deps, row) }
    await writeTimetable(deps.db, whole, notice)
    if (series.repeatType !== 'no_repeat') await carryMoved(deps, row, whole, series, carry)
    await auditTimetable(deps, 'timetable.changed', whole)
    return await replyOf(deps, whole)
  }
  const apart: TimetableRow = {
    ...row,
    ...changed,
    id: newId(),
    created_by: actor.person,
    origin_id: alone ? row.id : null,
    origin_day: alone ? dateOf(day) : null,
    version: raised(deps, row),
  }
  if (alone) await writeTimetable(deps.db, { ...row, excluded: [...row.excluded, dateOf(day)].sort(), version: raised(deps, row) })
  else await cutBefore(deps, row, series, day)
  await writeTimetable(deps.db, apart, notice)
  if (!alone) await carryMoved(deps, row, apart, at, carry)
  await auditTimetable(deps, 'timetable.changed', apart)
  return await replyOf(deps, apart)
}

/** Lessons that were moved out of a series on the days of `before` are those of the row that follows it, and of its days. */
async function carryMoved(
  deps: Deps,
  row: TimetableRow,
  next: TimetableRow,
  before: Series,
  carry: (day: number) => number,
): Promise<void> {
  const days = before.excluded.filter((day) => day >= before.firstDay)
  await run(
    deps.db,
    `
    update timetables t set origin_id = $1, origin_day = d.after from unnest($3::text[]::date[], $4::text[]::date[]) as d(before, after)
    where t.origin_id = $2 and t.origin_day = d.before`,
    next.id,
    row.id,
    days.map(dateOf),
    days.map((day) => dateOf(carry(day))),
  )
}

/** The series ends before a day; there is a lesson before it. */
async function cutBefore(deps: Deps, row: TimetableRow, series: Series, day: number): Promise<TimetableRow> {
  const { before } = split(series, day)
  const kept = { ...row, ...columnsOf(before!), version: raised(deps, row) }
  await writeTimetable(deps.db, kept)
  return kept
}

export async function deleteTimetable(deps: Deps, id: string, deletion: TimetableDeletion): Promise<{ timetable: Timetable | null }> {
  const { row, series, day } = await lesson(deps, id, deletion)
  const notice = (from: number) => noticeOf(deletion, 'cancelled', { ...series, firstDay: from }, row.location)
  if (series.repeatType !== 'no_repeat' && deletion.update_scope === 'current') {
    const left = { ...row, excluded: [...row.excluded, dateOf(day)].sort(), version: raised(deps, row) }
    await writeTimetable(deps.db, left, notice(day))
    await auditTimetable(deps, 'timetable.deleted', left)
    return { timetable: await replyOf(deps, left) }
  }
  const from = series.repeatType === 'no_repeat' ? day : firstAhead(series, day, deps.now().getTime())
  if (from === undefined) throw refused(409, 'timetable.over')
  await removeMoved(deps, row, from)
  await auditTimetable(deps, 'timetable.deleted', row)
  if (from > series.firstDay) {
    const left = await cutBefore(deps, row, series, from)
    const said = notice(from)
    if (said) await writeTimetable(deps.db, { ...left, version: raised(deps, left) }, said)
    return { timetable: await replyOf(deps, left) }
  }
  await removeTimetable(deps.db, row, notice(from))
  return { timetable: null }
}

/** The first lesson from a day on that has not ended: what has taken place stays. */
function firstAhead(series: Series, day: number, now: number): number | undefined {
  for (let one = day; one <= series.lastDay; one++) if (takesPlace(series, one) && timesOn(series, one).end > now) return one
  return undefined
}

/** Lessons that were moved out of the part that goes, and are still to come, go with it. */
async function removeMoved(deps: Deps, row: TimetableRow, from: number): Promise<void> {
  const moved = await rows<TimetableRow>(
    deps.db,
    `select ${timetableColumns} from timetables t where t.origin_id = $1 and t.origin_day >= $2::text::date order by t.id limit 1000 for update`,
    row.id,
    dateOf(from),
  )
  for (const one of moved) {
    const series = seriesOf(one)
    if (timesOn(series, series.firstDay).end > deps.now().getTime()) await removeTimetable(deps.db, one)
  }
}
