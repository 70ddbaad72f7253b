// The room of live lectures: meetings behind the port of their providers, accounts there, who has joined, recordings.
import { on } from '@lyceum/kit/facts/consumer'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { CourseDeletedSchema, CourseRestoredSchema } from '@lyceum/proto/course'
import { UploadChangedSchema, UploadDeletedSchema, UploadFailedSchema, UploadReadySchema } from '@lyceum/proto/upload'
import { finderIn } from '../finders.ts'
import type { Room } from '../room.ts'
import { meetingTypes } from '../types/activity-types.ts'
import { accountRoutes } from './accounts/routes.ts'
import { resealAccounts } from './accounts/accounts.ts'
import { liveListRoutes } from './management/routes.ts'
import { followActivities, followModules, noticeMeetings } from './news.ts'
import { meetingRoutes } from './meetings/routes.ts'
import { takeFilm, takeFilmLater } from './recordings/fetching.ts'
import { takeFilms } from './recordings/recordings.ts'
import { recordingRoutes } from './recordings/routes.ts'
import { arrangeMeeting } from './watching/arranging.ts'
import { arrangeOfCourse, cancelMeeting } from './watching/rearranging.ts'
import { atOnce, watchMeetings } from './watching/watching.ts'
import { eraseMeetings, purgeCourseMeetings, purgeMeetings, resealAddresses, resyncMeetings } from './upkeep.ts'

export const liveRoom = {
  routes: [meetingRoutes, recordingRoutes, accountRoutes, liveListRoutes],
  // one that was called off is read in the bin too
  finders: {
    meeting: finderIn(
      '(select a.* from activities a left join meetings m on m.activity_id = a.id where not a.deleted or m.called_off is not null)',
    ),
  },
  consumers: {
    course: { courseDeleted: on(CourseDeletedSchema, arrangeOfCourse), courseRestored: on(CourseRestoredSchema, arrangeOfCourse) },
    upload: {
      uploadChanged: on(UploadChangedSchema, takeFilmLater),
      uploadReady: on(UploadReadySchema, takeFilmLater),
      uploadFailed: on(UploadFailedSchema, takeFilmLater),
      uploadDeleted: on(UploadDeletedSchema, takeFilmLater),
    },
  },
  jobs: ({ deps, client, database }) => ({
    takeFilm: ({ job: { payload } }) => takeFilm(deps, client, payload.recording),
    noticeMeetings: {
      every: 30_000,
      run: () => repeatWhileFull((size) => database.$transaction((tx) => noticeMeetings(tx, deps.now(), size)), 50),
    },
    resealAddresses: {
      every: 3_600_000,
      run: async () => {
        await resealAddresses(database, deps)
        await resealAccounts(database, deps)
      },
    },
    arrangeMeeting: {
      run: (context) => arrangeMeeting(deps, database, context),
      // ten minutes apart: a provider may be away until the lecture is over; of one without times for a week
      maxTries: 1000,
      backoff: (tries) => Math.min(600_000, 2000 * 2 ** tries),
    },
    cancelMeeting: {
      run: (context) => cancelMeeting(deps, database, context),
      maxTries: 200,
      backoff: (tries) => Math.min(600_000, 2000 * 2 ** tries),
    },
    watchMeetings: {
      every: 15_000,
      run: async ({ signal }) => {
        // after a full round there may be more
        for (let round = 0; round < 10 && !signal.aborted; round++) if ((await watchMeetings(deps, database, signal)) < atOnce) break
      },
    },
  }),
  written: async (tx, activities) => {
    await followActivities(tx, activities, new Date())
    const lectures = activities.filter(({ type, deleted }) => meetingTypes.includes(type) && !deleted)
    await takeFilms(
      tx,
      lectures.map(({ id }) => id),
    )
  },
  timesChanged: (tx, activities, persons) => followModules(tx, activities, persons, new Date()),
  purge: purgeMeetings,
  purgeCourse: purgeCourseMeetings,
  erase: eraseMeetings,
  resync: { meetings: resyncMeetings },
} satisfies Room
