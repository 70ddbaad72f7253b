import { notificationCalls } from './notifications/api.ts'

export const contracts = { ...notificationCalls }
