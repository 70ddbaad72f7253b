// Dependencies of identity's functions, made when the service opens.
import { isTransient, type Tx } from '@lyceum/kit/database/database'
import type { Kv } from '@lyceum/kit/kv/kv'
import type { Log } from '@lyceum/kit/telemetry/log'
import type { Mailer } from '@lyceum/kit/messages/mail'
import type { SmsSender } from '@lyceum/kit/messages/sms'
import type { Config } from './config.ts'
import type { Prisma, PrismaClient } from './generated/client.ts'

/** The dependencies of every function of identity. In a write `db` is the call's transaction. */
export type Deps = {
  db: Prisma.TransactionClient
  /** For work that opens its own transactions: counted tries must stay counted when the call is refused. */
  client: PrismaClient
  /** The same without Prisma, for hot paths: SQL by hand, each statement a transaction of its own. */
  sql: Tx
  /** For short reads: those of a moment share a connection. */
  reads: Tx
  kv: Kv
  mail: Mailer
  sms: SmsSender
  log: Log
  config: Config
  now(): Date
}

/** Does the work in a transaction of its own, which is committed once this resolves; again from the beginning after a deadlock. */
export async function inTransaction<R>(deps: Deps, work: (deps: Deps) => Promise<R>, { timeout = 9000 } = {}): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.client.$transaction((db) => work({ ...deps, db }), { timeout })
    } catch (error) {
      if (attempt === 4 || !isTransient(error)) throw error
    }
  }
}
