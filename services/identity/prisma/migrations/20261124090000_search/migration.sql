-- people by name, a page at a time, whatever their number
CREATE INDEX "persons_name_idx" ON "persons"("name", "id") WHERE NOT "deleted";
-- Any part of a name, number or address. Where the server has no pg_trgm, or does not let us have it, a search reads everybody: it is slower, not wrong.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "persons_words_idx" ON "persons" USING gin ("name" gin_trgm_ops, "user_no" gin_trgm_ops, "email" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'people are searched without pg_trgm';
END $$;
