// Addresses that a mail server has refused for good: no mail goes there until the person has another address, or says that it works again.
import { one, run, type Tx } from '@lyceum/kit/database/database'

/** Why and when; null: it works, or there is another address by now. */
export async function refusalOf(tx: Tx, person: string): Promise<{ reason: string; at: Date } | null> {
  const row = await one<{ reason: string; at: Date }>(
    tx,
    `select r.reason, r.refused_at as at from refused_addresses r join mirror.persons p on p.id = r.person_id and p.email = r.address
     where r.person_id = $1`,
    person,
  )
  return row ?? null
}

export const refuseAddress = (tx: Tx, { person, address, reason, at }: { person: string; address: string; reason: string; at: Date }) =>
  run(
    tx,
    `insert into refused_addresses (person_id, address, reason, refused_at) values ($1, $2, $3, $4)
     on conflict (person_id) do update set address = excluded.address, reason = excluded.reason, refused_at = excluded.refused_at`,
    person,
    address,
    reason,
    at,
  )
