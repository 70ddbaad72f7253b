-- Titles, names of files and questions as a search compares them, and the words of texts likewise.
alter table activities add column folded text;
create trigger activities_folded before insert or update of title on activities for each row execute function kit.fold_columns('title');
alter table uploads add column folded text;
create trigger uploads_folded before insert or update of name on uploads for each row execute function kit.fold_columns('name');
alter table questions add column folded text;
create trigger questions_folded before insert or update of text on questions for each row execute function kit.fold_columns('text');
create or replace function activity_words() returns trigger language plpgsql set search_path from current as $$
begin
  new.words := kit.search_words(left(new.title || ' ' || regexp_replace(regexp_replace(new.body, '<[^>]*>', ' ', 'g'), '&[a-z0-9#]+;', ' ', 'g'), 100000));
  return new;
end $$;
-- for the release before
create or replace function search_query(typed text) returns tsquery language sql immutable parallel safe as $$ select kit.search_query(typed) $$;
drop function search_words(text);
drop function search_runs(text);
