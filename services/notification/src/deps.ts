// Dependencies of notification's functions, made when the service opens.
import type { Database } from '@lyceum/kit/database/database'
import type { Kv } from '@lyceum/kit/kv/kv'
import type { Mailer } from '@lyceum/kit/messages/mail'
import type { Pool } from 'pg'
import type { Config } from './config.ts'

/** The dependencies of every function of notification. In a write `db` is the call's transaction; `pool` is for hot paths. */
export type Deps = {
  db: Database
  pool: Pool
  kv: Kv
  mail: Mailer
  config: Config
  now(): Date
}
