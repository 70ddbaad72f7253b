-- How people join a course by themselves, where it is not simply open; and those who wait to be let in. Apart from courses and enrolments, so that
-- joining locks no course, and who waits is a member nowhere.
CREATE TABLE "join_settings" (
    "course_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "seats" INTEGER,
    "opens_at" TIMESTAMPTZ(3),
    "closes_at" TIMESTAMPTZ(3),
    "approval" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "join_settings_pkey" PRIMARY KEY ("course_id")
);
CREATE TABLE "join_requests" (
    "course_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "version" BIGINT NOT NULL,

    CONSTRAINT "join_requests_pkey" PRIMARY KEY ("course_id", "person_id")
);
CREATE INDEX "join_requests_waiting_idx" ON "join_requests"("course_id", "asked_at", "person_id") WHERE "state" = 'waiting';
CREATE INDEX "join_requests_person_id_idx" ON "join_requests"("person_id");
