// Databases for test files, cloned from migrated templates.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type MigrationSet, migrate } from '../database/migrate.ts'

const root = new URL('../../../', import.meta.url)
const kit: MigrationSet = { schema: 'kit', folder: new URL('kit/migrations/', root) }

/**
 * A database of this test file's own, cloned from the service's migrated template (26–158 ms); answers its URL. `kit` has kit's tables alone.
 * It is removed with the run's cluster.
 */
export async function testDatabase(service: string): Promise<string> {
  const server = inject('postgres')
  const template = `template_${service}`
  const name = `${service}_${randomUUID().slice(0, 8)}`
  const client = new pg.Client(`${server}postgres`)
  await client.connect()
  try {
    // one file makes the template, concurrent ones wait for it
    await client.query(`select pg_advisory_lock(hashtext($1))`, [template])
    const existing = await client.query('select 1 from pg_database where datname = $1', [template])
    if (existing.rowCount === 0) {
      await client.query(`drop database if exists ${template}_new`)
      await client.query(`create database ${template}_new`)
      await migrate({ url: `${server}${template}_new`, sets: await migrationSets(service) })
      await client.query(`alter database ${template}_new rename to ${template}`)
    }
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await client.end()
  }
  return server + name
}

async function migrationSets(service: string): Promise<MigrationSet[]> {
  if (service === 'kit') return [kit]
  const { service: definition } = await import(/* @vite-ignore */ new URL(`services/${service}/src/service.ts`, root).href)
  return [kit, ...definition.migrations]
}
