-- What is shared into a group waits for a review where the organisation wants one: who decided, when, why, when something came into an agreed folder,
-- and who sees a file that is not agreed.
alter table shared_resources add column org_id uuid, add column audited_by uuid, add column audited_at timestamptz(3), add column reason text,
  add column added_at timestamptz(3), add column version bigint not null default 0;
-- a release before this one names no organisation
create function set_org_of_share() returns trigger language plpgsql as $$ begin
  if new.org_id is null then new.org_id := (select g.org_id from resource_groups g where g.id = new.group_id); end if;
  return new;
end $$;
create trigger shared_resources_org before insert on shared_resources for each row execute function set_org_of_share();

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

-- Sets columns of the rows `t` that meet a condition, a thousand at a time, each with its own commit: writers wait for no more than those.
create procedure fill_rows(filled regclass, assignment text, condition text) language plpgsql as $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
  ids uuid[];
begin
  loop
    execute format('select array_agg(id) from (select id from %s t where id > $1 and (%s) order by id limit 1000) next', filled, condition)
      into ids using last;
    exit when ids is null;
    -- in the order in which writers lock several
    execute format('select from %s where id = any($1) order by id for no key update', filled) using ids;
    execute format('update %s t set %s where id = any($1) and (%s)', filled, assignment, condition) using ids;
    last := ids[cardinality(ids)];
    commit;
  end loop;
end $$;
