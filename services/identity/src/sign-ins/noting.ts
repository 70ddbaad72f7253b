// Notes of sign-ins, written beside them: a sign-in in the statement of its session, a refused one by a statement of its own.
import { run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { SignInHow, SignInOutcome } from './api.ts'

/** The organisation whose managers read of it: that of the host where the person is a member, else the one that made the account. */
const orgSql = (person: string, org: string) => `
  coalesce((select m.org_id from memberships m where m.person_id = ${person}::uuid and m.org_id = ${org}::uuid),
    (select p.org_id from persons p where p.id = ${person}::uuid), ${org}::uuid)`

/** SQL that notes the session of the statement's `s`; the arguments are parameters. */
export const signInOfSession = (id: string, address: string) => `
  insert into sign_ins (id, org_id, person_id, at, how, outcome, address, agent)
  select ${id}::uuid, ${orgSql('s.person_id', 's.org_id')}, s.person_id, s.created_at, 'password', 'signed_in', ${address}, s.agent from s`

type Noted = { org: string | null; person: string | null; at: Date; how: SignInHow; outcome: SignInOutcome; address: string; agent: string }

/** At a host of no organisation a login that no account has is nobody's to read of. */
export async function noteSignIn(tx: Tx, { org, person, at, how, outcome, address, agent }: Noted): Promise<void> {
  if (!org && !person) return
  await run(
    tx,
    `
    insert into sign_ins (id, org_id, person_id, at, how, outcome, address, agent)
    select $1, noted.org_id, $3, $4, $5, $6, $7, $8 from (select ${orgSql('$3', '$2')} as org_id) noted where noted.org_id is not null`,
    newId(),
    org,
    person,
    at,
    how,
    outcome,
    address,
    agent,
  )
}
