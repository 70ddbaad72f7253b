// Copies of courses: the row and who comes along are made here, the content by activity, whose ContentCopied says that it is there.
import { may } from '@lyceum/identity/mirror/permissions'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, invalid } from '@lyceum/kit/calls/errors'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion, versionAfter } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type { ContentCopied } from '@lyceum/proto/activity'
import { CourseChangedSchema } from '@lyceum/proto/course'
import type { CourseScope } from '../../mirror/rules.ts'
import { issueAccessCode } from '../access-codes/access-codes.ts'
import type {} from '../audit-actions.ts'
import { changeRow, lockCourseRow } from '../courses/change-row.ts'
import type { Course, CourseRole } from '../courses/api.ts'
import { emitCopied, emitCourse, holdCovers } from '../courses/course-facts.ts'
import { readRows } from '../courses/course-rows.ts'
import { courseFor, readForActor, zoneOf } from '../courses/course-reply.ts'
import { publishedAtOnce } from '../courses/publishing.ts'
import type { Deps } from '../deps.ts'
import { enrol } from '../enrolments/enrolments.ts'
import { copySets, nameSets } from '../groups/course-copy.ts'
import type { Course as Row } from '../generated/client.ts'
import { copyJoining } from '../joining/course-copy.ts'
import { termColumns } from '../terms/terms.ts'
import type { CopyDraft } from './api.ts'

export async function copyCourse(deps: Deps, actor: Actor, id: string, draft: CopyDraft): Promise<Course> {
  if (!may(actor, 'course.create')) throw forbidden()
  const from = await lockCourseRow(deps, id)
  // the copy belongs to the organisation of its course
  if (from.orgId !== actor.org) throw forbidden('scope.other', { org: from.orgId })
  const row = await makeCopy(deps, actor.person, from, draft)
  await enrol(deps, row, [actor.person], 'instructor')
  await bring(deps, from, row, draft.roles ?? [])
  return await readForActor(deps, actor, row)
}

const dayLater = (date: Date | null, days: number) => date && new Date(date.getTime() + days * 86_400_000)

/** The row of the copy and what others make of it. 409 course.copying while the source is a copy that is not whole yet. */
export async function makeCopy(deps: Deps, person: string, from: Row, draft: Omit<CopyDraft, 'roles'>, id = newId()): Promise<Row> {
  const { db, now } = deps
  if (from.importerStatus === 0) throw conflict('course.copying')
  const name = cleanTitle(draft.name)
  if (name === '') throw invalid({ name: 'field.required' })
  const { module_ids = [], without_module = draft.module_ids === undefined, shift_days = 0, files = true } = draft
  const { term_id, academic_year, semester } = draft
  const written = academic_year !== undefined || semester !== undefined
  const {
    id: source,
    createdAt: _,
    updatedAt: __,
    deletedAt: ___,
    deletedBy: ____,
    importedFrom: _____,
    klass: ______,
    changedBy: _______,
    changedAt: ________,
    ...kept
  } = from
  const row = await db.course.create({
    data: {
      ...kept,
      nav: kept.nav ?? undefined,
      id,
      name,
      displayName: null,
      previousCoverId: null,
      courseCode: draft.course_code?.trim() ?? from.courseCode,
      academicYear: academic_year === undefined ? from.academicYear : (academic_year?.name ?? null),
      semester: semester === undefined ? from.semester : semester,
      ...(term_id === undefined ? written && { termId: null } : await termColumns(db, from.orgId, term_id)),
      startDate: dayLater(from.startDate, shift_days),
      endDate: dayLater(from.endDate, shift_days),
      teachingClassName: '',
      published: await publishedAtOnce(db, from.orgId),
      reviewStatus: 'unreviewed',
      importerStatus: 0,
      copiedFrom: source,
      template: false,
      createdBy: person,
      version: versionAfter(undefined, now()),
    },
  })
  const zone = await zoneOf(db, from)
  // chosen modules are a part of a course, without those who work in it
  const sets = draft.module_ids === undefined ? await nameSets(db, source) : []
  await emitCopied(db, row, {
    fromId: source,
    moduleIds: module_ids.map((module) => module.toLowerCase()),
    withoutModule: without_module,
    shiftDays: shift_days,
    timeZone: zone,
    personId: person,
    all: draft.module_ids === undefined,
    groupSets: sets,
    files,
  })
  await copySets(db, sets, row, { days: shift_days, zone })
  await copyJoining(db, source, row, { days: shift_days, zone })
  await run(
    db,
    `insert into course_partners (course_id, sort, org_id, name, role, contact, url)
     select $2::uuid, sort, org_id, name, role, contact, url from course_partners where course_id = $1`,
    source,
    row.id,
  )
  if (row.coverUploadId) await holdCovers(db, [row])
  await issueAccessCode(db, row)
  await audit(db, { action: 'course.copied', subject: `course:${row.id}`, course: row.id, org: row.orgId, after: { from: source } })
  return row
}

/** Enrols who has these roles in the source, with the same ones; who has a role in the copy keeps it. Returns how many they are. */
export async function bring(deps: Deps, from: Pick<Row, 'id'>, to: Row, roles: readonly CourseRole[]): Promise<number> {
  let brought = 0
  for (const role of roles) {
    const people = await rows<{ id: string }>(
      deps.db,
      `
      select e.person_id::text as id from enrolments e join mirror.persons p on p.id = e.person_id and not p.deleted
      where e.course_id = $1 and e.role = $2 and e.state = 'active' order by e.joined_at, e.id`,
      from.id,
      role,
    )
    if (people.length === 0) continue
    await enrol(
      deps,
      to,
      people.map(({ id }) => id),
      role,
    )
    brought += people.length
  }
  return brought
}

export async function setTemplate(deps: Deps, actor: Actor, scope: CourseScope, id: string, template: boolean): Promise<Course> {
  const row = await changeRow(deps, actor, id, undefined, () => ({ template }))
  await audit(deps.db, { action: template ? 'course.offered' : 'course.notOffered', subject: `course:${id}`, course: id, org: row.orgId })
  return await courseFor(deps, actor, scope.access, row)
}

/** activity's contentCopied: the content of a copy is there, or is not. */
export async function endCopy(tx: Tx, { courseId, failed }: ContentCopied): Promise<void> {
  const ended = await rows<{ id: string }>(
    tx,
    `update courses set importer_status = $2, version = ${nextVersion()}
     where id = $1 and importer_status = 0 returning id::text`,
    courseId,
    failed ? 2 : 1,
  )
  if (ended.length === 0) return
  for (const { row } of await readRows(tx, [courseId])) await emitCourse(tx, CourseChangedSchema, row)
}
