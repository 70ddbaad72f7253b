CREATE TABLE "course_colours" (
  "person_id" UUID NOT NULL,
  "course_id" UUID NOT NULL,
  "color" TEXT NOT NULL,
  PRIMARY KEY ("person_id", "course_id")
);
CREATE INDEX "course_colours_course_id_idx" ON "course_colours"("course_id");
