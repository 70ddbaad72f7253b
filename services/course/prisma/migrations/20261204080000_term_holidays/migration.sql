-- Days without lessons of a year or a term, [{name, start_date, end_date}]: timetables leave them out.
ALTER TABLE "terms" ADD COLUMN "holidays" JSONB NOT NULL DEFAULT '[]';
