// The target `migrate`: databases, schemas and topics, once, before the pods of a release start.
import { isDatabaseDown } from '@lyceum/kit/database/database'
import { migrateService } from '@lyceum/kit/service'
import { serviceNames, services } from '../../services/services.ts'
import type { Settings } from '../settings.ts'
import { worldOnServers } from '../world/servers.ts'
import { waitFor } from '../world/wait-for.ts'

export async function migrateAll(settings: Settings): Promise<void> {
  const world = await worldOnServers(settings, 'migrate')
  const log = world.log('migrate')
  // a chart's own PostgreSQL comes up beside this; the job's deadline bounds the wait
  for (const name of serviceNames) {
    const { service } = await services[name]()
    const applied = await waitFor(
      'the database',
      log,
      () => migrateService(service, world),
      (error) => !isDatabaseDown(error),
    )
    log.info({ database: name, applied }, 'migrated')
  }
  await world.bus.prepare(serviceNames.map((name) => `lyceum.${name}.v1`))
  await world.close()
}
