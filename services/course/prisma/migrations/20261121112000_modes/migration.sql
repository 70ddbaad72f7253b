-- A lite course has content and members only. An inspection remembers the page it goes back to.
ALTER TABLE "courses" ADD COLUMN "lite" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "simulations" ADD COLUMN "refer" TEXT NOT NULL DEFAULT '';
