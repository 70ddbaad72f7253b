// What a task's job needs of its process; startServiceJobs gives it.
import type { Tx } from '../database/database.ts'
import type { Kv } from '../kv/kv.ts'

export type TaskPorts = { sql: Tx; kv: Kv }
