// The calls of calendar, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'

/** calendar has no calls of its own yet. */
export const contracts = { ...auditCalls('calendar') }
