// The calls of the room of live lectures, by feature.
import { meetingCalls } from './meetings/api.ts'
import { recordingCalls } from './recordings/api.ts'

export const liveRoomCalls = { ...meetingCalls, ...recordingCalls }
