// The calls of the room of questions, by feature.
import { bankCalls } from './banks/api.ts'
import { paperCalls } from './papers/api.ts'

export const questionsRoomCalls = {
  ...bankCalls,
  ...paperCalls,
}
