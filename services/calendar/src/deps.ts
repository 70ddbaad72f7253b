// Dependencies of calendar's functions, made when the service opens.
import type { Pool } from 'pg'
import type { Config } from './config.ts'
import type { KeptParts } from './entries/kept-parts.ts'
import type { Prisma } from './generated/client.ts'

/** The dependencies of every function of calendar. In a write `db` is the call's transaction; `pool` is for hot paths. */
export type Deps = { db: Prisma.TransactionClient; pool: Pool; config: Config; parts: KeptParts; now(): Date }
