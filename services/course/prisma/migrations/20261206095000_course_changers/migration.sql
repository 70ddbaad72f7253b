-- Who changed the fields of a course last, and when: whoever meets a newer version is told whose it is.
ALTER TABLE "courses" ADD COLUMN "changed_by" UUID, ADD COLUMN "changed_at" TIMESTAMPTZ(3);
