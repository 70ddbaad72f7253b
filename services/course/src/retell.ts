// Every course and everybody in it, told anew. Simulations are not: they end with the session that they belong to.
import { rows } from '@lyceum/kit/db'
import { nextVersion } from '@lyceum/kit/outbox'
import { afterNothing, retellAtOnce, type Retelling } from '@lyceum/kit/retell'
import { CourseChangedSchema } from '@lyceum/proto/course'
import { tellCourse } from './courses/course-row.ts'
import { retellMembers } from './enrolments/enrolments.ts'
import type { Prisma } from './generated/client.ts'

export const retelling: Retelling<Prisma.TransactionClient> = {
  async courses(tx, after) {
    const raised = await rows<{ id: string }>(
      tx,
      `
      update courses set version = ${nextVersion()} where id in (
        select id from courses where id > $1::uuid order by id limit ${retellAtOnce} for update) returning id::text`,
      after || afterNothing,
    )
    const found = await tx.course.findMany({ where: { id: { in: raised.map(({ id }) => id) } }, orderBy: { id: 'asc' } })
    for (const row of found) await tellCourse(tx, CourseChangedSchema, row)
    return found.at(-1)?.id
  },
  members: retellMembers,
}
