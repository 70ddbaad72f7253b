// A request that waits for its decision, written as identity stores it: the person of a request to join belongs to no school of the test.
import { newId } from '@lyceum/kit/ids'
import pg from 'pg'
import type { Address } from './start.ts'

type Stored = { org: string; kind: 'join' | 'new_org'; person: string }
/** Answers its id. */
export async function storeRequest(at: Pick<Address, 'databases'>, { org, kind, person }: Stored): Promise<string> {
  const client = new pg.Client(at.databases.identity)
  await client.connect()
  const id = newId()
  const body = kind === 'join' ? { role: 'student' } : { name: 'Reef College', locale: 'en', text: 'A school of our own.' }
  try {
    await client.query('insert into org_requests (id, kind, org_id, person_id, body, version) values ($1, $2, $3, $4, $5, 1)', [
      id,
      kind,
      org,
      person,
      JSON.stringify(body),
    ])
    return id
  } finally {
    await client.end()
  }
}
