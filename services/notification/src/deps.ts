// Dependencies of notification's functions, made when the service opens.
import type { Kv } from '@lyceum/kit/kv/kv'
import type { PrismaClient } from './generated/client.ts'

/** The dependencies of every function of notification. */
export type Deps = { db: PrismaClient; kv: Kv; now(): Date }
