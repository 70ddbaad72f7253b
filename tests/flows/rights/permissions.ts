// Permissions of the roles of a school, written as identity writes it; more than its calls allow, which change three roles alone.
import { emitOrgChanged } from '@lyceum/identity/facts'
import { type Permission, permissionNames, type Role, roles, setOf } from '@lyceum/identity/mirror/permissions'
import { writeRole } from '@lyceum/identity/permissions/differences'
import { plain } from '@lyceum/kit/database/database'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { product } from '../product.ts'

async function over<T>(service: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(product().databases[service])
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** These permissions for these roles, all for administrators and none for others; resolves when the services have it. */
export async function setPermissions(org: string, sets: Partial<Record<Role, Permission[]>>): Promise<void> {
  const version = await over('identity', async (client) => {
    const tx = plain(client)
    await client.query('begin')
    for (const role of roles) await writeRole(tx, org, role, setOf(sets[role] ?? (role === 'admin' ? permissionNames : [])))
    await emitOrgChanged(tx, org)
    await client.query('commit')
    return (await client.query('select version from organisations where id = $1', [org])).rows[0].version as string
  })
  await Promise.all(
    ['course', 'activity', 'upload'].map((service) =>
      over(service, (client) =>
        until(
          async () => (await client.query('select from mirror.orgs where id = $1 and version >= $2', [org, version])).rowCount === 1,
          60_000,
          50,
        ),
      ),
    ),
  )
}
