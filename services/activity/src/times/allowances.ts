// Allowances: who has more time, other dates or more attempts. Every write brings the personal times that follow from it up to date.
import { checkPeopleWithin, personBelowSql } from '@lyceum/identity/mirror/departments'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { audit } from '@lyceum/kit/audit/audit'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { wordPatterns } from '@lyceum/kit/database/like-pattern'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { newId } from '@lyceum/kit/ids'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import type { Allowance as AllowanceModel } from '../generated/client.ts'
import type { Allowance, AllowanceDraft, PersonTimes } from './api.ts'
import { checkPeople, checkTerms, termsAfter } from './draft.ts'
import { refreshTimes, scopeOf } from './personal-times.ts'
import { closes, due, joinModule, opens } from './times-sql.ts'
import type { Times } from './rules.ts'

const columns = columnsOf<AllowanceModel>()(
  'id',
  'course_id',
  'activity_id',
  'extra_minutes',
  'extra_percent',
  'attempts',
  'opens',
  'due',
  'closes',
  'created_by',
  'created_at',
  'version',
)
type Row = RowOf<typeof columns> & Pick<Allowance, 'activity_title' | 'people'>

const toAllowance = (row: Row): Allowance => ({
  ...row,
  scope: scopeOf(row),
  opens: row.opens?.toISOString() ?? null,
  due: row.due?.toISOString() ?? null,
  closes: row.closes?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  version: Number(row.version),
})

/** The reach of an allowance: a course, or all of the organisation's; there the department to which the writer is bound. */
export type AllowanceReach = { org: string; course: string | null; department?: string }

/** `$1`, in a course: those of the organisation show its students alone. */
const selectSql = `select ${columns('w')}, a.title as activity_title, (
    select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'user_no', p.user_no, 'avatar', p.avatar) order by p.name, p.id), '[]')
    from mirror.persons p where p.id = any(w.person_ids) and not p.deleted and ($1::uuid is null or w.course_id is not null or exists (
      select from mirror.members m where m.course_id = $1 and m.person_id = p.id and m.role = 'student' and m.state = 'active'))) as people
  from allowances w left join activities a on a.id = w.activity_id`

const ofOrg = 'w.course_id is null and w.org_id = $2'
/** Those of course $1 and of organisation $2 for its students; with activity $3 only those that count in it. */
const inCourse = `(w.course_id = $1 and ($3::uuid is null or w.activity_id is null or w.activity_id = $3) or ${ofOrg} and exists (
  select from mirror.members m where m.course_id = $1 and m.person_id = any(w.person_ids) and m.role = 'student' and m.state = 'active'))`

/** All people belong to the department $3, which is empty for the whole organisation. */
const ofDepartment = `($3 = '' or not exists (select from unnest(w.person_ids) as named(id) where not ${personBelowSql('named.id', '$2', '$3')}))`
const ofPeople = `exists (select from mirror.persons p where p.id = any(w.person_ids) and not p.deleted and p.folded like all($4::text[]))`

async function list(tx: Tx, where: string, values: unknown[], query: PageQuery) {
  const { limit, offset } = limits(query)
  // $1 is in selectSql alone, or in both
  const total = await one<{ n: number }>(tx, `select count(*)::int as n from (select $1::uuid) of, allowances w where ${where}`, ...values)
  const found = await rows<Row>(
    tx,
    `${selectSql} where ${where} order by w.created_at desc, w.id desc limit ${limit} offset ${offset}`,
    ...values,
  )
  return pageOf(query, total?.n ?? 0, found.map(toAllowance))
}
export const listCourseAllowances = (
  { db }: Deps,
  { org, course }: AllowanceReach,
  { activity_id, ...query }: PageQuery & { activity_id?: string },
) => list(db, inCourse, [course, org, activity_id ?? null], query)
export const listOrgAllowances = (
  { db }: Deps,
  { org, department = '' }: AllowanceReach,
  { keyword = '', ...query }: PageQuery & { keyword?: string },
) =>
  keyword.trim()
    ? list(db, `${ofOrg} and ${ofDepartment} and ${ofPeople}`, [null, org, department, wordPatterns(keyword)], query)
    : list(db, `${ofOrg} and ${ofDepartment}`, [null, org, department], query)

const readAllowance = async (tx: Tx, { course }: AllowanceReach, id: string): Promise<Allowance> =>
  toAllowance((await one<Row>(tx, `${selectSql} where w.id = $2`, course, id))!)

/** 400 for terms without sense, for people who do not learn there, for an activity of another course. */
export async function createAllowance(deps: Deps, actor: Actor, place: AllowanceReach, draft: AllowanceDraft): Promise<Allowance> {
  const { db, now } = deps
  const activityId = draft.activity_id ?? null
  const terms = termsAfter(draft)
  await checkTerms(db, { ...place, activityId }, terms, draft)
  const personIds = draft.person_ids.map((id) => id.toLowerCase())
  await checkPeople(db, place, personIds)
  await checkPeopleWithin(db, place, personIds)
  const row = await db.allowance.create({
    data: {
      id: newId(),
      orgId: place.org,
      courseId: place.course,
      activityId,
      personIds,
      ...terms,
      createdBy: actor.person,
      version: versionAfter(undefined, now()),
    },
  })
  await written(db, undefined, row)
  return await readAllowance(db, place, row.id)
}

/** 409 allowance.newer when the row has changed since the version that the writer read. */
export async function changeAllowance(
  deps: Deps,
  place: AllowanceReach,
  id: string,
  { version, person_ids, ...draft }: Partial<Omit<AllowanceDraft, 'activity_id'>> & { version?: number },
): Promise<Allowance> {
  const { db, now } = deps
  const previous = await lockAllowance(deps, place, id, version)
  const terms = termsAfter(draft, previous)
  await checkTerms(db, { ...place, activityId: previous.activityId }, terms, draft)
  const personIds = person_ids?.map((one) => one.toLowerCase()) ?? previous.personIds
  // who has left the course since stays, and is no obstacle
  await checkPeople(
    db,
    place,
    personIds.filter((one) => !previous.personIds.includes(one)),
  )
  await checkPeopleWithin(db, place, personIds)
  const row = await db.allowance.update({ where: { id }, data: { personIds, ...terms, version: versionAfter(previous.version, now()) } })
  await written(db, previous, row)
  return await readAllowance(db, place, id)
}

export async function deleteAllowance(deps: Deps, place: AllowanceReach, id: string, version: number | undefined): Promise<null> {
  const previous = await lockAllowance(deps, place, id, version)
  await deps.db.allowance.delete({ where: { id } })
  await written(deps.db, previous, undefined)
  return null
}

/** 403 for one of people beyond the department to which the writer is bound. */
async function lockAllowance({ db }: Deps, place: AllowanceReach, id: string, version: number | undefined): Promise<AllowanceModel> {
  await run(db, 'select from allowances where id = $1 for update', id)
  const row = await db.allowance.findUnique({ where: { id } })
  if (!row) throw notFound('allowance', id)
  if (version !== undefined && version < Number(row.version)) throw conflict('allowance.newer', { version: Number(row.version) })
  await checkPeopleWithin(db, place, row.personIds)
  return row
}

/** After a write of the row: the personal times that follow from it, and a line in the audit log for everybody it concerns. */
async function written(tx: Tx, previous: AllowanceModel | undefined, row: AllowanceModel | undefined): Promise<void> {
  const { id, orgId, courseId, activityId } = (row ?? previous)!
  const persons = [...new Set([...(previous?.personIds ?? []), ...(row?.personIds ?? [])])].sort()
  await refreshTimes(tx, { org: orgId, ...(courseId && { course: courseId }), ...(activityId && { activity: activityId }), persons })
  await audit(
    tx,
    persons.map((person) => ({
      action: !previous?.personIds.includes(person)
        ? 'allowance.given'
        : row?.personIds.includes(person)
          ? 'allowance.changed'
          : 'allowance.taken',
      subject: `allowance:${id}`,
      person,
      org: orgId,
      ...(courseId && { course: courseId }),
      ...(previous?.personIds.includes(person) && { before: valuesOf(previous) }),
      ...(row?.personIds.includes(person) && { after: valuesOf(row) }),
    })),
  )
}
const valuesOf = ({ activityId, extraMinutes, extraPercent, attempts, opens, due, closes }: AllowanceModel) => ({
  activity_id: activityId,
  extra_minutes: extraMinutes,
  extra_percent: extraPercent,
  attempts,
  opens,
  due,
  closes,
})

/** The students whose times in an activity differ, by name. */
export async function listPersonalTimes({ db }: Deps, activity: string, query: PageQuery) {
  const from = `from personal_times t join activities a on a.id = t.activity_id ${joinModule}
    join mirror.members m on m.course_id = t.course_id and m.person_id = t.person_id and m.role = 'student' and m.state = 'active'
    join mirror.persons p on p.id = t.person_id and not p.deleted
    where t.activity_id = $1 and num_nonnulls(t.opens, t.due, t.closes, t.limit_minutes, t.attempts) > 0`
  const { limit, offset } = limits(query)
  const total = await one<{ n: number }>(db, `select count(*)::int as n ${from}`, activity)
  const found = await rows<Omit<PersonTimes, 'opens' | 'due' | 'closes'> & Times>(
    db,
    `select json_build_object('id', p.id, 'name', p.name, 'user_no', p.user_no, 'avatar', p.avatar) as person,
      ${opens} as opens, ${due} as due, ${closes} as closes, t.limit_minutes, t.attempts
     ${from} order by p.name, p.id limit ${limit} offset ${offset}`,
    activity,
  )
  const items = found.map(
    (row): PersonTimes => ({
      ...row,
      opens: row.opens?.toISOString() ?? null,
      due: row.due?.toISOString() ?? null,
      closes: row.closes?.toISOString() ?? null,
    }),
  )
  return pageOf(query, total?.n ?? 0, items)
}
