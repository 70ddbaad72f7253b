import type { Blobs } from '@lyceum/kit/blobs'
import type { Kv } from '@lyceum/kit/kv'
import type { Log } from '@lyceum/kit/log'
import type { ServedRecorder } from '@lyceum/kit/served'
import type { Opening } from './bytes/opening.ts'
import type { Config } from './config.ts'
import type { Prisma, PrismaClient } from './generated/client.ts'

/** A transaction, or the plain client. */
export type Db = Prisma.TransactionClient
export type Deps = {
  db: Db
  /** For work that opens its own transactions. */
  client: PrismaClient
  config: Config
  blobs: Blobs
  kv: Kv
  /** Opens a grant, if it still holds. */
  openGrant: Opening
  /** Tells who counts watching what was served. */
  recordServed: ServedRecorder
  log: Log
  now(): Date
  /** Facts or jobs were committed outside of a call. */
  committed(): void
}
