// Enrolments of a roster, up to 500 in one transaction: made, changed, ended with their work when the source has them no more. It ends only those that
// it has made or keeps, and never the last instructor of a course.
import type { Actor } from '@lyceum/kit/calls/actor'
import { beQuiet } from '@lyceum/kit/calls/context'
import { rows as select, type Tx } from '@lyceum/kit/database/database'
import type { RosterOutcome } from '@lyceum/kit/rosters/api'
import type { CourseRole } from '../courses/api.ts'
import { freeFields, keepersOf } from '../courses/keepers.ts'
import type { Deps } from '../deps.ts'
import { enrolmentKind } from '../enrolments/enrolment-rows.ts'
import type { RosterEnrolment } from './api.ts'
import type { Rows } from './courses.ts'
import { lockMembers, type Plan, type PresentMember, teaching, writeMembers } from './members.ts'
import { auditRoster, lockRoster, missing, refusedRow, type Refusal, subjectsOf } from './outcomes.ts'

export type EnrolmentBefore = { role: string; state: string; external_id: string | null }

/** A row's judgement: the role it has from now on, and the member that it is about. */
type Judged = RosterOutcome & { member?: PresentMember; role?: CourseRole; course?: string; person?: string; keeps?: true }

export async function applyEnrolments(
  deps: Deps,
  { org }: Actor,
  { source, check, take_over, rows }: Rows<RosterEnrolment>,
): Promise<{ rows: RosterOutcome[] }> {
  beQuiet()
  const tx = deps.db
  if (!check) await lockRoster(tx, org, 'enrolments', source)
  const ids = await subjectsOf(
    tx,
    org,
    enrolmentKind,
    source,
    rows.map(({ external_id }) => external_id),
  )
  const members = await lockMembers(tx, { ids: [...ids.values()], pairs: rows, source, lock: !check })
  const places = await placesOf(tx, org, rows, members.all)
  const keepers = await keepersOf(
    tx,
    members.all.map(({ id }) => id),
  )
  const seen = new Set<string>()
  const twice = (key: string) => seen.size === seen.add(key).size
  const judged = rows.map((row): Judged => {
    const { external_id } = row
    const refused = (refusal: Refusal) => refusedRow(external_id, refusal)
    if (twice(external_id)) return refused({ code: 'roster.twice' })
    const known = members.byId.get(ids.get(external_id) ?? '')
    if (row.gone) return judgeGone(external_id, known)
    const [course, person] = [row.course_id?.toLowerCase() ?? known?.course_id, row.person_id?.toLowerCase() ?? known?.person_id]
    if (known && (known.course_id !== course || known.person_id !== person)) return refused({ code: 'roster.enrolmentMoved' })
    const member = known ?? members.at(course, person)
    // a check leaves out what is not made yet
    if (!check && !course) return refused(missing('course_id'))
    if (!check && !person) return refused(missing('person_id'))
    if (course && person && twice(`${course} ${person}`)) return refused({ code: 'roster.twice' })
    const place = course === undefined ? 'open' : places.courses.get(course)
    if (place !== 'open') return refused({ code: place === 'deleted' ? 'roster.courseDeleted' : 'roster.courseUnknown' })
    if (person && !places.people.has(person)) return refused({ code: 'roster.personNotHere' })
    if (!member) {
      const role = row.role ?? 'student'
      const made = { external_id, id: null, outcome: 'made' as const, pinned: [], before: null, role, keeps: true as const }
      return { ...made, ...(course && { course }), ...(person && { person }) }
    }
    const keeper = keepers.get(member.id)
    const isPinned = (field: 'role' | 'state') => !take_over && keeper?.has(field) === true
    return judgeMember(row, member, isPinned, take_over === true)
  })
  refuseLosses(judged, members.teachers)
  if (check) return { rows: judged.map(outcomeOf) }

  const planned = judged.filter(({ outcome }) => outcome !== 'refused' && outcome !== 'same')
  const plan: Plan = { made: [], back: [], roles: [], ended: [], ids: [] }
  for (const { outcome, external_id, member, role, course, person, keeps } of planned) {
    if (outcome === 'made') plan.made.push({ course: course!, person: person!, role: role!, external: external_id })
    else if (outcome === 'left') plan.ended.push(member!.id)
    else {
      if (outcome === 'back') plan.back.push({ id: member!.id, role: role! })
      else if (role !== member!.role) plan.roles.push({ id: member!.id, role: role! })
      plan.ids.push({ subject: member!.id, id: keeps ? external_id : null })
    }
  }
  const written = await writeMembers(deps, { org, source }, plan, members.teachers)
  if (take_over)
    await freeFields(
      tx,
      judged.flatMap(({ member, outcome }) => (member && outcome !== 'refused' ? [member.id] : [])),
    )
  const answers = judged.map((row): RosterOutcome => {
    const id = row.outcome === 'made' ? (written.made.get(`${row.course} ${row.person}`) ?? null) : row.id
    // somebody has joined by another way in the same moment
    if (row.outcome === 'made' && id === null) return refusedRow(row.external_id, { code: 'roster.changedSince' })
    const version = id && (written.versions.get(id) ?? members.byId.get(id)?.version)
    return outcomeOf({ ...row, id, ...(version && row.outcome !== 'refused' && { version: Number(version) }) })
  })
  await auditRoster(tx, { org }, 'roster.enrolmentsWritten', source, answers)
  return { rows: answers }
}

const outcomeOf = ({ member: _, role: __, course: ___, person: ____, keeps: _____, ...outcome }: Judged): RosterOutcome => outcome

const beforeOf = ({ role, state, external_id }: PresentMember): EnrolmentBefore => ({ role, state, external_id })

/** It ends unless another source has it too: then it is that one's alone. */
function judgeGone(external_id: string, member: PresentMember | undefined): Judged {
  if (!member) return { external_id, id: null, outcome: 'same', pinned: [] }
  const judged = { external_id, id: member.id, pinned: [], member, before: beforeOf(member) }
  return member.others ? { ...judged, outcome: 'changed', role: member.role } : { ...judged, outcome: 'left' }
}

function judgeMember(
  { external_id, role }: RosterEnrolment,
  member: PresentMember,
  isPinned: (field: 'role' | 'state') => boolean,
  takeOver: boolean,
): Judged {
  const judged = { external_id, id: member.id, member, keeps: true as const }
  if (member.state === 'left' && isPinned('state')) return { ...judged, outcome: 'same', pinned: ['state'] }
  // a role of which another source says something else is that one's
  const stays = isPinned('role') || (!takeOver && member.others && member.external_id === null)
  const pinned = stays && role && role !== member.role ? ['role'] : []
  const present = { ...judged, pinned, role: stays || !role ? member.role : role, before: beforeOf(member) }
  if (member.state === 'left') return { ...present, outcome: 'back' }
  if (present.role !== member.role || member.external_id !== external_id) return { ...present, outcome: 'changed' }
  return { ...judged, pinned, outcome: 'same' }
}

/** Refuses rows that would take the last instructor from a course, the first of them last. */
function refuseLosses(judged: Judged[], teachers: ReadonlyMap<string, number>): void {
  const gains = judged.flatMap(({ outcome, member, role, course }) =>
    role === 'instructor' && (outcome === 'made' || outcome === 'back' || (outcome === 'changed' && member?.role !== 'instructor'))
      ? [member?.course_id ?? course ?? '']
      : [],
  )
  const left = teaching(teachers, gains)
  for (const [nth, { outcome, member, role, external_id }] of judged.entries()) {
    const loses = member?.role === 'instructor' && (outcome === 'left' || (outcome === 'changed' && role !== 'instructor'))
    if (loses && !left.lose(member.course_id)) judged[nth] = refusedRow(external_id, { code: 'roster.lastInstructor' })
  }
}

/** Courses and people of the organisation that the rows name; suspended people are people of it. */
async function placesOf(tx: Tx, org: string, rows: readonly RosterEnrolment[], members: readonly PresentMember[]) {
  const courses = await select<{ id: string; deleted: boolean }>(
    tx,
    'select id::text, deleted from courses where id = any($1) and org_id = $2',
    [...new Set([...rows.flatMap(({ course_id }) => course_id?.toLowerCase() ?? []), ...members.map(({ course_id }) => course_id)])],
    org,
  )
  const people = await select<{ id: string }>(
    tx,
    `
    select p.id::text from mirror.persons p
    where p.id = any($1) and not p.deleted and ($2::uuid = any(p.suspended_in)
      or exists (select from mirror.memberships m where m.person_id = p.id and m.org_id = $2))`,
    [...new Set([...rows.flatMap(({ person_id }) => person_id?.toLowerCase() ?? []), ...members.map(({ person_id }) => person_id)])],
    org,
  )
  return {
    courses: new Map(courses.map(({ id, deleted }) => [id, deleted ? ('deleted' as const) : ('open' as const)])),
    people: new Set(people.map(({ id }) => id)),
  }
}
