// The rooms of activity, in their order: each stands on those before it. Whoever needs all of them walks this list.
import { activityRoom } from './activity/room.ts'
import { classesRoom } from './classes/room.ts'
import { contentRoom } from './content/room.ts'
import { courseLifeRoom } from './course-life/room.ts'
import { examsRoom } from './exams/room.ts'
import { gradebookRoom } from './gradebook/room.ts'
import { overviewRoom } from './overview/room.ts'
import { packagesRoom } from './packages/room.ts'
import { progressRoom } from './progress/room.ts'
import { questionsRoom } from './questions/room.ts'
import type { Room } from './room.ts'
import { liveRoom } from './live/room.ts'
import { notesRoom } from './notes/room.ts'
import { openRooms } from './lifecycle.ts'
import { type RoomName, roomOrder } from './room-order.ts'
import { talkRoom } from './talk/room.ts'
import { timesRoom } from './times/room.ts'
import { workRoom } from './work/room.ts'

const byName = {
  points: {},
  types: {},
  times: timesRoom,
  activity: activityRoom,
  progress: progressRoom,
  content: contentRoom,
  gradebook: gradebookRoom,
  questions: questionsRoom,
  work: workRoom,
  exams: examsRoom,
  talk: talkRoom,
  classes: classesRoom,
  live: liveRoom,
  notes: notesRoom,
  packages: packagesRoom,
  'course-life': courseLifeRoom,
  overview: overviewRoom,
} satisfies Record<RoomName, Room>

/** The kinds of jobs that rooms handle. */
export type HandledJobs = {
  [N in RoomName]: (typeof byName)[N] extends { jobs(...values: never): infer Handlers } ? keyof Handlers : never
}[RoomName]

export const rooms: readonly Room[] = roomOrder.map((name) => byName[name])
openRooms(rooms)
