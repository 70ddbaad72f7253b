-- rooms of an organisation; what is held in one has it among its places
CREATE TABLE "rooms" (
  "id" UUID PRIMARY KEY,
  "org_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "place" TEXT NOT NULL DEFAULT '',
  "seats" INTEGER,
  "remote_address" TEXT NOT NULL DEFAULT '',
  "equipment" TEXT NOT NULL DEFAULT '',
  "deleted_at" TIMESTAMPTZ(3),
  "version" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX "rooms_name_idx" ON "rooms" ("org_id", lower("name")) WHERE "deleted_at" IS NULL;
ALTER TABLE "events" ADD COLUMN "room_id" UUID;
ALTER TABLE "timetables" ADD COLUMN "room_id" UUID;
ALTER TABLE "meetings" ADD COLUMN "room_id" UUID;
