// The jobs of identity: kind → payload. service.ts binds their handlers.
import { enqueueFor } from '@lyceum/kit/jobs/jobs'

/** A change of a person's account; `to`: an address other than the one they have now. */
export type Notice = { kind: 'passwordChanged' | 'emailChanged'; person: string; org: string | null; to?: string }

export type Jobs = {
  /** Sends a code by mail or short message; `code`: the row's id. */
  sendCode: { code: string }
  /** Sends the link that verifies an address; `link`: the row's id, `base`: the site's own address. */
  sendEmailLink: { link: string; base: string }
  /** Sends a person a mail about a change of their account. */
  sendNotice: Notice
  makeNumbersUnique: undefined
  suspendEnded: undefined
  sweepSessions: undefined
  sweepCodes: undefined
}
export const enqueue = enqueueFor<Jobs>()
