// The calls of the room of the gradebook, by feature.
import { scorePolicyCalls } from './score-policies/api.ts'
import { courseResultsCalls } from './score-policies/results-api.ts'
import { bookRulesCalls } from './score-policies/book-rules-api.ts'
import { scoreCalls } from './scores/api.ts'
import { scoreTableCalls } from './scores/tables-api.ts'

export const gradebookRoomCalls = {
  ...scorePolicyCalls,
  ...bookRulesCalls,
  ...courseResultsCalls,
  ...scoreCalls,
  ...scoreTableCalls,
}
