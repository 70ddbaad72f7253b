// Owns imports of course packages and their reports. It starts, migrates and answers health; its features come with their own tables.
// Emits nothing yet. Consumes the mirrors of identity and course, so that the first feature finds people and courses here.
import { authorise } from '@lyceum/course/mirror/rules'
import { defineService } from '@lyceum/kit/service'
import { PrismaClient } from './generated/client.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'

export type Deps = { db: PrismaClient; now(): Date }

export const service = defineService({
  name: 'import',
  config,
  migrations: [
    { schema: 'mirror', folder: new URL('../../identity/mirror/migrations/', import.meta.url) },
    { schema: 'mirror', folder: new URL('../../course/mirror/migrations/', import.meta.url) },
    { schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) },
  ],
  client: (adapter) => new PrismaClient({ adapter }),
  contracts,
  open: async ({ db, now }) => {
    const deps: Deps = { db, now }
    return { deps, authorise, mounts: [], consumers }
  },
})
export default service
