// Operators of the installation. The command line alone makes them.
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { userNumber, userNumberSql } from '@lyceum/kit/text/user-number'
import { personKey } from '../../mirror/person-key.ts'
import type {} from '../audit-actions.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { type EndedSession, endSessionsOf, publishEndedSessions } from '../sessions/end-sessions.ts'
import type { Operator } from './api.ts'
import { endEntries } from './entries.ts'

/** Operators that are listed: nobody reads a list of more. */
const mostListed = 200
const columns = 'p.id::text, p.name, p.user_no, p.email, o.name as org, p.org_id::text'
type Row = Operator & { org_id: string }
const asOperator = ({ org_id: _, ...operator }: Row): Operator => operator

export const isOperator = async (tx: Tx, person: string): Promise<boolean> =>
  (await one(tx, 'select from operators where person_id = $1', person)) !== undefined

export const operators = async ({ db }: Deps): Promise<Operator[]> =>
  (
    await rows<Row>(
      db,
      `select ${columns} from operators a join persons p on p.id = a.person_id join organisations o on o.id = p.org_id order by p.name, p.id limit ${mostListed}`,
    )
  ).map(asOperator)

/** A second time it changes nothing. 404 person.notFound; 409 operator.several for a user number that people of several organisations have. */
export async function addOperator({ db }: Deps, { login, org }: { login: string; org?: string }): Promise<Operator> {
  const found = await rows<Row>(
    db,
    `
    select ${columns} from persons p join organisations o on o.id = p.org_id
    where not p.deleted and ($3::uuid is null or p.org_id = $3::uuid) and (p.email = $1 or ${userNumberSql('p.user_no')} = ${userNumberSql('$2')})
    order by p.email = $1 desc nulls last, p.id limit 2`,
    login.trim().toLowerCase(),
    userNumber(login),
    org ?? null,
  )
  const [person] = found
  if (!person) throw notFound('person')
  if (found.length > 1 && person.email !== login.trim().toLowerCase()) throw conflict('operator.several')
  const inserted = await run(db, 'insert into operators (person_id) values ($1) on conflict do nothing', person.id)
  if (inserted > 0) await auditOperator(db, 'operator.made', person)
  return asOperator(person)
}

/** 404 for who is none. Entries that are open end at once, with every session of the operator. */
export async function removeOperator(deps: Deps, id: string): Promise<void> {
  await publishEndedSessions(deps, await inTransaction(deps, (txDeps) => removeWithin(txDeps, id)))
}

async function removeWithin(deps: Deps, id: string): Promise<EndedSession[]> {
  const { db } = deps
  const person = await one<Row>(
    db,
    `delete from operators a using persons p, organisations o where a.person_id = $1 and p.id = a.person_id and o.id = p.org_id returning ${columns}`,
    id,
  )
  if (!person) throw notFound('person', id)
  const entered = await endEntries(deps, id)
  await auditOperator(db, 'operator.removed', person)
  return entered ? await endSessionsOf(deps, id) : []
}

const auditOperator = (db: Tx, action: 'operator.made' | 'operator.removed', { id, org_id: org }: Row) =>
  audit(db, { action, subject: personKey(id), person: id, org })
