// SQL of the members of groups: the school of each, and who enters a group from a session of an organisation.

/** The school of member `m` of group `g`. */
export const schoolSql = 'coalesce(m.org_id, g.org_id)'

/** Whether member `m` of group `g` still belongs to their school, and neither it nor the group's home is closed, nor has suspended them. */
export const presentSql = `(exists (select from mirror.memberships l where l.person_id = m.person_id and l.org_id = ${schoolSql})
  and not exists (select from mirror.persons l where l.id = m.person_id and g.org_id = any(l.suspended_in))
  and not exists (select from mirror.orgs l where l.id in (g.org_id, ${schoolSql}) and (l.state = 'suspended' or l.deleted)))`

/**
 * Whether member `m` enters group `g` from a session of the organisation of a parameter: a sharing group from its own alone; one of teaching and
 * research from any, as long as they are present.
 */
export const entersSql = (org: string): string =>
  `(case when g.kind = 'vtrs' then ${presentSql} else coalesce(g.org_id = nullif(${org}, '')::uuid, false) end)`
