// `calls` for identity's contract tables: the rules and finders that they may name, and the codes of refusals (errors.ts).
import { callsFor } from '@lyceum/kit/calls/contract'
import type {} from './errors.ts'

/** signedIn: any member of the organisation; teach, manage, administer: by the roles there. */
export type IdentityRule = 'signedIn' | 'teach' | 'manage' | 'administer'

export const calls = callsFor<IdentityRule>()
