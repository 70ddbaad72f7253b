alter table activities
  add column due_time timestamptz(3),
  add column points numeric(10, 4),
  add column group_set_id uuid,
  add column category_id uuid,
  add column anonymous boolean not null default false,
  add column release text not null default 'at_once',
  add column release_time timestamptz(3),
  add column settings jsonb not null default '{}';

update activities set settings = '{"forward_seeking": false}' where not forward_seeking;

-- The release before reads and writes forward_seeking, and runs beside this one while it is replaced: a change of either column is carried
-- over to the other. This release reads settings alone; the one after it drops the column and the trigger.
create function activity_forward_seeking() returns trigger language plpgsql as $$
declare
  allowed boolean := coalesce((new.settings ->> 'forward_seeking')::boolean, true);
begin
  if allowed = new.forward_seeking then return new; end if;
  if (tg_op = 'INSERT' and not new.forward_seeking) or (tg_op = 'UPDATE' and new.forward_seeking <> old.forward_seeking) then
    new.settings := new.settings || jsonb_build_object('forward_seeking', new.forward_seeking);
  else
    new.forward_seeking := allowed;
  end if;
  return new;
end $$;
create trigger activity_forward_seeking before insert or update of settings, forward_seeking on activities
  for each row execute function activity_forward_seeking();
