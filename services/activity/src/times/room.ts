// The room of times: what holds of dates for each person, and what an activity waits for.
import { MemberChangedSchema, MemberJoinedSchema } from '@lyceum/proto/course'
import { onMany } from '@lyceum/kit/facts/consumer'
import { one, run } from '@lyceum/kit/database/database'
import { finderIn } from '../finders.ts'
import type { Room } from '../room.ts'
import { eraseTimes, rewriteManyTimes, welcomeStudents } from './personal-times.ts'
import { prerequisiteRoutes } from './prerequisites/routes.ts'
import { timeRoutes } from './routes.ts'

export const timesRoom = {
  routes: [prerequisiteRoutes, timeRoutes],
  finders: {
    allowance: finderIn('allowances'),
    orgAllowance: async (tx, id) =>
      await one<{ org: string }>(tx, 'select org_id::text as org from allowances where id = $1 and course_id is null', id),
  },
  // after the mirror has the membership
  consumers: {
    course: { memberJoined: onMany(MemberJoinedSchema, welcomeStudents), memberChanged: onMany(MemberChangedSchema, welcomeStudents) },
  },
  jobs: () => ({ rewriteTimes: rewriteManyTimes }),
  purgeCourse: (tx, course) => run(tx, 'delete from allowances where course_id = $1', course),
  erase: eraseTimes,
} satisfies Room
