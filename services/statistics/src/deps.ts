// Dependencies of statistics's functions, made when the service opens.
import type { Database } from '@lyceum/kit/database/database'
import type { Actions } from '@lyceum/kit/bus/bus'
import type { Tracking } from './user-actions/tracking.ts'

/** The dependencies of every function of statistics. */
export type Deps = { db: Database; actions: Actions; tracking: Tracking; load: { waiting: number }; maxWaiting: number; now(): Date }
