// Dependencies of calendar's functions, made when the service opens.
import type { PrismaClient } from './generated/client.ts'

/** The dependencies of every function of calendar. */
export type Deps = { db: PrismaClient; now(): Date }
