// Dependencies of activity's functions, made when the service opens.
import type { Kv } from '@lyceum/kit/kv/kv'
import type { Pool } from 'pg'
import type { Contents } from './content/activities/shared-content.ts'
import type { Config } from './config.ts'
import type { Prisma } from './generated/client.ts'
import type { KeptPapers } from './questions/papers/kept-papers.ts'

/** In a write `db` is the call's transaction; `pool` is for hot paths. */
export type Deps = { db: Prisma.TransactionClient; pool: Pool; kv: Kv; config: Config; contents: Contents; papers: KeptPapers; now(): Date }
