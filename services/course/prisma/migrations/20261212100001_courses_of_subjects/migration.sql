-- no transaction
create index concurrently if not exists courses_of_subjects on courses (org_id, kit.caseless(subject_code)) where subject_code <> '';
