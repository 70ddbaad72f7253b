// The room of live lectures: meetings behind the port of their providers, who has joined, recordings.
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import type { Room } from '../room.ts'
import { followActivities, noticeMeetings } from './news.ts'
import { meetingRoutes } from './meetings/routes.ts'
import { recordingRoutes } from './recordings/routes.ts'
import { eraseMeetings, purgeCourseMeetings, purgeMeetings, resealAddresses } from './upkeep.ts'

export const liveRoom = {
  routes: [meetingRoutes, recordingRoutes],
  jobs: ({ deps, database }) => ({
    noticeMeetings: {
      every: 30_000,
      run: () => repeatWhileFull((size) => database.$transaction((tx) => noticeMeetings(tx, deps.now(), size)), 50),
    },
    resealAddresses: {
      every: 3_600_000,
      run: async () => {
        await resealAddresses(database, deps)
      },
    },
  }),
  written: (tx, activities) => followActivities(tx, activities, new Date()),
  purge: purgeMeetings,
  purgeCourse: purgeCourseMeetings,
  erase: eraseMeetings,
} satisfies Room
