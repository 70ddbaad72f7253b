-- no transaction
-- Packages among the uploads: those that were not opened yet are looked for.
create index concurrently if not exists uploads_scorm on uploads (id) where type = 'scorm';
