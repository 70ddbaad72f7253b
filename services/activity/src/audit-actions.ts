// The actions of activity in the audit log; each has a text in web/src/i18n/<locale>/audit.json.
import type {} from '@lyceum/kit/audit/audit'

export const activityActions = [
  'allowance.changed',
  'allowance.given',
  'allowance.taken',
  'progress.completed',
  'progress.restarted',
  'progress.takenBack',
] as const

declare module '@lyceum/kit/audit/audit' {
  interface AuditActions {
    activity: (typeof activityActions)[number]
  }
}
