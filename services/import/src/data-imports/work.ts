// The work of a run, as its jobs hand it on: the context of the task, and the owners by the calls of its person.
import type { TaskContext } from '@lyceum/kit/tasks/task-job'
import type { Deps } from '../deps.ts'
import type { Jobs } from '../jobs.ts'
import type { Owners } from './owners.ts'

export type RosterPayload = Jobs['checkRoster']
export type Work = TaskContext<Deps, RosterPayload> & { owners: Owners }
