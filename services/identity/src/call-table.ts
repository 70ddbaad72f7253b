// `calls` for identity's contract tables: the rules and finders that they may name, and the codes of refusals (errors.ts).
import { callsFor } from '@lyceum/kit/calls/contract'
import type { OrganisationPermission } from '../mirror/permissions.ts'
import type {} from './errors.ts'

/** signedIn: any member of the organisation; account: anybody with an account, in an organisation or in none; operator: of the installation; a
 *  permission: whoever has it there. */
export type IdentityRule = 'signedIn' | 'account' | 'operator' | OrganisationPermission

export const calls = callsFor<IdentityRule>()
