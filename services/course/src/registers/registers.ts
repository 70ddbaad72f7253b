// Starting a synchronisation with the school's register, and following it.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { audit } from '@lyceum/kit/audit/audit'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { readTask } from '@lyceum/kit/tasks/tasks'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { may } from '@lyceum/identity/mirror/permissions'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { startTask } from '../jobs.ts'
import { source } from './register.ts'
import type { Reading, RegisterFile } from './csv-register.ts'
import { registerFilesOf, registerOf } from './register-of.ts'

const subjectOf = (org: string) => `register:${org}`
const running = (tx: Tx, org: string) =>
  one<{ id: string; mine: string }>(
    tx,
    `select id, person_id::text as mine from kit.tasks where org_id = $1 and subject = $2 and state = 'running' limit 1`,
    org,
    subjectOf(org),
  )

export async function readRegister({ db, config }: Deps, actor: Actor) {
  const { org, person } = actor
  const task = await running(db, org)
  return {
    set: config.registers[org] !== undefined && may(actor, 'people.import') && !actor.department,
    status_key: task?.mine === person ? task.id : null,
  }
}

/** Nothing is written. 409 register.notSet, register.unreadable, register.columnMissing, register.openQuote. */
export async function lookAtRegister(
  { db, config }: Deps,
  { org }: Actor,
  encodings: Reading['encodings'],
): Promise<{ files: RegisterFile[] }> {
  const language = (await orgById(db, org))?.locale
  return { files: await registerFilesOf(config, org, { language, encodings }) }
}

/** One at a time in an organisation: 409 register.running. 400 for a course that is not from the register. */
export async function startSync(
  { db, config }: Deps,
  actor: Actor,
  { course_ids, encodings, removals }: { course_ids?: string[]; encodings?: Reading['encodings']; removals?: number },
): Promise<{ status_key: string }> {
  const { org } = actor
  registerOf(config, org)
  await run(db, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', subjectOf(org))
  if (await running(db, org)) throw conflict('register.running')
  const only = course_ids && (await registeredIds(db, org, course_ids))
  const status_key = await startTask(db, actor, {
    kind: 'syncRegister',
    payload: { org, person: actor.person, ...(only && { only }), ...(encodings && { encodings }), ...(removals && { removals }) },
    subject: subjectOf(org),
  })
  await audit(db, { action: 'register.synchronised', subject: subjectOf(org), ...(only && { after: { courses: only.length } }) })
  return { status_key }
}

async function registeredIds(tx: Tx, org: string, courses: string[]): Promise<string[]> {
  const known = await rows<{ course: string; id: string }>(
    tx,
    `select subject::text as course, external_id as id from kit.external_ids where org_id = $1 and kind = 'course' and source = '${source}' and subject = any($2)`,
    org,
    courses,
  )
  const unknown = courses.filter((course) => !known.some((one) => one.course === course))
  if (unknown.length > 0) throw invalid({ course_ids: ['register.notRegistered', { count: unknown.length }] })
  return known.map(({ id }) => id)
}

/** The lines about this course; before it is through, none. */
export async function syncStatus({ db }: Deps, actor: Actor, course: string, key: string) {
  const task = await readTask(db, actor, key)
  if (!task || task.kind !== 'syncRegister') throw notFound('task', key)
  const { state: status, progress, report, error } = task
  return { status, progress, report: report.filter(({ params }) => (params as { course?: string } | undefined)?.course === course), error }
}
