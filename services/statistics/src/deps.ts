import type { Actions } from '@lyceum/kit/bus'
import type { PrismaClient } from './generated/client.ts'
import type { Tracking } from './user-actions/tracking.ts'

/** What every function of statistics may need. */
export type Deps = { db: PrismaClient; actions: Actions; tracking: Tracking; load: { waiting: number }; mostWaiting: number; now(): Date }
