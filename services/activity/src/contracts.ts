// The calls of activity, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'
import { activityCalls } from './activities/api.ts'
import { binCalls } from './bin/api.ts'
import { moduleCalls } from './modules/api.ts'
import { playCalls } from './plays/api.ts'
import { prerequisiteCalls } from './prerequisites/api.ts'
import { progressCalls } from './progress/api.ts'
import { timeCalls } from './times/api.ts'
import { todoCalls } from './todo/api.ts'

export const contracts = {
  ...moduleCalls,
  ...activityCalls,
  ...binCalls,
  ...playCalls,
  ...prerequisiteCalls,
  ...progressCalls,
  ...timeCalls,
  ...todoCalls,
  ...auditCalls('activity'),
}
