// `calls` for identity's contract tables: the rules and finders that they may name, and the codes of refusals (errors.ts).
import { callsFor } from '@lyceum/kit/calls/contract'
import type { OrganisationPermission } from '../mirror/permissions.ts'
import type {} from './errors.ts'

/** signedIn: any member of the organisation; a permission: whoever has it there. */
export type IdentityRule = 'signedIn' | OrganisationPermission

export const calls = callsFor<IdentityRule>()
