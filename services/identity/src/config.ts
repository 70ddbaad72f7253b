import type { Environment } from '@lyceum/kit/config'

export type Config = ReturnType<typeof config>

export const config = (env: Environment) => ({
  /** A session that nobody uses ends after this many days. */
  sessionIdleDays: env.integer('SESSION_IDLE_DAYS', 14, { min: 1, max: 365 }),
  /** The address of the page in mails, without a slash at the end; unset: the one that the person has called. */
  publicUrl: env.optional('PUBLIC_URL')?.replace(/\/+$/, ''),
  /** Whether people of a demo school sign in by one click. */
  demo: env.flag('LYCEUM_DEMO', true),
  /** Where the installation offers a program for large files; unset: there is none. */
  blobClientUrl: env.optional('BLOB_CLIENT_URL'),
  /** However much it is used, it ends after this many days. */
  sessionDays: env.integer('SESSION_DAYS', 90, { min: 1, max: 3650 }),
})
