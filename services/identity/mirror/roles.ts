// Roles in an organisation that carry a right in every service. They come from the actor's token.

/** They may make courses. */
export const teachingRoles: readonly string[] = ['instructor', 'educational_admin', 'admin']
/** They manage the organisation's courses and people. */
export const managingRoles: readonly string[] = ['educational_admin', 'admin', 'wg_admin']
