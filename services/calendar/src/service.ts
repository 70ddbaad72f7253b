// Owns the personal calendar: events, timetables, meetings. It starts, migrates and answers health; its features come with their own tables.
// Emits and consumes nothing yet: the first feature mounts the mirrors it needs and reads them from the log.
import { courseRules } from '@lyceum/course/mirror/rules'
import { defineService } from '@lyceum/kit/service'
import type { Deps } from './deps.ts'
import { PrismaClient } from './generated/client.ts'
import { config } from './config.ts'
import { contracts } from './contracts.ts'

export const service = defineService({
  name: 'calendar',
  config,
  migrations: [{ schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) }],
  client: (adapter) => new PrismaClient({ adapter }),
  contracts,
  open: async ({ db, now }) => {
    const deps: Deps = { db, now }
    return { deps, rules: courseRules, routes: [] }
  },
})
