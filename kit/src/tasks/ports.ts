// Ports of a task's job in its process; startServiceJobs sets them.
import type { Tx } from '../database/database.ts'
import type { Kv } from '../kv/kv.ts'

export type TaskPorts = { sql: Tx; kv: Kv }
