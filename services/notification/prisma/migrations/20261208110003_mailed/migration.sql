-- A notification grows while it is unread. So many of its things, the first ones of about, were in a mail that went out: the next mail names the others alone.
ALTER TABLE "notifications" ADD COLUMN "mailed" INTEGER NOT NULL DEFAULT 0;
