CREATE TABLE "organisations" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "locale" TEXT NOT NULL,
  "hosts" TEXT[],
  "settings" JSONB NOT NULL,
  "deleted" BOOLEAN NOT NULL DEFAULT false,
  "version" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "organisations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "departments" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "parent_id" UUID,
  "name" TEXT NOT NULL,
  "sort" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "departments_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "departments_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "departments_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "departments"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "departments_org_id_idx" ON "departments"("org_id");

CREATE TABLE "persons" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "user_no" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "email" TEXT,
  "mobile_phone" TEXT,
  "sex" TEXT,
  "avatar" TEXT,
  "locale" TEXT,
  "theme" TEXT NOT NULL DEFAULT 'system',
  "density" TEXT NOT NULL DEFAULT 'default',
  "deleted" BOOLEAN NOT NULL DEFAULT false,
  "version" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "persons_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "persons_org_id_user_no_key" ON "persons"("org_id", "user_no");
CREATE UNIQUE INDEX "persons_email_key" ON "persons"("email");
CREATE INDEX "persons_user_no_idx" ON "persons"("user_no");

CREATE TABLE "memberships" (
  "person_id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "roles" TEXT[],
  "department_id" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "memberships_pkey" PRIMARY KEY ("person_id", "org_id"),
  CONSTRAINT "memberships_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "memberships_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "memberships_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "departments"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "memberships_org_id_department_id_idx" ON "memberships"("org_id", "department_id");

CREATE TABLE "passwords" (
  "person_id" UUID NOT NULL,
  "phc" TEXT NOT NULL,
  "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "passwords_pkey" PRIMARY KEY ("person_id"),
  CONSTRAINT "passwords_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "sessions" (
  "id" UUID NOT NULL,
  "hash" BYTEA NOT NULL,
  "person_id" UUID NOT NULL,
  "org_id" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "sessions_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "sessions_hash_key" ON "sessions"("hash");
CREATE INDEX "sessions_person_id_idx" ON "sessions"("person_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
