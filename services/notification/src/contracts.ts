// The calls of notification, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'
import { bulletinCalls } from './bulletins/api.ts'
import { deviceCalls } from './devices/api.ts'
import { messageCalls } from './messages/api.ts'
import { notificationCalls } from './notifications/api.ts'
import { preferenceCalls } from './preferences/api.ts'

export const contracts = {
  ...notificationCalls,
  ...preferenceCalls,
  ...deviceCalls,
  ...bulletinCalls,
  ...messageCalls,
  ...auditCalls('notification'),
}
