CREATE TABLE "notifications" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "fact_id" UUID NOT NULL,
  "type" TEXT NOT NULL,
  "subject_id" UUID NOT NULL,
  "payload" JSONB NOT NULL,
  "sender_id" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "read_at" TIMESTAMPTZ(3),
  CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "notifications_fact_id_person_id_key" ON "notifications"("fact_id", "person_id");
CREATE INDEX "notifications_person_id_id_idx" ON "notifications"("person_id", "id");
CREATE INDEX "notifications_subject_id_type_idx" ON "notifications"("subject_id", "type");
-- the badge counts these on every page
CREATE INDEX "notifications_unread" ON "notifications"("person_id") WHERE "read_at" IS NULL;

-- UUIDv7 for rows that one statement makes by the thousand; uuidv7() itself is only in PostgreSQL 18.
CREATE FUNCTION "new_id"("at" TIMESTAMPTZ) RETURNS UUID LANGUAGE sql VOLATILE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM "at") * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;
