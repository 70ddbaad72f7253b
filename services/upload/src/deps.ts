// Dependencies of upload's functions, made when the service opens.
import type { Blobs } from '@lyceum/kit/blobs/blobs'
import type { Grant } from '../mirror/grant.ts'
import type { Kv } from '@lyceum/kit/kv/kv'
import type { Log } from '@lyceum/kit/telemetry/log'
import type { ServedRecorder } from '../mirror/served-seconds.ts'
import type { Config } from './config.ts'
import type { Prisma, PrismaClient } from './generated/client.ts'

/** A transaction, or the plain client. */
export type Db = Prisma.TransactionClient
/** An upload with its renditions. */
export type UploadRow = Prisma.UploadGetPayload<{ include: { videos: true } }>
type OpenedGrant = { grant: Grant; row: UploadRow }
/** `of`: the person and upload of the call, by its alias where the grant has one; a grant of another person or upload is refused like an ended one. */
export type OpenGrant = (grant: string, of?: { person: string; upload: string }) => Promise<OpenedGrant>

export type Deps = {
  db: Db
  /** For work that opens its own transactions. */
  client: PrismaClient
  config: Config
  blobs: Blobs
  kv: Kv
  /** Opens a grant, if it still holds. */
  openGrant: OpenGrant
  /** Records served seconds, for the counting of watched ones. */
  recordServed: ServedRecorder
  log: Log
  now(): Date
  /** Wakes relay and job worker after facts or jobs are committed outside of a call. */
  onCommit(): void
}
