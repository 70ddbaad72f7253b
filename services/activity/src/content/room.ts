// The room of content: modules, activities in their order, the plan, texts with their versions and drafts.
import { run } from '@lyceum/kit/database/database'
import { raiseVersions } from '@lyceum/kit/facts/resync'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { finderIn } from '../finders.ts'
import type { Room } from '../room.ts'
import { openActivities } from './activities/openings.ts'
import { activityRoutes } from './activities/routes.ts'
import { deletionRoutes } from './deletions/routes.ts'
import { eraseDrafts, purgeCourseDrafts, purgeDrafts, resyncDrafts, sweepDrafts } from './drafts/drafts.ts'
import { draftRoutes } from './drafts/routes.ts'
import { editorRoutes } from './editors/routes.ts'
import { resyncModules } from './modules/modules.ts'
import { moduleRoutes } from './modules/routes.ts'
import { copySyllabuses } from './syllabuses/copy-syllabuses.ts'
import { syllabusRoutes } from './syllabuses/routes.ts'
import { resyncSyllabuses } from './syllabuses/syllabus-row.ts'
import { purgeSyllabuses } from './syllabuses/syllabuses.ts'
import { versionRoutes } from './versions/routes.ts'
import { eraseVersions } from './versions/versions.ts'

export const contentRoom = {
  routes: [moduleRoutes, syllabusRoutes, activityRoutes, deletionRoutes, draftRoutes, versionRoutes, editorRoutes],
  finders: {
    module: finderIn('(select * from modules where not deleted)'),
    deletedModule: finderIn('(select * from modules where deleted)'),
    syllabus: finderIn('(select * from syllabuses where not deleted)'),
    deletedSyllabus: finderIn('(select * from syllabuses where deleted)'),
  },
  jobs: ({ deps: { now }, database }) => ({
    sweepDrafts: {
      every: 3_600_000,
      run: () => repeatWhileFull((size) => database.$transaction((tx) => sweepDrafts(tx, now(), size)), 500),
    },
    openActivities: { every: 5000, run: () => repeatWhileFull((size) => openActivities(database, size), 200) },
  }),
  courseCopied: (tx, { from, org, course, as }, days) => copySyllabuses(tx, from, { org, course }, as, days),
  async purge(tx, activities) {
    await purgeDrafts(tx, activities)
    await run(tx, 'delete from syllabus_items where item_id = any($1)', activities)
  },
  purgeBin: purgeSyllabuses,
  purgeCourse: purgeCourseDrafts,
  async erase(tx, person) {
    await eraseDrafts(tx, person)
    await eraseVersions(tx, person)
  },
  resync: {
    modules: resyncModules,
    syllabuses: resyncSyllabuses,
    async drafts(tx, after) {
      const raised = await raiseVersions(tx, 'text_drafts', after)
      await resyncDrafts(tx, raised)
      return raised.at(-1)
    },
  },
} satisfies Room
