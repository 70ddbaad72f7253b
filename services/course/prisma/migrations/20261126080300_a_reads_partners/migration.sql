-- Who opened which page of a course when, and who stands behind a course beside its school.
CREATE TABLE "course_reads" (
  "course_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "type" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "org_id" UUID NOT NULL,
  CONSTRAINT "course_reads_pkey" PRIMARY KEY ("course_id", "person_id", "type", "at")
);
CREATE INDEX "course_reads_person_id_idx" ON "course_reads"("person_id");
CREATE INDEX "course_reads_course_id_at_idx" ON "course_reads"("course_id", "at");

CREATE TABLE "course_partners" (
  "course_id" UUID NOT NULL,
  "sort" INTEGER NOT NULL,
  "org_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "role" TEXT NOT NULL DEFAULT '',
  "contact" TEXT NOT NULL DEFAULT '',
  "url" TEXT NOT NULL DEFAULT '',
  CONSTRAINT "course_partners_pkey" PRIMARY KEY ("course_id", "sort")
);
