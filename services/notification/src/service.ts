// Owns notifications with their ways to people (preferences, mails, push devices), bulletins of organisations and courses, and messages to members.
// Emits BulletinChanged, BulletinPublished, MessageSent and the files that bulletins hold. A notification concerns its recipient alone: their pages get a hint.
// Consumes the mirrors of identity and course, uploads for attachments, and the facts that people are notified of (registry/), its own too.
import { auditWithin } from '@lyceum/course/mirror/audit-within'
import { courseMirrorMigrations } from '@lyceum/course/mirror/consumers'
import { courseFinder, type CourseRef, courseRules } from '@lyceum/course/mirror/rules'
import { identityMirrorMigrations } from '@lyceum/identity/mirror/consumers'
import { one, plainDatabase, type Tx } from '@lyceum/kit/database/database'
import type { HandlersOf } from '@lyceum/kit/jobs/jobs'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { defineService } from '@lyceum/kit/service'
import { resync } from './bulletins/facts.ts'
import { bulletinRoutes } from './bulletins/routes.ts'
import { publishDue, purgeBulletins } from './bulletins/writing.ts'
import type { Deps } from './deps.ts'
import { deviceRoutes } from './devices/routes.ts'
import { gatherMail } from './deliveries/gather-mail.ts'
import { gatherPush, pushSending } from './deliveries/push.ts'
import { purgeMailDays } from './schedule/mail-day.ts'
import { mailSending, purgeMails } from './deliveries/send-mail.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import type { Jobs } from './jobs.ts'
import { purgeMessages } from './messages/messages.ts'
import { messageRoutes } from './messages/routes.ts'
import { deliver } from './notifications/deliver.ts'
import { deliverMissed } from './notifications/late.ts'
import { purgeNotices } from './notifications/notices.ts'
import { purgeOld, purgeRead } from './notifications/purge.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { preferenceRoutes } from './preferences/routes.ts'

/** A finder of the bulletins of courses. */
const bulletinFinder = (deleted: boolean) => async (tx: Tx, id: string) =>
  await one<CourseRef>(
    tx,
    `select org_id::text as org, course_id::text as course from bulletins where id = $1::uuid and course_id is not null and deleted = $2`,
    id,
    deleted,
  )

export const service = defineService({
  name: 'notification',
  config,
  migrations: [
    identityMirrorMigrations,
    courseMirrorMigrations,
    { schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) },
  ],
  contracts,
  auditWithin,
  resync,
  projections: ['uploads'],
  open: async ({ db, pool, kv, mail, config, now }) => {
    const deps: Deps = { db, pool, kv, mail, config, now }
    const jobs: HandlersOf<Jobs, Deps> = {
      // all notices of a bundle wait for one job: it goes on while a course or a person is not known here yet, and soon after
      deliverNotices: { run: deliver, formerly: 'deliver', maxTries: 50, backoff: (tries) => Math.min(30_000, 500 * 2 ** tries) },
      deliverHeld: deliver,
      deliverMissed,
      gatherMail: { run: gatherMail, concurrent: 4 },
      sendMail: mailSending,
      gatherPush: { run: gatherPush, concurrent: 4 },
      sendPush: pushSending,
      publishBulletins: {
        every: 20_000,
        run: () => repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => publishDue(tx, now(), size)), 50),
      },
      purgeNotices: { every: 3_600_000, run: () => repeatWhileFull((size) => purgeNotices(db, now(), size)) },
      purgeNotifications: {
        every: 3_600_000,
        run: async () => {
          for (const purge of [purgeRead, purgeOld]) await repeatWhileFull((size) => purge(db, deps, size))
          // each goes with its people, as many as 500
          await repeatWhileFull((size) => purgeMessages(db, deps, size), 100)
        },
      },
      purgeMails: {
        every: 3_600_000,
        run: async () => {
          await purgeMailDays(db, now())
          await repeatWhileFull((size) => purgeMails(db, now(), size))
        },
      },
      purgeBulletins: { every: 3_600_000, run: () => repeatWhileFull((size) => purgeBulletins(db, now(), size)) },
    }
    return {
      deps,
      rules: courseRules,
      finders: {
        course: courseFinder,
        courseBulletin: bulletinFinder(false),
        deletedCourseBulletin: bulletinFinder(true),
      },
      routes: [notificationRoutes, preferenceRoutes, deviceRoutes, bulletinRoutes, messageRoutes],
      consumers,
      jobs,
    }
  },
})
