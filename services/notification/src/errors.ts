// The codes of notification's refusals, beside kit's; each has a text in web/src/i18n/<locale>/errors.
import type {} from '@lyceum/kit/calls/errors'

export const notificationErrors = [
  'bulletin.endsBeforeStart',
  'bulletin.limit',
  'bulletin.newer',
  'bulletin.notFound',
  'bulletin.tooManyFiles',
  'bulletin.unknownAudience',
  'message.limit',
  'message.nobody',
  'notification.forced',
  'notification.newerRules',
  'notification.notFound',
  'notification.token',
  'notification.tooManyCourses',
  'notification.unknownType',
  'push.address',
  'push.notFound',
  'push.off',
  'push.tooMany',
  'upload.unknown',
] as const

declare module '@lyceum/kit/calls/errors' {
  interface ErrorCodes {
    notification: (typeof notificationErrors)[number]
  }
}
