// Resync of course: every course and its members are emitted again. Simulations are not: they end with their session.
import { raiseVersions, type ResyncSteps } from '@lyceum/kit/facts/resync'
import { CourseChangedSchema } from '@lyceum/proto/course'
import { readRows } from './courses/course-rows.ts'
import { emitCourses, holdCovers } from './courses/course-facts.ts'
import { resyncGroups, resyncSets } from './groups/group-rows.ts'
import { resyncMembers } from './enrolments/enrolment-rows.ts'
import { emitTerm } from './terms/terms.ts'
import type { Prisma } from './generated/client.ts'

export const resync: ResyncSteps<Prisma.TransactionClient> = {
  async courses(tx, after) {
    const raised = await raiseVersions(tx, 'courses', after)
    const courses = (await readRows(tx, raised)).map(({ row }) => row)
    await emitCourses(tx, CourseChangedSchema, courses)
    await holdCovers(
      tx,
      courses.filter(({ coverUploadId }) => coverUploadId),
    )
    return raised.at(-1)
  },
  members: resyncMembers,
  groupSets: resyncSets,
  groups: resyncGroups,
  async terms(tx, after) {
    const raised = await raiseVersions(tx, 'terms', after)
    for (const id of raised) await emitTerm(tx, id)
    return raised.at(-1)
  },
}
