import type { Kv } from '@lyceum/kit/kv'
import type { Pool } from 'pg'
import type { Config } from './config.ts'
import type { Prisma } from './generated/client.ts'

/** What every function of activity may need. In a write `db` is the call's transaction; `pool` is for hot paths. */
export type Deps = { db: Prisma.TransactionClient; pool: Pool; kv: Kv; config: Config; now(): Date }
