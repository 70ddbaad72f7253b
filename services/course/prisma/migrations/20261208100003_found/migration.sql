-- Any part of a Latin name, code or number, of courses and of people. Where the server has no pg_trgm, or does not let us have it, a search reads
-- all: it is slower, not wrong. Names of people in Chinese and Thai by their words, as those of courses.
create index persons_found_words on mirror.persons using gin (kit.search_words(folded));
drop index if exists courses_words_idx;
drop index if exists mirror.persons_words_idx;
drop index if exists mirror.persons_numbers_idx;
do $$ begin
  create extension if not exists pg_trgm;
  create index courses_found on courses using gin (folded gin_trgm_ops);
  create index persons_found on mirror.persons using gin (folded gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'courses and people are searched without pg_trgm';
end $$;
