-- Group sets, their groups, and who is and was in them.
CREATE TABLE "group_sets" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "course_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "sort" INTEGER NOT NULL,
  "sign_up" BOOLEAN NOT NULL DEFAULT false,
  "seats" INTEGER,
  "sign_up_until" TIMESTAMPTZ(3),
  "deleted" BOOLEAN NOT NULL DEFAULT false,
  "deleted_at" TIMESTAMPTZ(3),
  "deleted_by" UUID,
  "version" BIGINT NOT NULL,
  CONSTRAINT "group_sets_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "group_sets_course_id_sort_idx" ON "group_sets"("course_id", "sort");
CREATE INDEX "group_sets_deleted_idx" ON "group_sets"("deleted_at") WHERE "deleted";

CREATE TABLE "groups" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "course_id" UUID NOT NULL,
  "set_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "sort" INTEGER NOT NULL,
  "leader_id" UUID,
  "deleted" BOOLEAN NOT NULL DEFAULT false,
  "deleted_at" TIMESTAMPTZ(3),
  "deleted_by" UUID,
  "version" BIGINT NOT NULL,
  CONSTRAINT "groups_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "groups_set_id_sort_idx" ON "groups"("set_id", "sort");
CREATE INDEX "groups_course_id_idx" ON "groups"("course_id");

CREATE TABLE "group_members" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "course_id" UUID NOT NULL,
  "set_id" UUID NOT NULL,
  "group_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "since" TIMESTAMPTZ(3) NOT NULL,
  "until" TIMESTAMPTZ(3),
  "returns" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "group_members_pkey" PRIMARY KEY ("id")
);
-- nobody is in two groups of a set
CREATE UNIQUE INDEX "group_members_present" ON "group_members"("set_id", "person_id") WHERE "until" IS NULL;
CREATE INDEX "group_members_group_id_idx" ON "group_members"("group_id");
CREATE INDEX "group_members_person_id_course_id_idx" ON "group_members"("person_id", "course_id");
CREATE INDEX "group_members_set_id_since_idx" ON "group_members"("set_id", "since");
