// The activity service: owns modules, activities, play sessions and progress.
// Emits every change of a module or an activity, and progress at each 5 % and at completion.
// Consumes identity and course (names and rights, by their mirrors) and upload (files to embed and play).
import { one, plain, plainDatabase, type Tx } from '@lyceum/kit/database/database'
import type { Finder } from '@lyceum/kit/calls/routes'
import type { HandlersOf } from '@lyceum/kit/jobs/jobs'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { defineService } from '@lyceum/kit/service'
import { courseMirrorMigrations } from '@lyceum/course/mirror/consumers'
import { courseFinder, courseRules } from '@lyceum/course/mirror/rules'
import { identityMirrorMigrations } from '@lyceum/identity/mirror/consumers'
import { activityRoutes } from './activities/routes.ts'
import { keptContents } from './activities/shared-content.ts'
import { purgeBin } from './bin/bin.ts'
import { binRoutes } from './bin/routes.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import { contentListRoutes } from './content-lists/routes.ts'
import { copyContentJob } from './copies/course-copy.ts'
import { copyRoutes } from './copies/routes.ts'
import { deletionRoutes } from './deletions/routes.ts'
import type { Deps } from './deps.ts'
import { documentRoutes } from './documents/routes.ts'
import { sweepDrafts } from './drafts/drafts.ts'
import { draftRoutes } from './drafts/routes.ts'
import { editorRoutes } from './editors/routes.ts'
import { PrismaClient } from './generated/client.ts'
import type { Jobs } from './jobs.ts'
import { openActivities } from './activities/openings.ts'
import { moduleRoutes } from './modules/routes.ts'
import { findPlaySession, deleteExpiredPlays } from './plays/plays.ts'
import { playRoutes } from './plays/routes.ts'
import { prerequisiteRoutes } from './prerequisites/routes.ts'
import { measureCompletion } from './progress/measuring.ts'
import { progressRoutes } from './progress/routes.ts'
import { deleteTrials } from './progress/trials.ts'
import { resyncSteps } from './resync.ts'
import { syllabusRoutes } from './syllabuses/routes.ts'
import { rewriteManyTimes } from './times/personal-times.ts'
import { timeRoutes } from './times/routes.ts'
import { todoRoutes } from './todo/routes.ts'
import { versionRoutes } from './versions/routes.ts'

/** A finder of the rows of a table (or subquery) that belong to a course; deleted courses are left out. */
const finderIn =
  (table: string): Finder =>
  async (tx: Tx, id: string) =>
    await one<{ org: string; course: string }>(
      tx,
      `
    select t.org_id::text as org, t.course_id::text as course from ${table} t join mirror.courses c on c.id = t.course_id and not c.deleted where t.id = $1::uuid`,
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
  resync: resyncSteps,
  projections: ['uploads'],
  open: async ({ db, pool, kv, config, now }) => {
    const deps: Deps = { db, pool, kv, config, contents: keptContents(), now }
    return {
      deps,
      routes: [
        moduleRoutes,
        syllabusRoutes,
        activityRoutes,
        contentListRoutes,
        binRoutes,
        deletionRoutes,
        copyRoutes,
        draftRoutes,
        versionRoutes,
        editorRoutes,
        playRoutes,
        documentRoutes,
        prerequisiteRoutes,
        progressRoutes,
        timeRoutes,
        todoRoutes,
      ],
      rules: courseRules,
      finders: {
        course: courseFinder,
        module: finderIn('(select * from modules where not deleted)'),
        activity: finderIn('(select * from activities where not deleted)'),
        deletedActivity: finderIn('(select * from activities where deleted)'),
        syllabus: finderIn('(select * from syllabuses where not deleted)'),
        deletedModule: finderIn('(select * from modules where deleted)'),
        deletedSyllabus: finderIn('(select * from syllabuses where deleted)'),
        playSession: findPlaySession,
        allowance: finderIn('allowances'),
        orgAllowance: async (tx, id) =>
          await one<{ org: string }>(tx, 'select org_id::text as org from allowances where id = $1 and course_id is null', id),
      },
      consumers,
      jobs: {
        rewriteTimes: rewriteManyTimes,
        measureCompletion,
        copyContent: copyContentJob(db),
        purgeBin: {
          every: 3_600_000,
          run: () => repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => purgeBin(tx, now(), size))),
        },
        sweepDrafts: {
          every: 3_600_000,
          run: () => repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => sweepDrafts(tx, now(), size)), 500),
        },
        sweepPlays: {
          every: 3_600_000,
          formerly: 'plays.forget',
          run: () => repeatWhileFull((size) => deleteExpiredPlays(plain(pool), now(), size)),
        },
        sweepTrials: { every: 3_600_000, run: () => repeatWhileFull((size) => deleteTrials(plain(pool), now(), size), 500) },
        openActivities: { every: 5000, run: () => repeatWhileFull((size) => openActivities(plainDatabase(pool), size), 200) },
      } satisfies HandlersOf<Jobs, Deps>,
    }
  },
})
