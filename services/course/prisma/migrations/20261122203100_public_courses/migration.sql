-- Courses that are open to the organisation or to everybody: search finds them by this index.
CREATE INDEX "courses_public_idx" ON "courses"("org_id", "id") WHERE "published" AND NOT "deleted" AND "public_scope" <> 'members';
CREATE OR REPLACE VIEW mirror.courses AS
  SELECT id, org_id, name, course_code, course_type, published, deleted, cover_upload_id, start_date, end_date, version, department_id, time_zone,
    learning_mode, public_scope
  FROM public.courses;
