// Erasing a person: their rows are deleted, and one fact with an empty value makes every other service erase its own.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, run } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { conflict, forbidden, notFound } from '@lyceum/kit/calls/errors'
import { eraseAnswersOf } from '@lyceum/kit/calls/idempotency'
import { audit, eraseAuditOf } from '@lyceum/kit/audit/audit'
import { deleteExternalIds } from '@lyceum/kit/external-ids/external-ids'
import { deleteKeepers } from '../keepers/keepers.ts'
import type {} from '../audit-actions.ts'
import { userNumberKey } from '@lyceum/kit/text/user-number'
import { eraseTasksOf } from '@lyceum/kit/tasks/tasks'
import { emit } from '@lyceum/kit/facts/outbox'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import type { Person } from '../generated/client.ts'
import { personKey } from '../../mirror/person-key.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { isOperatorSql } from '../memberships/operator.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import { eraseFromSteps } from './kept-steps.ts'
import { accepted, judgeMembers } from './judge.ts'
import { endSessionsOf, publishEndedSessions } from '../sessions/end-sessions.ts'

type Row = Pick<SqlRow<Person>, 'org_id' | 'email' | 'user_no' | 'mobile_phone'> & { member: boolean; operator: boolean }

/** 404 for people who are not (any more) in the organisation, 403 for a guest of another one and for an operator, 400 and 403 for who may do what the actor may not, 409 for oneself and the last administrator. */
export async function eraseUser(deps: Deps, actor: Actor, id: string): Promise<void> {
  await managedOrganisation(deps, actor)
  if (id === actor.person) throw conflict('user.oneself')
  const endedSessions = await inTransaction(deps, async (txDeps) => {
    const { db, now } = txDeps
    const person = await one<Row>(
      db,
      `
      select p.org_id, p.email, p.user_no, p.mobile_phone,
        exists (select from memberships m where m.person_id = p.id and m.org_id = $2) as member, ${isOperatorSql('p')} as operator
      from persons p where p.id = $1 for update`,
      id,
      actor.org,
    )
    if (!person || (person.org_id !== actor.org && !person.member)) throw notFound('user', id)
    if (person.org_id !== actor.org || person.operator) throw forbidden()
    if (person.member) accepted(await judgeMembers(db, actor, [id], { state: 'suspended' }))
    const sessions = await endSessionsOf(txDeps, id)
    await eraseTraces(txDeps, id, person)
    // deletes passwords, memberships, codes and links too
    await db.person.delete({ where: { id } })
    await run(
      db,
      `insert into erased_persons (id, org_id, erased_at, erased_by) values ($1, $2, $3, nullif($4, '')::uuid) on conflict do nothing`,
      id,
      actor.org,
      now(),
      actor.person,
    )
    await audit(db, { action: 'user.erased', subject: personKey(id), person: id })
    await emit(db, PersonErasedSchema, { key: personKey(id), org: actor.org }, null)
    return sessions
  })
  await publishEndedSessions(deps, endedSessions)
}

/** Deletes traces outside the person's row: codes requested in their name, waiting mails, stored answers. Codes of other people with the
 *  same number at another school, or who have proven the telephone number that was unproven in this row, stay: they count requests and guesses. */
async function eraseTraces({ db }: Deps, id: string, { org_id, email, user_no, mobile_phone }: Row): Promise<void> {
  const names = [email, user_no, userNumberKey(user_no), mobile_phone].filter((one) => one !== null)
  await run(
    db,
    `delete from auth_codes where unique_id = any($1) and (person_id is null or person_id = $2)
     and (unique_id_type <> 'user_no' or org_id = $3)`,
    names,
    id,
    org_id,
  )
  await run(db, `delete from kit.jobs where payload->>'person' = $1`, id)
  await eraseAnswersOf(db, id)
  await eraseAuditOf(db, id)
  await eraseTasksOf(db, id)
  await eraseFromSteps(db, id)
  await deleteExternalIds(db, 'person', [id])
  await deleteKeepers(db, [id])
  await run(db, `delete from merge_moves where kind = 'person' and row_id = $1`, id)
  await run(db, 'update department_merges set merged_by = null where merged_by = $1', id)
  await run(db, 'update org_requests set decided_by = null where decided_by = $1', id)
}
