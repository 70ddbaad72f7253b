-- a meeting that was agreed, went to another course since and waits: its host and who asked for it are told when it is deleted
ALTER TABLE "meetings" ADD COLUMN "agreed_before" BOOLEAN NOT NULL DEFAULT false;
