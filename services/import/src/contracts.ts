// The calls of import, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'

/** import has no calls of its own yet. */
export const contracts = { ...auditCalls('import') }
