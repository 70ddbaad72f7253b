// Owns the calendar: events, timetables, meetings, and the addresses by which it is read elsewhere.
// Emits every change of them, and the alerts of events that are due.
// Consumes identity and course (names, rights and holidays, by their mirrors and terms) and upload (files of events; teaching-and-research groups, which meet).
import { auditWithin } from '@lyceum/course/mirror/audit-within'
import { courseMirrorMigrations } from '@lyceum/course/mirror/consumers'
import { courseFinder, courseRules } from '@lyceum/course/mirror/rules'
import { identityMirrorMigrations } from '@lyceum/identity/mirror/consumers'
import { one, plain, plainDatabase } from '@lyceum/kit/database/database'
import type { HandlersOf } from '@lyceum/kit/jobs/jobs'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { defineService } from '@lyceum/kit/service'
import { colourRoutes } from './colours/routes.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import type { Deps } from './deps.ts'
import { keptParts } from './entries/kept-parts.ts'
import { entryRoutes } from './entries/routes.ts'
import { purgeEvents } from './events/event-row.ts'
import { remind } from './events/reminding.ts'
import { eventRoutes } from './events/routes.ts'
import { feedRoutes } from './feeds/routes.ts'
import { PrismaClient } from './generated/client.ts'
import { importRoutes } from './imports/routes.ts'
import type { Jobs } from './jobs.ts'
import { lessonRoutes } from './lessons/routes.ts'
import { meetingRoutes } from './meetings/routes.ts'
import { resync } from './resync.ts'
import { roomRoutes } from './rooms/routes.ts'
import { timetableRoutes } from './timetables/routes.ts'

export const service = defineService({
  name: 'calendar',
  config,
  migrations: [
    identityMirrorMigrations,
    courseMirrorMigrations,
    { schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) },
  ],
  client: (adapter) => new PrismaClient({ adapter }),
  contracts,
  auditWithin,
  resync,
  projections: ['uploads', 'terms', 'research_groups', 'research_group_members'],
  open: async ({ db, pool, config, now }) => {
    const deps: Deps = { db, pool, config, parts: keptParts(), now }
    return {
      deps,
      rules: courseRules,
      routes: [eventRoutes, timetableRoutes, lessonRoutes, meetingRoutes, roomRoutes, entryRoutes, colourRoutes, feedRoutes, importRoutes],
      finders: {
        course: courseFinder,
        timetable: async (tx, id) =>
          await one<{ org: string; course: string }>(
            tx,
            `select t.org_id::text as org, t.course_id::text as course from timetables t
             join mirror.courses c on c.id = t.course_id and not c.deleted where t.id = $1::uuid`,
            id,
          ),
      },
      consumers,
      jobs: {
        remindOfEvents: {
          every: 5000,
          run: () => repeatWhileFull((size) => remind(plainDatabase(pool), config.grantKeys, now(), size), 100),
        },
        purgeEvents: { every: 3_600_000, run: () => repeatWhileFull((size) => purgeEvents(plain(pool), now(), size)) },
      } satisfies HandlersOf<Jobs, Deps>,
    }
  },
})
