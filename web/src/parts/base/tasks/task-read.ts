// The read of a task, for those who show it and those who look whether it is there.
import { query } from '../../../queries.ts'

export const taskRead = (id: string) => query('GET /api/tasks/:id', { params: { id } })
