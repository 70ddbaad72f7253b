// Owns persons, passwords, sessions, organisations, departments and memberships.
// Emits PersonChanged, PersonErased, OrgChanged and SessionEnded, each the whole state of its key.
// Consumes nothing.
import { defineService } from '@lyceum/kit/service'
import { config } from './config.ts'
import { contracts } from './contracts.ts'
import type { Deps } from './deps.ts'
import { PrismaClient } from './generated/client.ts'
import { organisationRoutes } from './organisations/routes.ts'
import { personRoutes } from './persons/routes.ts'
import { authorise } from './rules.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { sweepSessions } from './sessions/sessions.ts'

export const service = defineService({
  name: 'identity',
  config,
  contracts,
  migrations: [{ schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) }],
  client: (adapter) => new PrismaClient({ adapter }),
  open: async ({ db, kv, log, config, now }) => {
    const deps: Deps = { db, kv, log, config, now }
    return {
      deps,
      authorise,
      mounts: [sessionRoutes, personRoutes, organisationRoutes],
      jobs: {
        'identity.sweepSessions': {
          every: 3_600_000,
          run: async () => {
            while ((await sweepSessions(deps)) === 5000);
          },
        },
      },
    }
  },
})
