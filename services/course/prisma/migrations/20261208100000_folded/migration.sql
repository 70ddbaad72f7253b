-- Names and codes as a search compares them, and the words of those and of outlines likewise.
alter table courses add column folded text;
create trigger courses_folded before insert or update of name, display_name, course_code on courses
  for each row execute function kit.fold_columns('name', 'display_name', 'course_code');
create or replace function course_words() returns trigger language plpgsql set search_path from current as $$
begin
  new.words := kit.search_words(concat_ws(' ', new.name, new.display_name, new.course_code));
  return new;
end $$;
create or replace function course_outline_words() returns trigger language plpgsql set search_path from current as $$
begin
  new.outline_words := kit.search_words(new.course_outline);
  return new;
end $$;
-- for the release before
create or replace function search_query(typed text) returns tsquery language sql immutable parallel safe as $$ select kit.search_query(typed) $$;
drop function search_words(text);
drop function search_runs(text);
