// The calls of the room of times, by feature.
import { timeCalls } from './api.ts'
import { prerequisiteCalls } from './prerequisites/api.ts'

export const timesRoomCalls = {
  ...timeCalls,
  ...prerequisiteCalls,
}
