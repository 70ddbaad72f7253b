// The jobs of course: kind → payload. service.ts binds their handlers.
import { enqueueFor } from '@lyceum/kit/jobs/jobs'
import { type OfTask, startTaskFor } from '@lyceum/kit/tasks/tasks'
import type { NextTerm } from './copies/api.ts'
import type { Reading } from './registers/csv-register.ts'

export type Jobs = {
  /** Mails an invitation to its person; `base`: the site's own address. */
  mailInvite: { invite: string; base: string }
  /** Copies of these courses for the next term, under the ids that they get; `person` asked for them. */
  makeNextTerm: OfTask &
    Omit<NextTerm, 'course_ids' | 'conditions' | 'except_ids'> & { courses: { from: string; to: string }[]; person: string; org: string }
  purgeCourses: undefined
  /** The courses of a term take on its name. */
  renameTerm: { term: string }
  /** The courses of a department that was merged into another become the other's. */
  moveCourses: { from: string; into: string }
  purgeGroups: undefined
  /** Courses and people of an organisation's register; `only`: of these courses, by the register's ids; `encodings`: those that were chosen for its files; `removals`: so many members may
   *  leave. `person` makes the new ones. */
  syncRegister: OfTask & { org: string; person: string; only?: string[]; encodings?: Reading['encodings']; removals?: number }
}
export const enqueue = enqueueFor<Jobs>()
export const startTask = startTaskFor<Jobs>('course')
