CREATE TABLE "modules" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "course_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "sort" INTEGER NOT NULL,
  "deleted" BOOLEAN NOT NULL DEFAULT false,
  "version" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "modules_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "modules_course_id_sort_idx" ON "modules"("course_id", "sort");

CREATE TABLE "activities" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "course_id" UUID NOT NULL,
  "module_id" UUID,
  "type" TEXT NOT NULL,
  "title" TEXT NOT NULL,
  "body" TEXT NOT NULL DEFAULT '',
  "sort" INTEGER NOT NULL,
  "published" BOOLEAN NOT NULL DEFAULT false,
  "start_time" TIMESTAMPTZ(3),
  "end_time" TIMESTAMPTZ(3),
  "criterion_key" TEXT NOT NULL,
  "forward_seeking" BOOLEAN NOT NULL DEFAULT true,
  "upload_ids" UUID[],
  "deleted" BOOLEAN NOT NULL DEFAULT false,
  "created_by" UUID NOT NULL,
  "version" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "activities_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "activities_module_id_fkey" FOREIGN KEY ("module_id") REFERENCES "modules"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "activities_course_id_sort_idx" ON "activities"("course_id", "sort");
CREATE INDEX "activities_upload_ids_idx" ON "activities" USING GIN ("upload_ids");

CREATE TABLE "uploads" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "size" BIGINT NOT NULL,
  "status" TEXT NOT NULL,
  "playable" BOOLEAN NOT NULL,
  "allow_download" BOOLEAN NOT NULL,
  "duration" DOUBLE PRECISION,
  "videos" JSONB NOT NULL,
  "reason" TEXT,
  "percent" DOUBLE PRECISION,
  "deleted" BOOLEAN NOT NULL,
  "version" BIGINT NOT NULL,
  CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

-- Rows of these two are written every few seconds while somebody watches: room on the page keeps such a write to that page.
-- No foreign keys: a check at every heartbeat would lock the activity's row.
CREATE TABLE "progress" (
  "activity_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "course_id" UUID NOT NULL,
  "percent" INTEGER NOT NULL DEFAULT 0,
  "watched" JSONB NOT NULL DEFAULT '[]',
  "watched_seconds" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "position" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "told_percent" INTEGER NOT NULL DEFAULT 0,
  "credited_until" TIMESTAMPTZ(3),
  "read_at" TIMESTAMPTZ(3),
  "completed_at" TIMESTAMPTZ(3),
  "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
  "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
  "version" BIGINT NOT NULL,
  CONSTRAINT "progress_pkey" PRIMARY KEY ("activity_id", "person_id")
) WITH (fillfactor = 70);
CREATE INDEX "progress_course_id_person_id_idx" ON "progress"("course_id", "person_id");

CREATE TABLE "play_sessions" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "course_id" UUID NOT NULL,
  "activity_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "upload_id" UUID NOT NULL,
  "told" BOOLEAN NOT NULL,
  "last_seq" INTEGER NOT NULL DEFAULT 0,
  "started_at" TIMESTAMPTZ(3) NOT NULL,
  "last_beat_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "play_sessions_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 70);
CREATE INDEX "play_sessions_started_at_idx" ON "play_sessions"("started_at");
