// Settings of activity, read from the environment.
import type { Environment } from '@lyceum/kit/config'
import { secretKeys } from '@lyceum/kit/text/kept-secrets'
import { grantKeys } from '@lyceum/upload/mirror/grant'

export type Config = ReturnType<typeof config>

export const config = (env: Environment) => ({
  /** The same keys as upload's. */
  grantKeys: grantKeys(env.required('GRANT_KEYS')),
  /** Seal the addresses of live lectures in the database; without any, none can be kept. */
  secretKeys: secretKeys(env.mounted('SECRET_KEYS')),
})
