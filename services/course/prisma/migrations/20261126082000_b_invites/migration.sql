-- People who are asked to join a course: by name, so that an id of an invitation opens nothing to anybody else.
CREATE TABLE "invites" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "course_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "inviter_id" UUID,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_count" INTEGER NOT NULL DEFAULT 1,
    "answered_at" TIMESTAMPTZ(3),
    "version" BIGINT NOT NULL,

    CONSTRAINT "invites_pkey" PRIMARY KEY ("id")
);
-- one that is open for a person in a course
CREATE UNIQUE INDEX "invites_open_key" ON "invites"("course_id", "person_id") WHERE "state" IN ('sent', 'declined');
CREATE INDEX "invites_course_id_sent_at_id_idx" ON "invites"("course_id", "sent_at" DESC, "id");
CREATE INDEX "invites_inviter_id_sent_at_idx" ON "invites"("inviter_id", "sent_at");
CREATE INDEX "invites_person_id_idx" ON "invites"("person_id");
