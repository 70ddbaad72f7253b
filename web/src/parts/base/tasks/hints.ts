// Lines of tasks.
import type { HintLine } from '../../../hint-lines.ts'

export default [{ on: ['taskChanged'], reads: [{ call: 'GET /api/tasks/:id', by: 'id' }, { call: 'GET /api/tasks' }] }] satisfies HintLine[]
