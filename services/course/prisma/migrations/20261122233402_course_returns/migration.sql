-- Courses that a manager has sent back to their teachers, and the index of those that wait for a review.
CREATE TABLE course_returns (
  course_id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  reason text NOT NULL,
  returned_by uuid NOT NULL,
  returned_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX courses_unreviewed_idx ON courses (org_id, updated_at, id) WHERE published AND NOT deleted AND review_status = 'unreviewed';
