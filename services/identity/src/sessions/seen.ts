// When people were last in their organisations, to the hour: the management counts who is active.

/** SQL that notes it for the organisation where a session began, for each of theirs where that is none of them; the arguments are parameters. */
export const noteSeen = (person: string, org: string, now: string) => `
  update memberships set seen_at = ${now}::timestamptz
  where person_id = ${person}::uuid and (org_id = ${org}::uuid
    or not exists (select from memberships o where o.person_id = ${person}::uuid and o.org_id = ${org}::uuid))
    and (seen_at is null or seen_at < ${now}::timestamptz - interval '1 hour')`
