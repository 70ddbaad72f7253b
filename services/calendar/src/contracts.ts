// The calls of calendar, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'
import { colourCalls } from './colours/api.ts'
import { entryCalls } from './entries/api.ts'
import { eventCalls } from './events/api.ts'
import { feedCalls } from './feeds/api.ts'
import { importCalls } from './imports/api.ts'
import { lessonCalls } from './lessons/api.ts'
import { meetingCalls } from './meetings/api.ts'
import { roomCalls } from './rooms/api.ts'
import { timetableCalls } from './timetables/api.ts'

export const contracts = {
  ...eventCalls,
  ...timetableCalls,
  ...lessonCalls,
  ...meetingCalls,
  ...roomCalls,
  ...entryCalls,
  ...colourCalls,
  ...feedCalls,
  ...importCalls,
  ...auditCalls('calendar'),
}
