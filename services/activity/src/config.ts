// Settings of activity, read from the environment.
import type { Environment } from '@lyceum/kit/config'
import { grantKeys } from '@lyceum/upload/mirror/grant'

export type Config = ReturnType<typeof config>

export const config = (env: Environment) => ({
  /** The same keys as upload's. */
  grantKeys: grantKeys(env.required('GRANT_KEYS')),
})
