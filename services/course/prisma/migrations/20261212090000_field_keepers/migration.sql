-- Fields that another system's register keeps, and those that somebody has changed by hand since; courses that a register has closed.
create table field_keepers (
  course_id uuid not null,
  subject uuid not null,
  field text not null,
  keeper text not null,
  primary key (subject, field)
);
create index field_keepers_course_id_idx on field_keepers (course_id);
create table closed_courses (
  course_id uuid primary key,
  org_id uuid not null,
  source text not null,
  start_date date,
  end_date date
);
