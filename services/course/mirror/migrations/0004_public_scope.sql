-- Who may see a course without being a member; members alone until the next fact about the course.
ALTER TABLE mirror.courses ADD COLUMN public_scope text NOT NULL DEFAULT 'members';
