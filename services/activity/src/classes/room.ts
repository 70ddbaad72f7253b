// The room of classes: sessions of a class, roll calls, attendance and votes.
import { raiseVersions } from '@lyceum/kit/facts/resync'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import type { Room } from '../room.ts'
import { scoreAttendance } from './attendance/attendance-score.ts'
import { attendanceRoutes } from './attendance/routes.ts'
import { classSessionRoutes } from './class-sessions/routes.ts'
import { closeRollCall, endAlone } from './closing.ts'
import { recordAttendance } from './recording.ts'
import { findRollCall } from './roll-calls/call-row.ts'
import { reportRoutes } from './reports/routes.ts'
import { sendClassReport } from './reports/sending.ts'
import { rollCallRoutes } from './roll-calls/routes.ts'
import { findClassSession } from './session-row.ts'
import { eraseClasses, purgeClassrooms, purgeCourseClasses, resyncClasses } from './upkeep.ts'
import { voteRoutes } from './votes/routes.ts'
import { findVote } from './votes/vote-row.ts'
import { closeDueVote } from './votes/votes.ts'

export const classesRoom = {
  routes: [classSessionRoutes, rollCallRoutes, attendanceRoutes, reportRoutes, voteRoutes],
  finders: { classSession: findClassSession, rollCall: findRollCall, vote: findVote },
  jobs: ({ deps: { now }, database }) => ({
    closeRollCall: ({ job: { payload }, done }) =>
      database.$transaction(async (tx) => {
        await closeRollCall(tx, payload.roll_call, now())
        await done(tx)
      }),
    // facts, completion and the end of the job are one transaction: whoever is killed in between has written none of them
    recordAttendance: ({ job: { payload }, done }) =>
      database.$transaction(async (tx) => {
        await recordAttendance(tx, payload.roll_call, now())
        await done(tx)
      }),
    scoreAttendance: ({ job: { payload }, done }) =>
      database.$transaction(async (tx) => {
        await scoreAttendance(tx, payload, null, now())
        await done(tx)
      }),
    sendClassReport,
    closeVote: ({ job: { payload }, done }) =>
      database.$transaction(async (tx) => {
        await closeDueVote(tx, payload.vote, now())
        await done(tx)
      }),
    sweepClasses: {
      every: 600_000,
      run: () => repeatWhileFull((size) => database.$transaction((tx) => endAlone(tx, now(), size)), 20),
    },
  }),
  purge: purgeClassrooms,
  purgeCourse: purgeCourseClasses,
  erase: eraseClasses,
  resync: {
    async class_sessions(tx, after) {
      const raised = await raiseVersions(tx, 'class_sessions', after)
      await resyncClasses(tx, raised, new Date())
      return raised.at(-1)
    },
  },
} satisfies Room
