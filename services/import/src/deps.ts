import type { PrismaClient } from './generated/client.ts'

/** What every function of import may need. */
export type Deps = { db: PrismaClient; now(): Date }
