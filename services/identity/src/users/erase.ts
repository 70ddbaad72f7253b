// Erasing a person: the rows go here, and one fact with an empty value makes every other service forget.
import type { Actor } from '@lyceum/kit/actor'
import { one, rows } from '@lyceum/kit/db'
import { conflict, forbidden, notFound } from '@lyceum/kit/errors'
import { forgetAnswersOf } from '@lyceum/kit/idempotency'
import { emit } from '@lyceum/kit/outbox'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { type Deps, inTransaction } from '../deps.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import { endSessionsOf, sayEnded } from '../sessions/ending.ts'

type Row = { org: string; email: string | null; user_no: string; mobile_phone: string | null; member: boolean }

/** 404 for who is not (any more) in the organisation, 403 for a guest of another one, 409 for oneself and the last administrator. */
export async function eraseUser(deps: Deps, actor: Actor, id: string): Promise<void> {
  await managedOrganisation(deps, actor)
  if (id === actor.person) throw conflict('user.oneself')
  const ended = await inTransaction(deps, async (inside) => {
    const { db, now } = inside
    const person = await one<Row>(
      db,
      `
      select p.org_id::text as org, p.email, p.user_no, p.mobile_phone,
        exists (select from memberships m where m.person_id = p.id and m.org_id = $2::uuid) as member
      from persons p where p.id = $1::uuid for update`,
      id,
      actor.org,
    )
    if (!person || (person.org !== actor.org && !person.member)) throw notFound('user', id)
    if (person.org !== actor.org) throw forbidden()
    await keepAnAdministrator(inside, actor.org, id)
    const sessions = await endSessionsOf(inside, id)
    await forgetTraces(inside, id, person)
    // passwords, memberships, codes and links go with it
    await db.$executeRawUnsafe('delete from persons where id = $1::uuid', id)
    await db.$executeRawUnsafe(
      `insert into erased_persons (id, org_id, erased_at, erased_by) values ($1::uuid, $2::uuid, $3::timestamptz, nullif($4, '')::uuid) on conflict do nothing`,
      id,
      actor.org,
      now(),
      actor.person,
    )
    await emit(db, PersonErasedSchema, { key: `person:${id}`, org: actor.org }, null)
    return sessions
  })
  await sayEnded(deps, ended)
}

/** Held, so that two administrators who erase each other do not both go. */
async function keepAnAdministrator({ db }: Deps, org: string, id: string): Promise<void> {
  const administrators = await rows<{ id: string }>(
    db,
    `select m.person_id::text as id from memberships m join persons p on p.id = m.person_id and not p.deleted
     where m.org_id = $1::uuid and 'admin' = any(m.roles) order by m.person_id for update of m`,
    org,
  )
  if (administrators.length === 1 && administrators[0]!.id === id) throw conflict('user.lastAdministrator')
}

/** What names the person without belonging to the row: codes asked for in their name, mails that wait, answers kept for a repeated call.
 *  Codes of others stay, who have the same number at another school or have proven the telephone number that stood here unproven: with
 *  them would go how often somebody has asked and guessed. */
async function forgetTraces({ db }: Deps, id: string, { org, email, user_no, mobile_phone }: Row): Promise<void> {
  const names = [email, user_no, mobile_phone].filter((one) => one !== null)
  await db.$executeRawUnsafe(
    `delete from auth_codes where unique_id = any($1::text[]) and (person_id is null or person_id = $2::uuid)
     and (unique_id_type <> 'user_no' or org_id = $3::uuid)`,
    names,
    id,
    org,
  )
  await db.$executeRawUnsafe(`delete from kit.jobs where payload->>'person' = $1`, id)
  await forgetAnswersOf(db, id)
}
