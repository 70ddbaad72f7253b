// With whom a bank is shared: courses, by who may change their content, and everybody who teaches in the organisation.
import { audit } from '@lyceum/kit/audit/audit'
import { invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type {} from '../../audit-actions.ts'
import type { Deps } from '../../deps.ts'
import type { BankRole, Shares } from './shapes.ts'
import type { BankScope } from './rights.ts'

const sharesOf = (tx: Tx, bank: string) =>
  rows<{ course_id: string; name: string; role: BankRole }>(
    tx,
    `
    select s.course_id::text, c.name, s.role from bank_shares s join mirror.courses c on c.id = s.course_id and not c.deleted
    where s.bank_id = $1 order by lower(c.name), s.course_id`,
    bank,
  )

export async function readShares({ db }: Pick<Deps, 'db'>, { bank }: BankScope) {
  const row = await one<{ org_role: BankRole | null }>(db, 'select org_role from banks where id = $1', bank.id)
  return { shares: await sharesOf(db, bank.id), org_role: row?.org_role ?? null }
}

/** 400 bank.courseUnknown for a course of another organisation, and for one named twice. */
export async function writeShares(deps: Pick<Deps, 'db'>, scope: BankScope, { shares, org_role }: Shares) {
  const { db } = deps
  const { bank } = scope
  const ids = shares.map(({ course_id }) => course_id)
  const known = await rows<{ id: string }>(
    db,
    'select id::text from mirror.courses where id = any($1::uuid[]) and org_id = $2 and not deleted',
    ids,
    bank.org,
  )
  for (const [n, id] of ids.entries()) {
    if (!known.some((one) => one.id === id)) throw invalid({ [`shares.${n}.course_id`]: notKnownYet('bank.courseUnknown') })
    if (ids.indexOf(id) !== n) throw invalid({ [`shares.${n}.course_id`]: 'field.choice' })
  }
  await run(db, `update banks set org_role = $2, version = ${nextVersion('version')} where id = $1`, bank.id, org_role)
  await run(db, 'delete from bank_shares where bank_id = $1', bank.id)
  await run(
    db,
    `insert into bank_shares (bank_id, course_id, role) select $1, s.course_id, s.role
     from jsonb_to_recordset($2::text::jsonb) as s(course_id uuid, role text) where s.course_id is distinct from $3`,
    bank.id,
    JSON.stringify(shares),
    bank.course,
  )
  await audit(db, {
    action: 'bank.shared',
    subject: `bank:${bank.id}`,
    org: bank.org,
    ...(bank.course && { course: bank.course }),
    before: { org_role: bank.orgRole },
    after: { org_role, courses: ids.length },
  })
  return readShares(deps, scope)
}
