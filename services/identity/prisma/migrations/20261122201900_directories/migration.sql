-- Departments with code and path; grades, classes and programs; and what of them a member belongs to.
ALTER TABLE "departments"
  ADD COLUMN "code" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "path" UUID[] NOT NULL DEFAULT '{}',
  ADD COLUMN "deleted" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "version" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
CREATE UNIQUE INDEX "departments_code" ON "departments" ("org_id", lower("code")) WHERE "code" <> '' AND NOT "deleted";
CREATE INDEX "departments_parent_id_idx" ON "departments" ("parent_id");

WITH RECURSIVE tree AS (
  SELECT id, ARRAY[id] AS path FROM departments WHERE parent_id IS NULL
  UNION ALL
  SELECT d.id, tree.path || d.id FROM departments d JOIN tree ON tree.id = d.parent_id
)
UPDATE departments d SET path = tree.path, version = (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM tree WHERE tree.id = d.id;

-- other services have not heard of the departments that there are already
INSERT INTO kit.outbox (id, type, key, org_id, version, value)
SELECT gen_random_uuid(), 'lyceum.identity.v1.DepartmentChanged', 'department:' || id, org_id::text, version,
  jsonb_strip_nulls(jsonb_build_object('id', id, 'org_id', org_id, 'name', name, 'parent_id', parent_id, 'path', to_jsonb(path), 'code', code,
    'deleted', deleted, 'version', version::text))::text
FROM departments ORDER BY cardinality(path), id;

-- What people study in: grades, classes (klass), programs.
CREATE TABLE "study_units" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "code" TEXT NOT NULL DEFAULT '',
  "department_id" UUID,
  "grade_id" UUID,
  "program_id" UUID,
  "sort" INTEGER NOT NULL DEFAULT 0,
  "deleted" BOOLEAN NOT NULL DEFAULT false,
  "version" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "study_units_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "study_units_org_id_kind_sort_name_id_idx" ON "study_units" ("org_id", "kind", "sort", "name", "id");
CREATE UNIQUE INDEX "study_units_code" ON "study_units" ("org_id", "kind", lower("code")) WHERE "code" <> '' AND NOT "deleted";

ALTER TABLE "memberships" ADD COLUMN "grade_id" UUID, ADD COLUMN "klass_id" UUID, ADD COLUMN "program_id" UUID;
CREATE INDEX "memberships_grade" ON "memberships" ("grade_id") WHERE "grade_id" IS NOT NULL;
CREATE INDEX "memberships_klass" ON "memberships" ("klass_id") WHERE "klass_id" IS NOT NULL;
CREATE INDEX "memberships_program" ON "memberships" ("program_id") WHERE "program_id" IS NOT NULL;
