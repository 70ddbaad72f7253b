// The calls of notification, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'
import { notificationCalls } from './notifications/api.ts'

export const contracts = { ...notificationCalls, ...auditCalls('notification') }
