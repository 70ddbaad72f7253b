// The rules that calls about courses name in `may`, as contract tables know them; rules.ts decides them.
import type { CoursePermission, OrganisationPermission } from '@lyceum/identity/mirror/permissions'

/** signedIn: any person of the organisation; viewCourse: whoever may see the course of the scope; a permission: whoever has it in the organisation
 *  or the course of the scope. */
export type CourseRule = 'signedIn' | 'viewCourse' | OrganisationPermission | CoursePermission
