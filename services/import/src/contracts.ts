// The calls of import, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'
import { questionExportCalls } from './question-exports/api.ts'
import { questionImportCalls } from './question-imports/api.ts'

export const contracts = { ...questionImportCalls, ...questionExportCalls, ...auditCalls('import') }
