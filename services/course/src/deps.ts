import type { Kv } from '@lyceum/kit/kv'
import type { Config } from './config.ts'
import type { Prisma } from './generated/client.ts'

/** What every function of course may need. In a write `db` is the call's transaction. */
export type Deps = { db: Prisma.TransactionClient; kv: Kv; config: Config; now(): Date }
