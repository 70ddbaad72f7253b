-- normal or checkpoint. Rows that are older than this hold normal until the next fact about the course, or until the service's
-- mirrors are rebuilt (docs/operate/topics.md).
ALTER TABLE mirror.courses ADD COLUMN learning_mode text NOT NULL DEFAULT 'normal';
