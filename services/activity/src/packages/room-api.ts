// The calls of the room of packages, by feature.
import { packageAttemptCalls } from './package-attempts/api.ts'
import { packageReportCalls } from './package-reports/api.ts'

export const packagesRoomCalls = { ...packageAttemptCalls, ...packageReportCalls }
