-- state: how far the work is ('' before there is any), for lists; details: what the person has done, which completion is decided from
ALTER TABLE "progress"
  ADD COLUMN "state" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "state_at" TIMESTAMPTZ(3),
  ADD COLUMN "details" JSONB NOT NULL DEFAULT '{}';
