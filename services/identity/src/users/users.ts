// Accounts that an administrator makes, or the command line in an administrator's place.
import type { Actor } from '@lyceum/kit/actor'
import { one, type Tx } from '@lyceum/kit/db'
import { conflict, invalid } from '@lyceum/kit/errors'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/titles'
import { asEmail, asPhone } from '../auth-codes/rules.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { closedDemo, managedOrganisation } from '../organisations/rules.ts'
import { mustBeGood } from '../passwords/rules.ts'
import type { FoundUser } from '../persons/api.ts'
import { hashPassword } from '../sessions/passwords.ts'
import { tellPerson } from '../tell.ts'
import type { UserDraft } from './api.ts'

/** 403 demo.closed in a demo school; 409 user.numberTaken, email.taken; 400 department.unknown and for a weak password, each at its field. */
export async function makeUser(deps: Deps, actor: Actor, draft: UserDraft): Promise<FoundUser> {
  if ((await managedOrganisation(deps, actor)).demo) throw closedDemo()
  const id = newId()
  const person = {
    name: required(draft.name, 'name'),
    user_no: required(draft.user_no, 'user_no'),
    email: draft.email ? asEmail(draft.email, 'email') : null,
    mobile_phone: draft.mobile_phone ? asPhone(draft.mobile_phone, 'mobile_phone') : null,
  }
  if (draft.password !== undefined) mustBeGood(draft.password, person, 'password')
  const phc = draft.password === undefined ? undefined : await hashPassword(draft.password)
  return await inTransaction(deps, async ({ db }) => {
    const department = await departmentOf(db, actor.org, draft.department_id)
    await db.$executeRawUnsafe(
      `insert into persons (id, org_id, user_no, name, email, mobile_phone, locale, version) values ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, 0)`,
      id,
      actor.org,
      person.user_no,
      person.name,
      person.email,
      person.mobile_phone,
      draft.locale ?? null,
    )
    await db.$executeRawUnsafe(
      'insert into memberships (person_id, org_id, roles, department_id) values ($1::uuid, $2::uuid, $3::text[], $4::uuid)',
      id,
      actor.org,
      draft.roles,
      department?.id ?? null,
    )
    if (phc) await db.$executeRawUnsafe('insert into passwords (person_id, phc) values ($1::uuid, $2)', id, phc)
    await tellPerson(db, id)
    const { name, user_no, email } = person
    return { id, name, user_no, email, avatar_big_url: null, org_id: actor.org, department, roles: draft.roles }
  }).catch((error) => {
    throw taken(error)
  })
}

const required = (given: string, field: string): string => {
  const text = cleanTitle(given)
  if (text === '') throw invalid({ [field]: 'field.required' })
  return text
}

async function departmentOf(tx: Tx, org: string, id: string | undefined): Promise<{ id: string; name: string } | null> {
  if (id === undefined) return null
  const found = await one<{ id: string; name: string }>(
    tx,
    'select id::text, name from departments where id = $1::uuid and org_id = $2::uuid',
    id,
    org,
  )
  if (!found) throw invalid({ department_id: 'department.unknown' })
  return found
}

/** Which of the two unique things it was stands in the index's or the columns' name. */
function taken(error: unknown): unknown {
  const { code = '', message = '', meta } = error as { code?: string; message?: string; meta?: unknown }
  if (!/P2002|P2010|23505/.test(code) && !/[Uu]nique constraint/.test(message)) return error
  const said = `${message} ${JSON.stringify(meta ?? '')}`
  if (/user_no/.test(said)) return conflict('user.numberTaken')
  return /email/.test(said) ? conflict('email.taken') : error
}
