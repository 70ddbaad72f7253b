// The room of the gradebook: scores, their items and categories, results, and the rules they are calculated by.
import { one, run } from '@lyceum/kit/database/database'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { finderIn } from '../finders.ts'
import type { Room } from '../room.ts'
import { purgeItems } from './score-policies/binned-items.ts'
import { scorePolicyRoutes } from './score-policies/routes.ts'
import { copyBook } from './scores/copy-scores.ts'
import { followItems } from './scores/follow-item.ts'
import { sweepMissing } from './scores/missing.ts'
import { recalculateResults } from './scores/recalculate-results.ts'
import { releaseDue } from './scores/release-scores.ts'
import { scoreRoutes } from './scores/routes.ts'
import { eraseScores, purgeBook, resyncScores } from './scores/upkeep.ts'

export const gradebookRoom = {
  routes: [scorePolicyRoutes, scoreRoutes],
  finders: {
    scoreItem: finderIn('(select * from score_items where not deleted)'),
    deletedScoreItem: finderIn('(select * from score_items where deleted and activity_id is null)'),
    scoreCategory: finderIn('score_categories'),
    orgScoreScale: async (tx, id) => await one<{ org: string }>(tx, 'select org_id::text as org from score_scales where id = $1', id),
  },
  jobs: ({ deps: { now }, database }) => ({
    recalculateResults,
    sweepMissing: {
      every: 30_000,
      run: () => repeatWhileFull((size) => database.$transaction((tx) => sweepMissing(tx, now(), size)), 20),
    },
    releaseScores: { every: 5000, run: () => repeatWhileFull((size) => database.$transaction((tx) => releaseDue(tx, now(), size)), 20) },
  }),
  written: followItems,
  // missing work is looked for anew
  timesChanged: (tx, activities) => run(tx, 'update score_items set sweep_at = now() where activity_id = any($1)', activities),
  courseCopied: (tx, { from, org, course, as }) => copyBook(tx, from, { org, course }, as),
  purgeBin: purgeItems,
  purgeCourse: purgeBook,
  erase: eraseScores,
  resync: { scores: resyncScores },
} satisfies Room
