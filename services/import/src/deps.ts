// Dependencies of import's functions, made when the service opens.
import type { Transport } from '@lyceum/kit/calls/transport'
import type { Database } from '@lyceum/kit/database/database'
import type { Config } from './config.ts'

/** The dependencies of every function of import. */
export type Deps = {
  db: Database
  /** The same database in plain SQL, for the large statements of jobs. */
  sql: Database
  door: Transport
  config: Config
  now(): Date
}
