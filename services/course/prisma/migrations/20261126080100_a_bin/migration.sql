-- Who deleted a course and when: it can be restored for 30 days from then. Those that were deleted before begin with their last change.
ALTER TABLE "courses" ADD COLUMN "deleted_at" TIMESTAMPTZ(3), ADD COLUMN "deleted_by" UUID;
UPDATE "courses" SET "deleted_at" = "updated_at" WHERE "deleted";
CREATE INDEX "courses_bin_idx" ON "courses"("org_id", "deleted_at") WHERE "deleted";
