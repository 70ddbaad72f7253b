import type { Blobs } from '@lyceum/kit/blobs'
import type { Grant } from '@lyceum/kit/grant'
import type { Kv } from '@lyceum/kit/kv'
import type { Log } from '@lyceum/kit/log'
import type { ServedRecorder } from '@lyceum/kit/served'
import type { Config } from './config.ts'
import type { Prisma, PrismaClient } from './generated/client.ts'

/** A transaction, or the plain client. */
export type Db = Prisma.TransactionClient
/** An upload with its renditions. */
export type UploadRow = Prisma.UploadGetPayload<{ include: { videos: true } }>
type Opened = { grant: Grant; row: UploadRow }
/** `of`: for calls that a person makes of an upload; a grant of another person or upload is refused like one that has ended. */
export type Opening = (grant: string, of?: { person: string; upload: string }) => Promise<Opened>

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
