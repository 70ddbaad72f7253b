// The calls of course, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'
import { accessCodeCalls } from './access-codes/api.ts'
import { courseCalls } from './courses/api.ts'
import { enrolmentCalls } from './enrolments/api.ts'
import { modeCalls } from './modes/api.ts'
import { reviewCalls } from './reviews/api.ts'
import { simulationCalls } from './simulations/api.ts'

export const contracts = {
  ...courseCalls,
  ...enrolmentCalls,
  ...accessCodeCalls,
  ...simulationCalls,
  ...modeCalls,
  ...reviewCalls,
  ...auditCalls('course'),
}
