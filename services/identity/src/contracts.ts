// The calls of identity, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'
import { accountInvitationCalls } from './account-invitations/api.ts'
import { authCodeCalls } from './auth-codes/api.ts'
import { avatarCalls } from './avatars/api.ts'
import { departmentCalls } from './departments/api.ts'
import { emailCalls } from './emails/api.ts'
import { installationCalls } from './installation/api.ts'
import { linkCalls } from './links/api.ts'
import { numberCalls } from './numbers/api.ts'
import { orgRequestCalls } from './org-requests/api.ts'
import { organisationCalls } from './organisations/api.ts'
import { passwordCalls } from './passwords/api.ts'
import { permissionCalls } from './permissions/api.ts'
import { personCalls } from './persons/api.ts'
import { preTaskCalls } from './pre-tasks/api.ts'
import { profileCalls } from './profile/api.ts'
import { rosterCalls } from './rosters/api.ts'
import { sessionCalls } from './sessions/api.ts'
import { signInCalls } from './sign-ins/api.ts'
import { studyUnitCalls } from './study-units/api.ts'
import { userCalls } from './users/api.ts'
import { workplaceCalls } from './workplace/api.ts'

export const contracts = {
  ...sessionCalls,
  ...personCalls,
  ...profileCalls,
  ...avatarCalls,
  ...passwordCalls,
  ...authCodeCalls,
  ...emailCalls,
  ...preTaskCalls,
  ...linkCalls,
  ...organisationCalls,
  ...permissionCalls,
  ...departmentCalls,
  ...studyUnitCalls,
  ...userCalls,
  ...numberCalls,
  ...rosterCalls,
  ...installationCalls,
  ...orgRequestCalls,
  ...workplaceCalls,
  ...signInCalls,
  ...accountInvitationCalls,
  ...auditCalls('identity'),
}
