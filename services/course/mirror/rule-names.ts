// The rules that calls about courses name in `may`, as contract tables know them; rules.ts decides them.
import type { CoursePermission, OrganisationPermission } from '@lyceum/identity/mirror/permissions'

/** signedIn: any person of the organisation; viewCourse: whoever may see the course of the scope; reviewsAnywhere: whoever has course.review in
 *  the organisation, where no course is named; a permission: whoever has it in the organisation or the course of the scope. */
export type CourseRule = 'signedIn' | 'viewCourse' | 'reviewsAnywhere' | OrganisationPermission | CoursePermission
