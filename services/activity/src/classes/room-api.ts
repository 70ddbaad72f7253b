// The calls of the room of classes, by feature.
import { attendanceCalls } from './attendance/api.ts'
import { classSessionCalls } from './class-sessions/api.ts'
import { reportCalls } from './reports/api.ts'
import { rollCallCalls } from './roll-calls/api.ts'
import { voteCalls } from './votes/api.ts'

export const classesRoomCalls = { ...classSessionCalls, ...rollCallCalls, ...attendanceCalls, ...reportCalls, ...voteCalls }
