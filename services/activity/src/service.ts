// Owns modules, activities, play sessions and everybody's progress.
// Emits every change of a module or an activity, and progress at each 5 % and at completion.
// Consumes identity and course (names, rights: their mirrors) and upload (what can be embedded and played).
import { one, plain, type Tx } from '@lyceum/kit/db'
import type { Finder } from '@lyceum/kit/routes'
import { defineService } from '@lyceum/kit/service'
import { courseMirrorMigrations } from '@lyceum/course/mirror/consumers'
import { authorise, courseFinder } from '@lyceum/course/mirror/rules'
import { identityMirrorMigrations } from '@lyceum/identity/mirror/consumers'
import { activityRoutes } from './activities/routes.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import type { Deps } from './deps.ts'
import { PrismaClient } from './generated/client.ts'
import { moduleRoutes } from './modules/routes.ts'
import { findPlaySession, forgetPlays } from './plays/plays.ts'
import { playRoutes } from './plays/routes.ts'
import { progressRoutes } from './progress/routes.ts'
import { retelling } from './retell.ts'
import { todoRoutes } from './todo/routes.ts'

/** A thing of a course that is not deleted. */
const inCourse =
  (what: string): Finder =>
  async (tx: Tx, id: string) =>
    await one<{ org: string; course: string }>(
      tx,
      `
    select t.org_id::text as org, t.course_id::text as course from ${what} t join mirror.courses c on c.id = t.course_id and not c.deleted where t.id = $1::uuid`,
      id,
    )

export const service = defineService({
  name: 'activity',
  config,
  migrations: [
    identityMirrorMigrations,
    courseMirrorMigrations,
    { schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) },
  ],
  client: (adapter) => new PrismaClient({ adapter }),
  contracts,
  retelling,
  copies: ['uploads'],
  open: async ({ db, pool, kv, config, now }) => {
    const deps: Deps = { db, pool, kv, config, now }
    return {
      deps,
      mounts: [moduleRoutes, activityRoutes, playRoutes, progressRoutes, todoRoutes],
      authorise,
      finders: {
        course: courseFinder,
        module: inCourse('(select * from modules where not deleted)'),
        activity: inCourse('(select * from activities where not deleted)'),
        playSession: findPlaySession,
      },
      consumers,
      jobs: {
        'plays.forget': {
          every: 3_600_000,
          run: async () => {
            while ((await forgetPlays(plain(pool), now())) === 5000);
          },
        },
      },
    }
  },
})
