import type { Kv } from '@lyceum/kit/kv'
import type { Log } from '@lyceum/kit/log'
import type { Mailer } from '@lyceum/kit/mail'
import type { SmsSender } from '@lyceum/kit/sms'
import type { Config } from './config.ts'
import type { Prisma, PrismaClient } from './generated/client.ts'

/** What every function of identity may need. In a write `db` is the call's transaction. */
export type Deps = {
  db: Prisma.TransactionClient
  /** For work that opens its own transactions: what counts tries must stay counted when the call is refused. */
  client: PrismaClient
  kv: Kv
  mail: Mailer
  sms: SmsSender
  log: Log
  config: Config
  now(): Date
}

/** The same in a transaction of its own; what `work` hands back is true once this resolves. */
export const inTransaction = <R>(deps: Deps, work: (deps: Deps) => Promise<R>): Promise<R> =>
  deps.client.$transaction((db) => work({ ...deps, db }), { maxWait: 5000, timeout: 9000 })
