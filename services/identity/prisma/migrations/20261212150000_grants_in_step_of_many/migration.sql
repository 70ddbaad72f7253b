-- Grants of many memberships in step at once: row by row it took as long as all else of a roster's memberships. As before it goes in the release after the
-- previous one.
create function grants_of_made_in_step() returns trigger language plpgsql as $$
begin
  delete from role_grants g using made n where g.person_id = n.person_id and g.org_id = n.org_id and g.role <> all (n.roles);
  insert into role_grants (person_id, org_id, role, source)
    select n.person_id, n.org_id, named.role, 'hand' from made n, unnest(n.roles) as named(role)
    where not exists (select from role_grants g where g.person_id = n.person_id and g.org_id = n.org_id and g.role = named.role)
    on conflict do nothing;
  return null;
end $$;
create function grants_of_changed_in_step() returns trigger language plpgsql as $$
begin
  delete from role_grants g using before o join changed n on n.person_id = o.person_id and n.org_id = o.org_id and n.roles <> o.roles
    where g.person_id = n.person_id and g.org_id = n.org_id and g.role <> all (n.roles);
  insert into role_grants (person_id, org_id, role, source)
    select n.person_id, n.org_id, named.role, 'hand'
    from before o join changed n on n.person_id = o.person_id and n.org_id = o.org_id and n.roles <> o.roles, unnest(n.roles) as named(role)
    where not exists (select from role_grants g where g.person_id = n.person_id and g.org_id = n.org_id and g.role = named.role)
    on conflict do nothing;
  return null;
end $$;
drop trigger memberships_granted on memberships;
create trigger memberships_made_granted after insert on memberships referencing new table as made
  for each statement execute function grants_of_made_in_step();
create trigger memberships_changed_granted after update on memberships referencing old table as before new table as changed
  for each statement execute function grants_of_changed_in_step();
drop function grants_in_step();
