-- Any part of a name or number of people, as quotas are searched. Where the server has no pg_trgm, or does not let us have it, a search reads all.
do $$ begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'people are searched without pg_trgm';
end $$;
