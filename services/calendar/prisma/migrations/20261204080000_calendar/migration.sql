CREATE TABLE "events" (
  "id" UUID PRIMARY KEY,
  "org_id" UUID NOT NULL,
  "created_by" UUID NOT NULL,
  "title" TEXT NOT NULL,
  "all_day" BOOLEAN NOT NULL,
  "start_time" TIMESTAMPTZ(3) NOT NULL,
  "end_time" TIMESTAMPTZ(3) NOT NULL,
  "location" TEXT NOT NULL DEFAULT '',
  "description" TEXT NOT NULL DEFAULT '',
  "color" TEXT NOT NULL DEFAULT 'teal',
  "target_type" TEXT NOT NULL,
  "department_ids" UUID[] NOT NULL DEFAULT '{}',
  "role_ids" TEXT[] NOT NULL DEFAULT '{}',
  "course_ids" UUID[] NOT NULL DEFAULT '{}',
  "all_courses" BOOLEAN NOT NULL DEFAULT false,
  "user_ids" UUID[] NOT NULL DEFAULT '{}',
  "group_ids" UUID[] NOT NULL DEFAULT '{}',
  "alert_id" INTEGER,
  "alert_at" TIMESTAMPTZ(3),
  "send_email_alert" BOOLEAN NOT NULL DEFAULT false,
  "tag_id" INTEGER,
  "upload_ids" UUID[] NOT NULL DEFAULT '{}',
  "source_uid" TEXT,
  "deleted_at" TIMESTAMPTZ(3),
  "version" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "events_alert_idx" ON "events"("alert_at") WHERE "alert_at" IS NOT NULL;
CREATE INDEX "events_deleted_idx" ON "events"("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "events_owner_idx" ON "events"("created_by", "start_time");
CREATE UNIQUE INDEX "events_source_idx" ON "events"("created_by", "source_uid") WHERE "source_uid" IS NOT NULL AND "deleted_at" IS NULL;

-- where something is shown: one index finds what all places of a reader have in a span of time
CREATE TABLE "places" (
  "place_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "item_id" UUID NOT NULL,
  "starts" TIMESTAMPTZ(3) NOT NULL,
  "ends" TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY ("place_id", "item_id")
);
CREATE INDEX "places_place_id_ends_idx" ON "places"("place_id", "ends");
CREATE INDEX "places_item_id_idx" ON "places"("item_id");

CREATE TABLE "timetables" (
  "id" UUID PRIMARY KEY,
  "org_id" UUID NOT NULL,
  "course_id" UUID NOT NULL,
  "created_by" UUID NOT NULL,
  "time_zone" TEXT NOT NULL,
  "first_day" DATE NOT NULL,
  "start_minute" INTEGER NOT NULL,
  "minutes" INTEGER NOT NULL,
  "repeat_type" TEXT NOT NULL,
  "frequency" INTEGER NOT NULL,
  "weekdays" INTEGER[] NOT NULL DEFAULT '{}',
  "last_day" DATE NOT NULL,
  "excluded" DATE[] NOT NULL DEFAULT '{}',
  "origin_id" UUID,
  "origin_day" DATE,
  "location" TEXT NOT NULL DEFAULT '',
  "description" TEXT NOT NULL DEFAULT '',
  "color" TEXT NOT NULL DEFAULT 'orange',
  "version" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "timetables_course_id_idx" ON "timetables"("course_id");
CREATE INDEX "timetables_origin_id_idx" ON "timetables"("origin_id");

CREATE TABLE "meetings" (
  "id" UUID PRIMARY KEY,
  "org_id" UUID NOT NULL,
  "created_by" UUID NOT NULL,
  "host_id" UUID NOT NULL,
  "title" TEXT NOT NULL,
  "start_time" TIMESTAMPTZ(3) NOT NULL,
  "end_time" TIMESTAMPTZ(3) NOT NULL,
  "description" TEXT NOT NULL DEFAULT '',
  "scope_org_ids" UUID[] NOT NULL DEFAULT '{}',
  "audit_status" TEXT NOT NULL DEFAULT 'others',
  "audited_by" UUID,
  "audited_at" TIMESTAMPTZ(3),
  "audit_reason" TEXT NOT NULL DEFAULT '',
  "join_url" TEXT NOT NULL DEFAULT '',
  "live_addr" TEXT NOT NULL DEFAULT '',
  "replay_address" TEXT NOT NULL DEFAULT '',
  "room" TEXT NOT NULL DEFAULT '',
  "course_id" UUID,
  "instruction" BOOLEAN NOT NULL DEFAULT false,
  "version" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "meetings_org_id_start_time_id_idx" ON "meetings"("org_id", "start_time" DESC, "id");
CREATE INDEX "meetings_course_id_start_time_id_idx" ON "meetings"("course_id", "start_time" DESC, "id");

-- the address of a feed is random, and only its hash is kept
CREATE TABLE "feeds" (
  "id" UUID PRIMARY KEY,
  "org_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "course_id" UUID,
  "name" TEXT NOT NULL,
  "hash" BYTEA NOT NULL,
  "read_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX "feeds_hash_key" ON "feeds"("hash");
CREATE INDEX "feeds_person_id_idx" ON "feeds"("person_id");

CREATE TABLE "terms" (
  "id" UUID PRIMARY KEY,
  "org_id" UUID NOT NULL,
  "holidays" JSONB NOT NULL,
  "deleted" BOOLEAN NOT NULL,
  "version" BIGINT NOT NULL
);
CREATE INDEX "terms_org_id_idx" ON "terms"("org_id");

CREATE TABLE "uploads" (
  "id" UUID PRIMARY KEY,
  "person_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "size" BIGINT NOT NULL,
  "status" TEXT NOT NULL,
  "deleted" BOOLEAN NOT NULL,
  "version" BIGINT NOT NULL
);
