-- Any part of a question's Latin words; Chinese and Thai by their words. Where the server has no pg_trgm, or does not let us have it, a search reads
-- the whole bank.
create index questions_found_words on questions using gin (kit.search_words(folded));
drop index if exists questions_text_idx;
do $$ begin
  create extension if not exists pg_trgm;
  create index questions_found on questions using gin (folded gin_trgm_ops);
exception when others then
  raise notice 'questions are searched without pg_trgm';
end $$;
