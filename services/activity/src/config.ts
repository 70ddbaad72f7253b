// Settings of activity, read from the environment.
import type { Environment } from '@lyceum/kit/config'
import { secretKeys } from '@lyceum/kit/text/kept-secrets'
import { grantKeys } from '@lyceum/upload/mirror/grant'

export type Config = ReturnType<typeof config>

export const config = (env: Environment) => ({
  /** The same keys as upload's. */
  grantKeys: grantKeys(env.required('GRANT_KEYS')),
  /** Seal the addresses of live lectures and the secrets of their providers in the database; without any, none can be kept. */
  secretKeys: secretKeys(env.mounted('SECRET_KEYS')),
  /** Origins of servers of meetings that may be in an inner network; others are public. */
  meetingHosts: env.list('MEETING_HOSTS').map((address) => new URL(address).origin),
})
