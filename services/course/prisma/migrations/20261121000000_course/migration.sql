CREATE TABLE "courses" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "display_name" TEXT,
  "course_code" TEXT NOT NULL DEFAULT '',
  "course_type" INTEGER NOT NULL DEFAULT 1,
  "learning_mode" TEXT NOT NULL DEFAULT 'normal',
  "academic_year" TEXT,
  "semester" TEXT,
  "department_id" UUID,
  "department_name" TEXT,
  "grade" TEXT,
  "klass" TEXT,
  "subject_code" TEXT NOT NULL DEFAULT '',
  "compulsory" BOOLEAN NOT NULL DEFAULT false,
  "public_scope" TEXT NOT NULL DEFAULT 'members',
  "course_outline" TEXT NOT NULL DEFAULT '',
  "imported_from" TEXT,
  "allow_clone" BOOLEAN NOT NULL DEFAULT false,
  "teaching_class_name" TEXT NOT NULL DEFAULT '',
  "cover_upload_id" UUID,
  "start_date" DATE,
  "end_date" DATE,
  "published" BOOLEAN NOT NULL DEFAULT false,
  "review_status" TEXT NOT NULL DEFAULT 'unreviewed',
  "importer_status" INTEGER,
  "deleted" BOOLEAN NOT NULL DEFAULT false,
  "created_by" UUID NOT NULL,
  "version" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "courses_pkey" PRIMARY KEY ("id")
);
-- the searches of a manager: newest first, by name, by code
CREATE INDEX "courses_org_id_deleted_updated_at_id_idx" ON "courses"("org_id", "deleted", "updated_at" DESC, "id");
CREATE INDEX "courses_org_id_deleted_name_id_idx" ON "courses"("org_id", "deleted", "name", "id");
CREATE INDEX "courses_org_id_course_code_idx" ON "courses"("org_id", "course_code");
CREATE INDEX "courses_org_id_deleted_created_at_id_idx" ON "courses"("org_id", "deleted", "created_at", "id");

-- No foreign key to courses: its check would lock the course row, and a thousand joins in a minute must not touch that row.
-- Courses are only ever marked as deleted.
CREATE TABLE "enrolments" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "course_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "role" TEXT NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'active',
  "version" BIGINT NOT NULL,
  "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "enrolments_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "enrolments_course_id_person_id_key" ON "enrolments"("course_id", "person_id");
CREATE INDEX "enrolments_person_id_idx" ON "enrolments"("person_id");
-- who teaches, whatever the number of students
CREATE INDEX "enrolments_teachers_idx" ON "enrolments"("course_id") WHERE role <> 'student' AND state = 'active';

-- Apart from courses, so that no list, search or fact can carry a code along.
CREATE TABLE "access_codes" (
  "course_id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "code" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "access_codes_pkey" PRIMARY KEY ("course_id")
);
CREATE UNIQUE INDEX "access_codes_code_key" ON "access_codes"("code");

CREATE TABLE "simulations" (
  "session_id" TEXT NOT NULL,
  "course_id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "acting_as" TEXT NOT NULL,
  "version" BIGINT NOT NULL,
  CONSTRAINT "simulations_pkey" PRIMARY KEY ("course_id", "session_id")
);

-- Rights are decided by one function in every service (mirror/rules.ts). Here it reads the rows themselves instead of a copy.
CREATE SCHEMA IF NOT EXISTS mirror;
CREATE VIEW mirror.courses AS
  SELECT id, org_id, name, course_code, course_type, published, deleted, cover_upload_id, start_date, end_date, version FROM public.courses;
CREATE VIEW mirror.members AS
  SELECT course_id, person_id, org_id, role, state, version FROM public.enrolments;
CREATE VIEW mirror.simulations AS
  SELECT session_id, course_id, acting_as, version FROM public.simulations;
