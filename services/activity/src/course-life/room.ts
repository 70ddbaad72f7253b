// The room of a course's life: its bin, its copies, its end, and the trials in it.
import { run } from '@lyceum/kit/database/database'
import { on } from '@lyceum/kit/facts/consumer'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { CourseCreatedSchema, CoursePurgedSchema } from '@lyceum/proto/course'
import type { Room } from '../room.ts'
import { inEveryRoom } from '../lifecycle.ts'
import { purgeBin } from './bin/bin.ts'
import { purgeCourse } from './bin/purge-course.ts'
import { binRoutes } from './bin/routes.ts'
import { beginCopy, copyContentJob } from './copies/course-copy.ts'
import { copyRoutes } from './copies/routes.ts'

export const courseLifeRoom = {
  routes: [binRoutes, copyRoutes],
  consumers: { course: { courseCreated: on(CourseCreatedSchema, beginCopy), coursePurged: on(CoursePurgedSchema, purgeCourse) } },
  jobs: ({ deps: { now }, client, database }) => ({
    copyContent: copyContentJob(client),
    sweepTrials: {
      every: 3_600_000,
      run: () => repeatWhileFull((size) => database.$transaction((tx) => inEveryRoom('purgeTrials', tx, now(), size)), 200),
    },
    purgeBin: {
      every: 3_600_000,
      run: () => repeatWhileFull((size) => database.$transaction((tx) => purgeBin(tx, now(), size))),
    },
  }),
  purgeCourse: (tx, course) => run(tx, 'delete from course_copies where course_id = $1', course),
} satisfies Room
