// Settings of identity, read from the environment.
import type { Environment } from '@lyceum/kit/config'
import { secretKeys } from '@lyceum/kit/text/kept-secrets'

export type Config = ReturnType<typeof config>

export const config = (env: Environment) => ({
  /** Days without use after which a session ends. */
  sessionIdleDays: env.integer('SESSION_IDLE_DAYS', 14, { min: 1, max: 365 }),
  /** Address of the page in mails, without a slash at the end; unset: the address of the request. */
  publicUrl: env.optional('PUBLIC_URL')?.replace(/\/+$/, ''),
  /** Whether people of a demo school sign in by one click. */
  demo: env.flag('LYCEUM_DEMO', true),
  /** Address of the installation's program for large files; unset: none. */
  blobClientUrl: env.optional('BLOB_CLIENT_URL'),
  /** Seal the keys of workplace messengers in the database; without any, none can be set up. */
  secretKeys: secretKeys(env.mounted('SECRET_KEYS')),
  /** Addresses of messengers that the operator runs or relays, by kind; the others are reached at their public ones. */
  workplaceHosts: env.map('WORKPLACE_HOSTS'),
  /** Days after which a session ends in any case. */
  sessionDays: env.integer('SESSION_DAYS', 90, { min: 1, max: 3650 }),
})
