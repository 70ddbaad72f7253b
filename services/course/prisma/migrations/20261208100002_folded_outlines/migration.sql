-- no transaction
do $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
  ids uuid[];
begin
  loop
    ids := array(select id from courses where id > last and course_outline <> '' order by id limit 1000);
    exit when ids = '{}';
    update courses set course_outline = course_outline where id = any(ids);
    last := ids[cardinality(ids)];
    commit;
  end loop;
end $$
