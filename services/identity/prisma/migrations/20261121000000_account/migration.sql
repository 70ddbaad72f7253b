ALTER TABLE "persons"
  ADD COLUMN "email_verified_at" TIMESTAMPTZ(3),
  ADD COLUMN "mobile_verified_at" TIMESTAMPTZ(3),
  ADD COLUMN "education" TEXT,
  ADD COLUMN "teaching_date" TEXT,
  ADD COLUMN "occupation_type" TEXT,
  ADD COLUMN "user_attributes" JSONB NOT NULL DEFAULT '{}',
  ADD COLUMN "user_addresses" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "user_auth_externals" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "klass" TEXT,
  ADD COLUMN "program" TEXT;
-- a number that somebody has proven to hold is one person's
CREATE UNIQUE INDEX "persons_mobile_bound" ON "persons"("mobile_phone") WHERE "mobile_verified_at" IS NOT NULL;

ALTER TABLE "organisations" ADD COLUMN "association_code" TEXT;
CREATE UNIQUE INDEX "organisations_association_code_key" ON "organisations"("association_code");

ALTER TABLE "memberships" ADD COLUMN "pre_task_done" TEXT;

ALTER TABLE "sessions"
  ADD COLUMN "agent" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "validated_at" TIMESTAMPTZ(3);

CREATE TABLE "auth_codes" (
  "id" UUID NOT NULL,
  "org_id" UUID,
  "purpose" TEXT NOT NULL,
  "unique_id_type" TEXT NOT NULL,
  "unique_id" TEXT NOT NULL,
  "person_id" UUID,
  "phc" TEXT,
  "tries" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  CONSTRAINT "auth_codes_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "auth_codes_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "auth_codes_unique_id_idx" ON "auth_codes"("unique_id", "created_at");
CREATE INDEX "auth_codes_person_id_idx" ON "auth_codes"("person_id", "created_at");
CREATE INDEX "auth_codes_created_at_idx" ON "auth_codes"("created_at");

CREATE TABLE "email_links" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "email" TEXT NOT NULL,
  "hash" BYTEA,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  CONSTRAINT "email_links_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "email_links_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "email_links_hash_key" ON "email_links"("hash");
CREATE INDEX "email_links_person_id_idx" ON "email_links"("person_id", "created_at");
CREATE INDEX "email_links_created_at_idx" ON "email_links"("created_at");

CREATE TABLE "user_links" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "title" TEXT NOT NULL,
  "url" TEXT NOT NULL,
  "sort" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "user_links_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "user_links_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "user_links_person_id_org_id_sort_idx" ON "user_links"("person_id", "org_id", "sort");
