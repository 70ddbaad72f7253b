-- Any part of a question's Latin words; others are sought among the questions of the bank. Where the server has no pg_trgm, or does not let us have it,
-- all are.
drop index if exists questions_text_idx;
do $$ begin
  create extension if not exists pg_trgm;
  create index questions_found on questions using gin (folded gin_trgm_ops);
exception when others then
  raise notice 'questions are searched without pg_trgm';
end $$;
