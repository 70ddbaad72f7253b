// The calls of statistics, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'
import { userActionCalls } from './user-actions/api.ts'

export const contracts = { ...userActionCalls, ...auditCalls('statistics') }
