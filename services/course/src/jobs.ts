// The jobs of course: kind → payload. service.ts binds their handlers.
import { enqueueFor } from '@lyceum/kit/jobs/jobs'
import { type OfTask, startTaskFor } from '@lyceum/kit/tasks/tasks'
import type { NextTerm } from './copies/api.ts'
import type { Choosing } from './curricula/chosen.ts'
import type { Reading } from './registers/csv-register.ts'

export type Jobs = {
  /** The people of a class join the courses of a term; `link`: as that keeps them. */
  enrolKlass: OfTask & Choosing & { link?: string }
  /** Every class that is kept in step is looked at again. */
  followCurricula: undefined
  /** A class is brought in step with its term of a curriculum. */
  followLink: { link: string }
  /** The courses of a subject get its present code, or that of the subject into which it was merged. */
  followSubject: { subject: string }
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
  /** Courses come back to a department whose merge was taken back. */
  returnCourses: { department: string }
  /** Courses get the code of a subject again whose merge was taken back. */
  returnSubject: { subject: string }
  purgeGroups: undefined
  /** Courses and people of an organisation's register; `only`: of these courses, by the register's ids; `encodings`: those that were chosen for its files; `removals`: so many members may
   *  leave. `person` makes the new ones. */
  syncRegister: OfTask & { org: string; person: string; only?: string[]; encodings?: Reading['encodings']; removals?: number }
}
export const enqueue = enqueueFor<Jobs>()
export const startTask = startTaskFor<Jobs>('course')
