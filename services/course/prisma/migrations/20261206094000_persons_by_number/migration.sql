-- People are found by any part of their user number as by one of their name, also those in no course.
DO $$
BEGIN
  CREATE INDEX "persons_numbers_idx" ON mirror.persons USING gin ("user_no" gin_trgm_ops);
EXCEPTION WHEN undefined_object THEN
  RAISE NOTICE 'people are searched without pg_trgm';
END $$;
