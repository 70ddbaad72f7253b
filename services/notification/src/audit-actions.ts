// The actions of notification in the audit log; each has a text in web/src/i18n/<locale>/audit.json.
import type {} from '@lyceum/kit/audit/audit'

export const notificationActions = [
  'bulletin.changed',
  'bulletin.created',
  'bulletin.deleted',
  'bulletin.published',
  'bulletin.restored',
  'message.sent',
  'notificationRules.changed',
] as const

declare module '@lyceum/kit/audit/audit' {
  interface AuditActions {
    notification: (typeof notificationActions)[number]
  }
}
