// A trial: progress of somebody who is no student of the course, which counts nowhere.
import type { CourseScope } from '@lyceum/course/mirror/rules'

/** Whether progress counts and is emitted: that of students. Teachers who look at their course, and anybody while simulating, are on trial. */
export const countsProgress = ({ access: { realRole, simulating } }: CourseScope): boolean => realRole === 'student' && !simulating
