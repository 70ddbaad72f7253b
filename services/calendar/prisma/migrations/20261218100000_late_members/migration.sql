-- Members of a group of whom this service does not know yet that they belong to their school: since when they wait for it. Null: they are in, or were.
ALTER TABLE "research_group_members" ADD COLUMN "waits_since" TIMESTAMPTZ(3);
CREATE INDEX "research_group_members_waiting_idx" ON "research_group_members"("person_id") WHERE "waits_since" IS NOT NULL;
