// The question bank of a course that its questions go to while they are written in an exam, a survey or a video quiz.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type { Deps } from '../../deps.ts'
import { addQuestions } from './questions.ts'
import type { BankRef } from './rights.ts'
import type { QuestionDraft } from './shapes.ts'

/** The first bank of the course, made for its first question and not deleted meanwhile. Two writers at once make one. */
async function bankOfCourse(tx: Tx, org: string, course: string): Promise<BankRef> {
  await run(tx, `select pg_advisory_xact_lock(hashtextextended('bank of course ' || $1::text, 0))`, course)
  const found = await one<{ id: string; org_role: BankRef['orgRole'] }>(
    tx,
    'select id::text, org_role from banks where course_id = $1 and deleted_at is null order by id limit 1 for share',
    course,
  )
  if (found) return { id: found.id, org, course, owner: null, orgRole: found.org_role }
  const named = await one<{ name: string }>(tx, 'select name from mirror.courses where id = $1', course)
  const id = newId()
  await run(
    tx,
    `insert into banks (id, org_id, course_id, title, version) values ($1, $2, $3, $4, ${nextVersion('0')})`,
    id,
    org,
    course,
    cleanTitle(named?.name ?? '').slice(0, 200) || '…',
  )
  return { id, org, course, owner: null, orgRole: null }
}

/** Answered as by `addQuestions`, with the bank they are in. */
export async function addToCourse(deps: Deps, actor: Actor, scope: CourseScope, course: string, drafts: QuestionDraft[]) {
  const bank = await bankOfCourse(deps.db, scope.org, course)
  const { results } = await addQuestions(deps, actor, { ...scope, bank, role: 'edit', manages: true }, drafts)
  return { bank_id: bank.id, results }
}
