-- What course knows of uploads, from upload's facts: enough to tell whether one can be a cover.
CREATE TABLE "uploads" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "deleted" BOOLEAN NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);
