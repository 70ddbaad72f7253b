// The shape of a room: a part of activity that owns tables and calls, with its part in the lifecycle of activities, courses and people.
import type { Finder, Routes } from '@lyceum/kit/calls/routes'
import type { Database } from '@lyceum/kit/database/database'
import type { Consumers } from '@lyceum/kit/facts/consumer'
import type { ResyncSteps } from '@lyceum/kit/facts/resync'
import type { HandlersOf } from '@lyceum/kit/jobs/jobs'
import type { Deps } from './deps.ts'
import type { Prisma, PrismaClient } from './generated/client.ts'
import type { Jobs } from './jobs.ts'
import type { Lifecycle } from './lifecycle.ts'

/** For the handlers of jobs: the service's dependencies, and its database outside of a transaction, with Prisma and without. */
export type JobEnvironment = { deps: Deps; client: PrismaClient; database: Database }
export type Room = Lifecycle & {
  routes?: readonly Routes[]
  finders?: Record<string, Finder>
  consumers?: Consumers
  jobs?(environment: JobEnvironment): Partial<HandlersOf<Jobs, Deps>>
  resync?: ResyncSteps<Prisma.TransactionClient>
}
