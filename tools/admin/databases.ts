// Direct reads of the services' databases: facts that wait, positions, parked facts.
import type { Pool } from 'pg'
import { openPool } from '@lyceum/kit/database/connections'
import { services } from '../../services/services.ts'
import { exits, Refused, usage } from './refusal.ts'
import type { Installation } from './installation.ts'

export type ServiceName = keyof typeof services
export const serviceNames = Object.keys(services) as ServiceName[]

export function serviceOf(said: string, flag = '<service>'): ServiceName {
  if (!serviceNames.includes(said as ServiceName)) throw usage(flag, `"${said}" is none of ${serviceNames.join(', ')}`)
  return said as ServiceName
}

export async function withDatabase<T>(installation: Installation, service: ServiceName, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = openPool(installation.databaseUrl(service), { max: 2 })
  try {
    return await work(pool).catch(unreachable)
  } finally {
    await pool.end()
  }
}

/** Runs `work` on the database of each service, or of one. */
export const eachDatabase = <T>(
  installation: Installation,
  names: ServiceName[],
  work: (pool: Pool, service: ServiceName) => Promise<T>,
): Promise<T[]> => Promise.all(names.map((service) => withDatabase(installation, service, (pool) => work(pool, service))))

export function unreachable(error: unknown): never {
  const { code = '', message } = error as { code?: string; message: string }
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ENOENT', '28P01', '57P03'].includes(code))
    throw new Refused('database.unreachable', `PostgreSQL does not answer (${code || message}): \`lyceum doctor\` says more`, {
      exit: exits.unreachable,
    })
  if (code === '3D000' || code === '42P01' || /behind this release/.test(message))
    throw new Refused(
      'database.behind',
      `the databases are not of this release (${message}): run the release's migrations (--target=migrate)`,
      {
        exit: exits.unreachable,
      },
    )
  throw error
}
