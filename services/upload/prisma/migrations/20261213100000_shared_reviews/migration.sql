-- What is shared into a group waits for a review where the organisation wants one: who decided, when, why, and who sees a file that is not agreed.
alter table shared_resources add column org_id uuid, add column audited_by uuid, add column audited_at timestamptz(3), add column reason text,
  add column version bigint not null default 0;
-- a release before this one names no organisation
create function set_org_of_share() returns trigger language plpgsql as $$ begin
  if new.org_id is null then new.org_id := (select g.org_id from resource_groups g where g.id = new.group_id); end if;
  return new;
end $$;
create trigger shared_resources_org before insert on shared_resources for each row execute function set_org_of_share();
update shared_resources s set org_id = g.org_id from resource_groups g where g.id = s.group_id;
create index shared_resources_reviewed on shared_resources (org_id, audit_status, shared_at desc, id desc);
create index shared_resources_of_org on shared_resources (org_id, shared_at desc, id desc);

create table shared_overrides (
  share_id uuid not null references shared_resources on delete cascade,
  person_id uuid not null,
  primary key (share_id, person_id)
);
create index shared_overrides_person_id_idx on shared_overrides (person_id);

-- rejected files that are not shared any more: shared again they wait
create table shared_rejections (
  group_id uuid not null references resource_groups on delete cascade,
  upload_id uuid not null references uploads on delete cascade,
  primary key (group_id, upload_id)
);
create index shared_rejections_upload_id_idx on shared_rejections (upload_id);
