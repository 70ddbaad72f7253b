-- How many notifications of a type a person has, and how many are unread, without those that are hidden from the page: kept, as everybody's page asks
-- for it all day. By triggers, so that what a pod of the previous release writes is counted too.
create table notification_counts (
  person_id uuid not null,
  type text not null,
  total integer not null,
  unread integer not null,
  primary key (person_id, type)
) with (fillfactor = 80);

-- Once a statement, however many rows it writes; in the order of the key, so that two deliveries to the same people wait for one another and no more.
create function count_notifications() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into notification_counts as c (person_id, type, total, unread)
    select person_id, type, count(*), count(*) filter (where read_at is null)
    from written where not hidden group by person_id, type order by person_id, type
    on conflict (person_id, type) do update set total = c.total + excluded.total, unread = c.unread + excluded.unread;
  elsif tg_op = 'DELETE' then
    insert into notification_counts as c (person_id, type, total, unread)
    select person_id, type, -count(*), -count(*) filter (where read_at is null)
    from gone where not hidden group by person_id, type order by person_id, type
    on conflict (person_id, type) do update set total = c.total + excluded.total, unread = c.unread + excluded.unread;
  else
    -- one that is extended counts as before: nothing is written for it
    insert into notification_counts as c (person_id, type, total, unread)
    select person_id, type, sum(total), sum(unread) from (
      select person_id, type, 1 as total, (read_at is null)::int as unread from written where not hidden
      union all
      select person_id, type, -1, -(read_at is null)::int from gone where not hidden
    ) changed group by person_id, type having sum(total) <> 0 or sum(unread) <> 0 order by person_id, type
    on conflict (person_id, type) do update set total = c.total + excluded.total, unread = c.unread + excluded.unread;
  end if;
  return null;
end $$;
create trigger notifications_counted_in after insert on notifications
  referencing new table as written for each statement execute function count_notifications();
create trigger notifications_counted_out after delete on notifications
  referencing old table as gone for each statement execute function count_notifications();
create trigger notifications_counted_again after update on notifications
  referencing old table as gone new table as written for each statement execute function count_notifications();

-- those that are there: nobody writes to the table from the first trigger on until this is committed
insert into notification_counts (person_id, type, total, unread)
select person_id, type, count(*), count(*) filter (where read_at is null) from notifications where not hidden group by person_id, type;
