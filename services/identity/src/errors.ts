// The codes of identity's refusals, beside kit's; each has a text in web/src/i18n/<locale>/errors.
import type {} from '@lyceum/kit/calls/errors'

export const identityErrors = [
  'associationCode.unknown',
  'authCode.expired',
  'authCode.needed',
  'authCode.noAddress',
  'authCode.tooMany',
  'authCode.tooSoon',
  'authCode.wrong',
  'demo.closed',
  'department.unknown',
  'email.missing',
  'email.taken',
  'email.verified',
  'field.email',
  'field.phone',
  'field.twice',
  'field.webAddress',
  'link.notFound',
  'links.tooMany',
  'mobile.taken',
  'org.hostTaken',
  'org.newer',
  'org.notFound',
  'password.common',
  'password.none',
  'password.personal',
  'password.same',
  'password.signedIn',
  'password.tooShort',
  'password.wrong',
  'permission.notYours',
  'permission.unknown',
  'person.newer',
  'person.notFound',
  'session.notFound',
  'session.thisOne',
  'session.tooMany',
  'user.lastAdministrator',
  'user.notFound',
  'user.numberTaken',
  'user.oneself',
  'verification.expired',
] as const

declare module '@lyceum/kit/calls/errors' {
  interface ErrorCodes {
    identity: (typeof identityErrors)[number]
  }
}
