-- Who changed the fields of a module last, and when: whoever meets a newer version is told whose it is.
ALTER TABLE "modules" ADD COLUMN "changed_by" UUID, ADD COLUMN "changed_at" TIMESTAMPTZ(3);
