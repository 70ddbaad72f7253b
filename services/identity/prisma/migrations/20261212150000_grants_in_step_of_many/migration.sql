-- Grants of many memberships in step by one statement: row by row it took as long as all else of a roster's memberships. Who writes the grants themselves
-- says so by lyceum.grants_written (memberships/grants.ts). As before it goes in the release after the previous one.
create function grants_of_made_in_step() returns trigger language plpgsql as $$
begin
  delete from role_grants g using made n where g.person_id = n.person_id and g.org_id = n.org_id and g.role <> all (n.roles);
  insert into role_grants (person_id, org_id, role, source)
    select n.person_id, n.org_id, named.role, 'hand' from made n, unnest(n.roles) as named(role)
    where not exists (select from role_grants g where g.person_id = n.person_id and g.org_id = n.org_id and g.role = named.role)
    on conflict do nothing;
  return null;
end $$;
drop trigger memberships_granted on memberships;
create trigger memberships_made_granted after insert on memberships referencing new table as made
  for each statement execute function grants_of_made_in_step();
create trigger memberships_granted after update of roles on memberships for each row
  when (current_setting('lyceum.grants_written', true) is distinct from 'on') execute function grants_in_step();
