// Owns notifications and their read marks. Emits nothing: a notification concerns its recipient alone, whose open pages get a hint.
// Consumes the mirrors of identity and course, and the facts that people are notified of (registry/).
import { courseMirrorMigrations } from '@lyceum/course/mirror/consumers'
import { courseRules } from '@lyceum/course/mirror/rules'
import { identityMirrorMigrations } from '@lyceum/identity/mirror/consumers'
import type { HandlersOf } from '@lyceum/kit/jobs/jobs'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { defineService } from '@lyceum/kit/service'
import type { Deps } from './deps.ts'
import { PrismaClient } from './generated/client.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import type { Jobs } from './jobs.ts'
import { deliver } from './notifications/deliver.ts'
import { purgeNotices } from './notifications/notices.ts'
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
    const jobs: HandlersOf<Jobs, Deps> = {
      deliver: { run: deliver, formerly: 'hintRecipients' },
      purgeNotices: { every: 3_600_000, run: () => repeatWhileFull((size) => purgeNotices(db, now(), size)) },
    }
    return { deps, rules: courseRules, routes: [notificationRoutes], consumers, jobs }
  },
})
