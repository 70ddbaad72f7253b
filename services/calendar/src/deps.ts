import type { PrismaClient } from './generated/client.ts'

/** What every function of calendar may need. */
export type Deps = { db: PrismaClient; now(): Date }
