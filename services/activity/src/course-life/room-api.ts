// The calls of the room of a course's life, by feature.
import { binCalls } from './bin/api.ts'
import { copyCalls } from './copies/api.ts'

export const courseLifeRoomCalls = {
  ...binCalls,
  ...copyCalls,
}
