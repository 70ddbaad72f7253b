-- A membership is active or suspended, and may end by itself; and each role has the sources that grant it (docs/decisions/0069).
alter table memberships
  add column state text not null default 'active' check (state in ('active', 'suspended')),
  add column until timestamptz(3);

-- `source`: hand, roster:<id>, rule:<id>. memberships.roles is the union of these.
create table role_grants (
  person_id uuid not null references persons (id) on delete cascade,
  org_id uuid not null,
  role text not null,
  source text not null,
  since timestamptz(3) not null default now(),
  granted_by uuid,
  primary key (person_id, org_id, role, source)
);

-- The previous release writes memberships.roles alone: until it is gone this keeps the grants in step. It goes, with the procedure below, in the release
-- after this one.
create function grants_in_step() returns trigger language plpgsql as $$
begin
  delete from role_grants g where g.person_id = new.person_id and g.org_id = new.org_id and g.role <> all (new.roles);
  insert into role_grants (person_id, org_id, role, source)
    select new.person_id, new.org_id, named.role, 'hand' from unnest(new.roles) as named(role)
    where not exists (select from role_grants g where g.person_id = new.person_id and g.org_id = new.org_id and g.role = named.role)
    on conflict do nothing;
  return null;
end $$;
create trigger memberships_granted after insert or update of roles on memberships for each row execute function grants_in_step();

-- The roles of before, granted by hand. Each batch is locked while it is read: roles that are changed meanwhile are granted as they are then.
create procedure grant_roles_of_before() language plpgsql as $$
declare
  after uuid := '00000000-0000-0000-0000-000000000000';
  last uuid;
begin
  loop
    select person_id into last from (
      select person_id from memberships where person_id > after order by person_id limit 5000) batch order by person_id desc limit 1;
    exit when last is null;
    insert into role_grants (person_id, org_id, role, source, since)
      select held.person_id, held.org_id, named.role, 'hand', held.created_at
      from (select * from memberships where person_id > after and person_id <= last for no key update) held, unnest(held.roles) as named(role)
      where not exists (
        select from role_grants g where g.person_id = held.person_id and g.org_id = held.org_id and g.role = named.role)
      on conflict do nothing;
    commit;
    after := last;
  end loop;
end $$;
