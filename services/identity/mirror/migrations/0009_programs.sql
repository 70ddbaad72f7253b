-- The department of classes and programs, the program of a class, and the people of a class. Empty in rows that are older than this until the next
-- fact about the class or program: identity emits all of them once when it is upgraded.
ALTER TABLE mirror.study_units ADD COLUMN department_id uuid;
ALTER TABLE mirror.study_units ADD COLUMN program_id uuid;
CREATE INDEX study_units_program ON mirror.study_units (program_id) WHERE program_id IS NOT NULL;
CREATE INDEX memberships_klass ON mirror.memberships (klass_id) WHERE klass_id IS NOT NULL;
