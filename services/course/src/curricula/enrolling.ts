// A class enrolled in the compulsory courses of a term of a curriculum, as a task: once, or for as long as a link keeps it in step.
import { departmentsWithin } from '@lyceum/identity/mirror/departments'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden, invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { one, plainDatabase, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import type { ReportLine } from '@lyceum/kit/tasks/api'
import { taskJob } from '@lyceum/kit/tasks/task-job'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { enrol } from '../enrolments/enrolments.ts'
import { type Jobs, startTask } from '../jobs.ts'
import type { EnrolRequest } from './api.ts'
import { chosenCourses, type Choosing } from './chosen.ts'
import { curriculumOf } from './curricula.ts'
import { stepLink } from './following.ts'
import { checkFree } from './links.ts'

/** 400 at klass_id for none of the organisation's, at term where it has no compulsory course, at term_id for none of its terms. */
export async function enrolKlass({ db, now }: Deps, actor: Actor, id: string, body: EnrolRequest): Promise<{ task: string }> {
  const { org, department } = actor
  const { id: curriculum } = await curriculumOf(db, actor, id)
  const { klass_id, term, term_id = null, mode } = body
  const klass = await one<{ department_id: string | null }>(
    db,
    `select department_id::text from mirror.study_units where id = $1 and org_id = $2 and kind = 'klass' and not deleted`,
    klass_id,
    org,
  )
  if (!klass) throw invalid({ klass_id: notKnownYet('curriculum.unknownKlass') })
  if (!(await departmentsWithin(db, actor, klass.department_id ? [klass.department_id] : []))) throw forbidden('department.only')
  if (term_id && !(await one(db, 'select from terms where id = $1 and org_id = $2', term_id, org)))
    throw invalid({ term_id: 'term.unknown' })
  const wanted = await one(
    db,
    'select from curriculum_rows where curriculum_id = $1 and term = $2 and compulsory limit 1',
    curriculum,
    term,
  )
  if (!wanted) throw invalid({ term: 'curriculum.noCourses' })
  const choosing: Choosing = { org, curriculum, klass: klass_id, term, termId: term_id, department: department ?? null }
  let link: string | undefined
  if (mode === 'keep') {
    await checkFree(db, { curriculum, klass: klass_id, term })
    link = newId()
    await run(
      db,
      `insert into curriculum_links (id, org_id, curriculum_id, klass_id, term, term_id, department_id, source, state, version, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'active', ${nextVersion('0')}, $9)`,
      link,
      org,
      curriculum,
      klass_id,
      term,
      term_id,
      department ?? null,
      `curriculum.${link}`,
      now(),
    )
  }
  await audit(db, {
    action: link ? 'curriculum.linkMade' : 'curriculum.classEnrolled',
    subject: `curriculum:${curriculum}`,
    after: { klass_id, program_term: term },
  })
  // a class that is kept in step is enrolled in any case
  const payload = { ...choosing, ...(link && { link, endures: true as const }) }
  return { task: await startTask(db, actor, { kind: 'enrolKlass', payload, subject: `curriculum:${curriculum}` }) }
}

/** Enrolments in one transaction. */
const most = 200

/** The result: how many have joined and were members before; codes without one course that is meant are in the report. */
export const enrolKlassJob = taskJob<Deps, Jobs['enrolKlass']>(async ({ job, deps, progress, beginReport, report, signal }) => {
  const db = plainDatabase(deps.pool)
  const { link } = job.payload
  await beginReport()
  const choices = await chosenCourses(db, job.payload)
  const courses = choices.flatMap((one) => ('course' in one ? [one.course] : []))
  await report(choices.flatMap((one): ReportLine[] => ('fault' in one ? [{ item: one.code, outcome: 'skipped', code: one.fault }] : [])))
  const inside = (tx: Tx): Deps => ({ ...deps, db: tx as Deps['db'] })
  const counted = await one<{ n: number }>(
    db,
    `select count(*)::int as n from mirror.memberships where klass_id = $1 and org_id = $2 and 'student' = any(roles)`,
    job.payload.klass,
    job.payload.org,
  )
  const total = Math.max(1, (counted?.n ?? 0) * courses.length)
  let joined = 0
  for (let goesOn = true; goesOn; ) {
    signal.throwIfAborted()
    await progress(Math.min(1, joined / total))
    const done: number = await db.$transaction(async (tx) =>
      link ? ((await stepLink(inside(tx), link))?.joined ?? 0) : await enrolSome(inside(tx), job.payload, courses),
    )
    joined += done
    goesOn = done > 0
  }
  return { joined, courses: courses.length, people: counted?.n ?? 0 }
})

/** A person removed by hand stays out, as everywhere; one whom a source has ended comes back. */
async function enrolSome(deps: Deps, { org, klass }: Choosing, courses: string[]): Promise<number> {
  const missing = await rows<{ course: string; person: string }>(
    deps.db,
    `
    select w.course::text, m.person_id::text as person from unnest($1::uuid[]) as w(course) cross join mirror.memberships m
    join mirror.persons p on p.id = m.person_id and not p.deleted
    where m.klass_id = $2 and m.org_id = $3 and 'student' = any(m.roles)
      and not exists (select from enrolments e where e.course_id = w.course and e.person_id = m.person_id
        and (e.state = 'active' or e.left_ids is null or exists (
          select from field_keepers k where k.subject = e.id and k.field = 'state' and k.keeper = 'pinned')))
    order by w.course, m.person_id limit ${most}`,
    courses,
    klass,
    org,
  )
  for (const [course, people] of Map.groupBy(missing, ({ course }) => course))
    await enrol(
      deps,
      { id: course, orgId: org },
      people.map(({ person }) => person),
      'student',
    )
  return missing.length
}
