// The calls of the room of progress, by feature.
import { progressCalls } from './api.ts'
import { documentCalls } from './documents/api.ts'
import { playCalls } from './plays/api.ts'

export const progressRoomCalls = {
  ...progressCalls,
  ...documentCalls,
  ...playCalls,
}
