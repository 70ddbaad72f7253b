// The calls of activity, by room.
import { auditCalls } from '@lyceum/kit/audit/api'
import { classesRoomCalls } from './classes/room-api.ts'
import { contentRoomCalls } from './content/room-api.ts'
import { courseLifeRoomCalls } from './course-life/room-api.ts'
import { examsRoomCalls } from './exams/room-api.ts'
import { gradebookRoomCalls } from './gradebook/room-api.ts'
import { liveRoomCalls } from './live/room-api.ts'
import { notesRoomCalls } from './notes/room-api.ts'
import { overviewRoomCalls } from './overview/room-api.ts'
import { packagesRoomCalls } from './packages/room-api.ts'
import { progressRoomCalls } from './progress/room-api.ts'
import { questionsRoomCalls } from './questions/room-api.ts'
import { talkRoomCalls } from './talk/room-api.ts'
import { timesRoomCalls } from './times/room-api.ts'
import { workRoomCalls } from './work/room-api.ts'

export const contracts = {
  ...auditCalls('activity'),
  ...timesRoomCalls,
  ...progressRoomCalls,
  ...contentRoomCalls,
  ...gradebookRoomCalls,
  ...questionsRoomCalls,
  ...workRoomCalls,
  ...examsRoomCalls,
  ...talkRoomCalls,
  ...classesRoomCalls,
  ...liveRoomCalls,
  ...notesRoomCalls,
  ...packagesRoomCalls,
  ...courseLifeRoomCalls,
  ...overviewRoomCalls,
}
