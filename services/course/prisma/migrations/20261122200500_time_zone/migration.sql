-- The zone that a course's times are meant in, by its IANA name; without one its organisation's.
ALTER TABLE "courses" ADD COLUMN "time_zone" TEXT;
CREATE OR REPLACE VIEW mirror.courses AS
  SELECT id, org_id, name, course_code, course_type, published, deleted, cover_upload_id, start_date, end_date, version, department_id, time_zone
  FROM public.courses;
