-- Who is to stay forgotten: after a restore of an older backup these are erased again.
CREATE TABLE "erased_persons" (
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "erased_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "erased_by" UUID,
  CONSTRAINT "erased_persons_pkey" PRIMARY KEY ("id")
);
