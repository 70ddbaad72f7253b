-- Academic years and, below them, their terms. A course that is of one has its names as texts too, as the wire tells them.
CREATE TABLE "terms" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "parent_id" UUID,
  "name" TEXT NOT NULL,
  "start_date" DATE NOT NULL,
  "end_date" DATE NOT NULL,
  "version" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "terms_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "terms_name_idx" ON "terms"("org_id", coalesce("parent_id", "org_id"), lower("name"));
ALTER TABLE "courses" ADD COLUMN "term_id" UUID;
CREATE INDEX "courses_term_id_idx" ON "courses"("term_id") WHERE "term_id" IS NOT NULL;
