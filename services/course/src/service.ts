// Owns courses, their members, access codes and role simulations.
// Emits every change of a course, its members and simulations.
// Consumes identity (names of people, erasures) and upload (pictures for covers).
import { one } from '@lyceum/kit/database/database'
import { notFound } from '@lyceum/kit/calls/errors'
import { defineService } from '@lyceum/kit/service'
import { identityMirrorMigrations } from '@lyceum/identity/mirror/consumers'
import { courseFinder, courseRules, type CourseRef } from '../mirror/rules.ts'
import { accessCodeRoutes } from './access-codes/routes.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import { courseRoutes } from './courses/routes.ts'
import type { Deps } from './deps.ts'
import { enrolmentRoutes } from './enrolments/routes.ts'
import { PrismaClient } from './generated/client.ts'
import { modeRoutes } from './modes/routes.ts'
import { resync } from './resync.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { simulationRoutes } from './simulations/routes.ts'

export const service = defineService({
  name: 'course',
  config,
  // the mirror first: searches look into it by an index of our own
  migrations: [identityMirrorMigrations, { schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) }],
  client: (adapter) => new PrismaClient({ adapter }),
  contracts,
  resync,
  projections: ['uploads'],
  open: async ({ db, pool, kv, config, now }) => {
    const deps: Deps = { db, pool, kv, config, now }
    return {
      deps,
      routes: [courseRoutes, enrolmentRoutes, accessCodeRoutes, simulationRoutes, modeRoutes, reviewRoutes],
      rules: courseRules,
      finders: {
        course: courseFinder,
        async deletedCourse(tx, id) {
          const row = await one<{ org: string }>(tx, 'select org_id::text as org from courses where id = $1::uuid and deleted', id)
          if (!row) throw notFound('course', id)
          return { org: row.org, course: id, deleted: true } satisfies CourseRef
        },
      },
      consumers,
    }
  },
})
