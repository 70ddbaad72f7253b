import type { Environment } from '@lyceum/kit/config'
import { grantKeys } from '@lyceum/kit/grant'

export type Config = ReturnType<typeof config>

export const config = (env: Environment) => ({
  /** The same as upload's. */
  grantKeys: grantKeys(env.required('GRANT_KEYS')),
})
