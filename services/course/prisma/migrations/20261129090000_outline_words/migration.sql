-- Courses by the words of their outlines, apart from those of names and code: a keyword looks for courses by what they are called.
alter table courses add column outline_words tsvector;
create function course_outline_words() returns trigger language plpgsql set search_path from current as $$
begin
  new.outline_words := search_words(new.course_outline);
  return new;
end $$;
create trigger course_outline_words before insert or update of course_outline on courses for each row execute function course_outline_words();
update courses set course_outline = course_outline where course_outline <> '';
create index courses_by_outline on courses using gin (outline_words);
