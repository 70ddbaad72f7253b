-- a meeting that was agreed, was changed since and waits: when it is not agreed again, its people are told that it is off
ALTER TABLE "meetings" ADD COLUMN "announced" BOOLEAN NOT NULL DEFAULT false;
