// Every course and everybody in it, told anew. Simulations are not: they end with the session that they belong to.
import { raiseNext, type Retelling } from '@lyceum/kit/retell'
import { CourseChangedSchema } from '@lyceum/proto/course'
import { tellCourses } from './courses/course-row.ts'
import { retellMembers } from './enrolments/enrolments.ts'
import type { Prisma } from './generated/client.ts'

export const retelling: Retelling<Prisma.TransactionClient> = {
  async courses(tx, after) {
    const raised = await raiseNext(tx, 'courses', after)
    await tellCourses(tx, CourseChangedSchema, await tx.course.findMany({ where: { id: { in: raised } }, orderBy: { id: 'asc' } }))
    return raised.at(-1)
  },
  members: retellMembers,
}
