import type { Environment } from '@lyceum/kit/config'

export const config = (env: Environment) => ({
  /** Actions taken but not yet durable; more are refused with 503. */
  mostWaiting: env.integer('USER_ACTIONS_WAITING', 20_000, { min: 100, max: 1_000_000 }),
})
export type Config = ReturnType<typeof config>
