-- those that everybody of an organisation may find
CREATE INDEX "courses_open_idx" ON "courses"("org_id", "id") WHERE "published" AND NOT "deleted" AND "public_scope" = 'organisation';
