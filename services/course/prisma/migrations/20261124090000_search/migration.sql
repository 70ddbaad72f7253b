-- Any part of a course's name or code, or of the name of who teaches it. Where the server has no pg_trgm, or does not let us have it, a search
-- reads every course: it is slower, not wrong.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "courses_words_idx" ON "courses" USING gin ("name" gin_trgm_ops, "display_name" gin_trgm_ops, "course_code" gin_trgm_ops);
  CREATE INDEX "persons_words_idx" ON mirror.persons USING gin ("name" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'courses are searched without pg_trgm';
END $$;
