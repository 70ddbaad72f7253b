-- false: others recorded something for the person (a mark by hand, attendance), who has not opened the activity
ALTER TABLE "progress" ADD COLUMN "opened" BOOLEAN NOT NULL DEFAULT true;
