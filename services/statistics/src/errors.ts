// The codes of statistics's refusals, beside kit's; each has a text in web/src/i18n/<locale>/errors.
import type {} from '@lyceum/kit/calls/errors'

export const statisticsErrors = ['userAction.foreign'] as const

declare module '@lyceum/kit/calls/errors' {
  interface ErrorCodes {
    statistics: (typeof statisticsErrors)[number]
  }
}
