// Settings of calendar, read from the environment.
import type { Environment } from '@lyceum/kit/config'
import { grantKeys } from '@lyceum/upload/mirror/grant'

export const config = (env: Environment) => ({
  /** The same keys as upload's. */
  grantKeys: grantKeys(env.required('GRANT_KEYS')),
})
export type Config = ReturnType<typeof config>
