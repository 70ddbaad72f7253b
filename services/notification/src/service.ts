// Owns what each person was told and has read. Emits nothing: nobody acts on a notification but the one who gets it; open pages hear by a
// hint. Consumes the mirrors of identity and course, and from course and activity what students are told of.
import { courseMirrorMigrations } from '@lyceum/course/mirror/consumers'
import { authorise } from '@lyceum/course/mirror/rules'
import { identityMirrorMigrations } from '@lyceum/identity/mirror/consumers'
import { defineService } from '@lyceum/kit/service'
import type { Deps } from './deps.ts'
import { PrismaClient } from './generated/client.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import { jobs } from './jobs.ts'
import { notificationRoutes } from './notifications/routes.ts'

export const service = defineService({
  name: 'notification',
  config,
  migrations: [
    identityMirrorMigrations,
    courseMirrorMigrations,
    { schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) },
  ],
  client: (adapter) => new PrismaClient({ adapter }),
  contracts,
  open: async ({ db, kv, now }) => {
    const deps: Deps = { db, kv, now }
    return { deps, authorise, mounts: [notificationRoutes], consumers, jobs }
  },
})
