-- The order of the course menu and what of it is put away, the drawn cover, and whether members are shown by their classes.
ALTER TABLE "courses"
  ADD COLUMN "nav" JSONB,
  ADD COLUMN "cover_pattern" SMALLINT,
  ADD COLUMN "class_distribution" BOOLEAN NOT NULL DEFAULT false;
