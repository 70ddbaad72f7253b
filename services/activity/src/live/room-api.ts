// The calls of the room of live lectures, by feature.
import { accountCalls } from './accounts/api.ts'
import { liveListCalls } from './management/api.ts'
import { meetingCalls } from './meetings/api.ts'
import { recordingCalls } from './recordings/api.ts'

export const liveRoomCalls = { ...meetingCalls, ...recordingCalls, ...accountCalls, ...liveListCalls }
