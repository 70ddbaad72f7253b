-- Teaching-and-research groups, as upload's facts say: who is in them sees their meetings. org_id of a member: their school.
CREATE TABLE "research_groups" (
  "id" UUID PRIMARY KEY,
  "org_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "deleted" BOOLEAN NOT NULL,
  "version" BIGINT NOT NULL
);
CREATE TABLE "research_group_members" (
  "group_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "role" TEXT NOT NULL,
  PRIMARY KEY ("group_id", "person_id")
);
CREATE INDEX "research_group_members_person_id_idx" ON "research_group_members"("person_id");
ALTER TABLE "meetings" ADD COLUMN "group_id" UUID;
-- the meetings of a group that are not over, the next to end first
CREATE INDEX "meetings_group_id_end_time_idx" ON "meetings"("group_id", "end_time") WHERE "group_id" IS NOT NULL;
