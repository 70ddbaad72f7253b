// Settings of statistics, read from the environment.
import type { Environment } from '@lyceum/kit/config'

export const config = (env: Environment) => ({
  /** User actions accepted and not yet durable; further ones are refused with 503. */
  maxWaiting: env.integer('USER_ACTIONS_WAITING', 20_000, { min: 100, max: 1_000_000 }),
})
export type Config = ReturnType<typeof config>
