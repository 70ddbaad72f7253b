-- the columns of the mirror in other services
CREATE OR REPLACE VIEW mirror.courses AS
  SELECT id, org_id, name, course_code, course_type, published, deleted, cover_upload_id, start_date, end_date, version, department_id, time_zone,
    learning_mode
  FROM public.courses;
