// Active memberships, as SQL: those that are not suspended and have not ended, in an organisation that is not suspended. Whoever has no other may do nothing.

/** Organisations that an operator has suspended: no membership of theirs is active. Read once in a statement, by an index of those alone. */
const suspendedOrgs = `select id from organisations where state = 'suspended'`

/** Whether membership `m` is active at this moment. A job marks those that have ended, within a minute (users/states.ts). */
export const activeSql = (m: string): string =>
  `(${m}.state = 'active' and (${m}.until is null or ${m}.until > now()) and ${m}.org_id not in (${suspendedOrgs}))`
