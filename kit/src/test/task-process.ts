// A process for tests of tasks: runs the jobs of a database given as argument, and hangs in the middle of each.
import { pino } from 'pino'
import { openPool } from '../database/connections.ts'
import { startServiceJobs } from '../jobs/service-jobs.ts'
import { memoryKv } from '../kv/memory.ts'
import { taskJob } from '../tasks/task-job.ts'
import { createMetrics } from '../telemetry/metrics.ts'

startServiceJobs({
  handlers: {
    sort: taskJob(async ({ progress }) => {
      await progress(0.5, 'half')
      return await new Promise<undefined>(() => {})
    }),
  },
  workers: {},
  worker: undefined,
  everyKind: true,
  deps: {},
  pool: openPool(process.argv[2]!),
  kv: memoryKv(),
  log: pino({ level: 'silent' }),
  metrics: createMetrics(),
  now: () => new Date(),
  onCommit: () => {},
})
