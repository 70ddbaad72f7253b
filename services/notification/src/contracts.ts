// The calls of notification, by feature.
import { notificationCalls } from './notifications/api.ts'

export const contracts = { ...notificationCalls }
