// Adding a person who has an account to an organisation.
import { run, type Tx } from '@lyceum/kit/database/database'
import { emitPersonChanged } from '../facts.ts'
import { writeRoles } from './grants.ts'

export type NewMember = { org: string; person: string; roles: readonly string[]; department?: string | null; by?: string }

/** False for who is a member already, suspended ones too: they stay as they are. */
export async function addMember(tx: Tx, { org, person, roles, department = null, by }: NewMember): Promise<boolean> {
  const inserted = await run(
    tx,
    `insert into memberships (person_id, org_id, roles, department_id) values ($1, $2, '{}', $3::uuid) on conflict do nothing`,
    person,
    org,
    department,
  )
  if (inserted === 0) return false
  await writeRoles(tx, { org, by }, [{ person, roles }])
  await emitPersonChanged(tx, person)
  return true
}
