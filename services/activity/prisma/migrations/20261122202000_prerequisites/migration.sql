-- An activity opens to students once those it requires are completed. course_id is that of both: a course's list reads them in one scan.
CREATE TABLE "activity_prerequisites" (
  "activity_id" UUID NOT NULL,
  "required_id" UUID NOT NULL,
  "course_id" UUID NOT NULL,
  CONSTRAINT "activity_prerequisites_pkey" PRIMARY KEY ("activity_id", "required_id"),
  CONSTRAINT "activity_prerequisites_activity_id_fkey" FOREIGN KEY ("activity_id") REFERENCES "activities"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "activity_prerequisites_required_id_fkey" FOREIGN KEY ("required_id") REFERENCES "activities"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "activity_prerequisites_required_id_idx" ON "activity_prerequisites"("required_id");
CREATE INDEX "activity_prerequisites_course_id_idx" ON "activity_prerequisites"("course_id");
