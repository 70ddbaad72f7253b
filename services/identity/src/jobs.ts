// The jobs of identity: kind → payload. service.ts binds their handlers.
import type { Actor } from '@lyceum/kit/calls/actor'
import { enqueueFor } from '@lyceum/kit/jobs/jobs'
import { type OfTask, startTaskFor } from '@lyceum/kit/tasks/tasks'
import type { Wanted } from './account-invitations/api.ts'
import type { BulkChange } from './users/api.ts'

/** A change of a person's account; `to`: an address other than the one they have now. */
export type Notice = { kind: 'passwordChanged' | 'emailChanged'; person: string; org: string | null; to?: string }

export type Jobs = {
  /** Sends a code by mail or short message; `code`: the row's id. */
  sendCode: { code: string }
  /** Sends the link that verifies an address; `link`: the row's id, `base`: the site's own address. */
  sendEmailLink: { link: string; base: string }
  /** Sends a person a mail about a change of their account. */
  sendNotice: Notice
  /** Ends at every BFF sessions whose rows are deleted, once that is committed. */
  publishEndedSessions: { ended: { id: string; hash: string }[] }
  /** A change of the members who fit the conditions, more than one call changes; `actor` wants it. */
  changePeople: OfTask & { actor: Actor; conditions: string; except?: string[]; change: BulkChange['change'] }
  /** The undo of such a change, by its task. */
  undoPeopleChange: OfTask & { actor: Actor; of: string }
  /** Members who get an invitation; `base`: the site's own address. */
  inviteUsers: OfTask & { actor: Actor; base: string; wanted: Wanted }
  /** Emits the members of an organisation that was suspended or resumed. */
  emitMembers: { org: string }
  makeNumbersUnique: undefined
  suspendEnded: undefined
  sweepSessions: undefined
  sweepBulkSteps: undefined
  sweepCodes: undefined
  sweepSignIns: undefined
  resealKeys: undefined
  sendInvitations: undefined
  sweepInvitations: undefined
}
export const enqueue = enqueueFor<Jobs>()
export const startTask = startTaskFor<Jobs>('identity')
