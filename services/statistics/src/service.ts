// Owns the intake of user actions. Emits lyceum.statistics.v1.UserAction on the topic lyceum.user-actions.v1, without an outbox: stored
// 30 days, in one process in the log table. Consumes the mirror of identity, for memberships and the organisations that track.
import { courseRules } from '@lyceum/course/mirror/rules'
import { identityMirrorMigrations } from '@lyceum/identity/mirror/consumers'
import { defineService } from '@lyceum/kit/service'
import type { Deps } from './deps.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import { tracking } from './user-actions/tracking.ts'
import { userActionRoutes } from './user-actions/routes.ts'

export const service = defineService({
  name: 'statistics',
  config,
  migrations: [identityMirrorMigrations, { schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) }],
  contracts,
  open: async ({ db, pool, bus, metrics, now, config: { maxWaiting } }) => {
    const load = { waiting: 0 }
    metrics.gauge('lyceum_user_actions_waiting', () => load.waiting)
    const busActions = bus.actions(pool)
    metrics.count('lyceum_user_actions_total', {}, 0) // there from the first scrape
    const actions = {
      ...busActions,
      async append(records: { key: string; value: string }[]) {
        await busActions.append(records)
        metrics.count('lyceum_user_actions_total', {}, records.length)
      },
    }
    const deps: Deps = { db, actions, tracking: tracking(db), load, maxWaiting, now }
    return { deps, rules: courseRules, routes: [userActionRoutes], consumers, close: () => actions.close() }
  },
})
