-- Who was taken out comes back with a register's ids for them; people are found by number or address, and a course's list by its members.
ALTER TABLE "enrolments" ADD COLUMN "left_ids" JSONB;
CREATE INDEX "persons_user_no_idx" ON mirror.persons (user_no);
CREATE INDEX "persons_email_idx" ON mirror.persons (email);
