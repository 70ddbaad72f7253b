// vitest's globalSetup: one throw-away cluster for the run. Templates are made by the first file that needs one (test-database.ts),
// so a run of one service's tests migrates that service alone.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../postgres/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-test-'))
  const server = await startPostgres({
    folder,
    durable: false,
    settings: { autovacuum: 'off', wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB', checkpoint_timeout: '1h' },
  })
  project.provide('postgres', server.url(''))
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
