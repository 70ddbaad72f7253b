// Settings of course, read from the environment.
import type { Environment } from '@lyceum/kit/config'

export type Config = ReturnType<typeof config>

export const config = (env: Environment) => ({
  /** Wrong access codes a person may try in ten minutes. */
  codeTries: env.integer('ACCESS_CODE_TRIES', 10, { min: 1, max: 10_000 }),
})
