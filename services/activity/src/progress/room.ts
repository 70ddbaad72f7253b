// The room of progress: how far each person is, and the viewings it is counted by.
import { plain, run } from '@lyceum/kit/database/database'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import type { Room } from '../room.ts'
import { documentRoutes } from './documents/routes.ts'
import { measureCompletion } from './measuring.ts'
import { deleteExpiredPlays, findPlaySession } from './plays/plays.ts'
import { playRoutes } from './plays/routes.ts'
import { resyncProgress } from './resync.ts'
import { progressRoutes } from './routes.ts'
import { deleteTrials } from './trials.ts'

/** Tables with rows of an activity and of a person that no foreign key deletes with either. */
const tables = ['progress', 'play_sessions']

export const progressRoom = {
  routes: [playRoutes, documentRoutes, progressRoutes],
  finders: { playSession: findPlaySession },
  jobs: ({ deps: { pool, now } }) => ({
    measureCompletion,
    sweepPlays: {
      every: 3_600_000,
      formerly: 'plays.forget',
      run: () => repeatWhileFull((size) => deleteExpiredPlays(plain(pool), now(), size)),
    },
  }),
  async purge(tx, activities) {
    for (const table of tables) await run(tx, `delete from ${table} where activity_id = any($1)`, activities)
  },
  purgeTrials: deleteTrials,
  async erase(tx, person) {
    for (const table of tables) await run(tx, `delete from ${table} where person_id = $1`, person)
  },
  resync: { progress: resyncProgress },
} satisfies Room
