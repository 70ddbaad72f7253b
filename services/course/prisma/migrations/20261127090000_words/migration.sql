-- Courses by the words of their names and code, in scripts that pg_trgm does not cut: those of activity's search, with the same rules. Words are those
-- between spaces and punctuation; Chinese, Japanese, Korean, Thai, Lao, Burmese and Khmer are written without spaces: each pair of neighbouring
-- characters is a word there, and the last character of a run one by itself.
create function search_runs(source text) returns table (run text, word text) language sql immutable parallel safe as $$
  select m[1], left(m[2], 60) from regexp_matches(lower(source),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+)|([^[:space:][:punct:]\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2000-\u206f\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff0f]+)', 'g') m
$$;
create function search_words(source text) returns tsvector language sql immutable parallel safe set search_path from current as $$
  select array_to_tsvector(coalesce(array_agg(distinct w), '{}')) from search_runs(source) r,
    lateral (select r.word as w where r.run is null
      union all select coalesce(c || lead(c) over (order by n), c) from unnest(string_to_array(r.run, null)) with ordinality as one(c, n)) words
$$;
-- All of the words: one between spaces may go on, and so may a single character.
create function search_query(typed text) returns tsquery language sql immutable parallel safe set search_path from current as $$
  select coalesce(string_agg(term, ' & '), '')::tsquery from search_runs(typed) r,
    lateral (select '''' || coalesce(r.word, r.run) || ''':*' as term where r.run is null or length(r.run) = 1
      union all select '''' || pair || '''' from (select c || lead(c) over (order by n) as pair
        from unnest(string_to_array(r.run, null)) with ordinality as one(c, n)) pairs where pair is not null) terms
$$;

-- By a trigger, so that no way of writing forgets it, nor the release before, which runs beside this one while it is replaced.
alter table courses add column words tsvector;
create function course_words() returns trigger language plpgsql set search_path from current as $$
begin
  new.words := search_words(concat_ws(' ', new.name, new.display_name, new.course_code));
  return new;
end $$;
create trigger course_words before insert or update of name, display_name, course_code on courses for each row execute function course_words();
update courses set name = name;
create index courses_by_words on courses using gin (words);
