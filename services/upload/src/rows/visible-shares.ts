// SQL of what is shared into groups: who of its group sees a share.

/** Whether the person of a parameter sees share `s` as a member of its group: it is agreed, or they are let see it all the same. */
export const visibleShareSql = (person: string): string =>
  `(s.audit_status = 'agree' or exists (select from shared_overrides o where o.share_id = s.id and o.person_id = nullif(${person}, '')::uuid))`

/** The same, and whoever shares it. */
export const knownShareSql = (person: string): string => `(${visibleShareSql(person)} or s.shared_by = nullif(${person}, '')::uuid)`
