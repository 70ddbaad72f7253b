-- Any part of a Latin name, number or address; names in Chinese and Thai by their words, which pg_trgm does not cut where the server's locale is C.
-- Where the server has no pg_trgm, or does not let us have it, a search reads everybody: it is slower, not wrong.
create index persons_found_words on persons using gin (kit.search_words(folded));
drop index if exists persons_words_idx;
do $$ begin
  create extension if not exists pg_trgm;
  create index persons_found on persons using gin (folded gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'people are searched without pg_trgm';
end $$;
