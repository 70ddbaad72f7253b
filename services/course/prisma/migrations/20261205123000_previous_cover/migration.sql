-- The picture before the present cover: whoever undoes a change takes a colleague's picture again.
ALTER TABLE "courses" ADD COLUMN "previous_cover_id" UUID;
