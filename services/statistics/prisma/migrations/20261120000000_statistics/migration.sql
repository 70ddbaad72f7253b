CREATE TABLE "user_actions" (
  "position" BIGSERIAL NOT NULL,
  "id" UUID NOT NULL,
  "org_id" UUID NOT NULL,
  "user_id" UUID,
  "course_id" UUID,
  "received_at" TIMESTAMPTZ(3) NOT NULL,
  "value" JSONB NOT NULL,
  CONSTRAINT "user_actions_pkey" PRIMARY KEY ("position")
);
CREATE INDEX "user_actions_received_at_idx" ON "user_actions"("received_at");
