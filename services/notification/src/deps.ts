import type { Kv } from '@lyceum/kit/kv'
import type { PrismaClient } from './generated/client.ts'

/** What every function of notification may need. */
export type Deps = { db: PrismaClient; kv: Kv; now(): Date }
