-- The gradebook: items, scores with their history, and the results that follow by the policy of a course.
create table score_scales (
  id uuid primary key,
  org_id uuid not null,
  name text not null,
  levels jsonb not null,
  version bigint not null
);
create index score_scales_org_id_idx on score_scales (org_id);

create table score_policies (
  course_id uuid primary key,
  org_id uuid not null,
  aggregation text not null default 'points',
  digits integer not null default 1,
  scale_id uuid references score_scales (id) on delete restrict on update cascade,
  pass_percent integer,
  late jsonb,
  missing_percent integer,
  distribution boolean not null default false,
  last_no integer not null default 0,
  task text,
  final_at timestamptz(3),
  final_by uuid,
  reopened_at timestamptz(3),
  reopened_by uuid,
  reopened_reason text not null default '',
  version bigint not null
);
create index score_policies_scale_id_idx on score_policies (scale_id);

create table score_categories (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid not null,
  name text not null,
  weight numeric(10,4) not null default 0,
  drop integer not null default 0,
  keep integer,
  sort integer not null,
  version bigint not null
);
create index score_categories_course_id_idx on score_categories (course_id);

create table score_items (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid not null,
  activity_id uuid references activities (id) on delete cascade on update cascade,
  no integer not null,
  title text not null,
  category_id uuid references score_categories (id) on delete set null on update cascade,
  points numeric(10,4) not null,
  sort integer not null,
  extra_credit boolean not null default false,
  never_drop boolean not null default false,
  anonymous boolean not null default false,
  release text not null default 'at_once',
  released boolean not null default true,
  release_at timestamptz(3),
  sweep_at timestamptz(3),
  deleted boolean not null default false,
  version bigint not null
);
create unique index score_items_activity_id_key on score_items (activity_id);
create unique index score_items_course_id_no_key on score_items (course_id, no);
create index score_items_category_id_idx on score_items (category_id);
create index score_items_release_at_idx on score_items (release_at);
create index score_items_sweep_at_idx on score_items (sweep_at);

create table scores (
  item_id uuid not null references score_items (id) on delete cascade on update cascade,
  person_id uuid not null,
  org_id uuid not null,
  course_id uuid not null,
  points numeric(10,4),
  earned numeric(10,4),
  state text not null default '',
  late_seconds integer not null default 0,
  n integer not null default 0,
  overridden boolean not null default false,
  comment text not null default '',
  released boolean not null default false,
  released_at timestamptz(3),
  release_at timestamptz(3),
  by_id uuid,
  version bigint not null,
  primary key (item_id, person_id)
);
create index scores_course_id_person_id_idx on scores (course_id, person_id);
create index scores_person_id_idx on scores (person_id);
create index scores_release_at_idx on scores (release_at);
create index scores_by_id_idx on scores (by_id);
-- those whose points follow from a rule of the book: few of many
create index scores_ruled on scores (course_id, person_id) where (late_seconds > 0 or state = 'missing') and not overridden;

create table score_changes (
  id uuid primary key,
  item_id uuid not null references score_items (id) on delete cascade on update cascade,
  person_id uuid not null,
  at timestamptz(3) not null default clock_timestamp(),
  by_id uuid,
  what text not null,
  before text,
  after text,
  reason text not null default ''
);
create index score_changes_item_id_person_id_id_idx on score_changes (item_id, person_id, id);
create index score_changes_person_id_idx on score_changes (person_id);
create index score_changes_by_id_idx on score_changes (by_id);

create table course_results (
  course_id uuid not null,
  person_id uuid not null,
  percent numeric(12,6),
  shown text,
  letter text,
  passed boolean,
  primary key (course_id, person_id)
);
create index course_results_person_id_idx on course_results (person_id);

-- the activities that have points already
with numbered as (
  select a.*, row_number() over (partition by a.course_id order by a.id) as no from activities a where a.points is not null and not a.deleted
), policies as (
  insert into score_policies (course_id, org_id, last_no, version)
  select course_id, (array_agg(org_id))[1], max(no), 1 from numbered group by course_id
)
insert into score_items (id, org_id, course_id, activity_id, no, title, points, sort, anonymous, release, released, release_at, sweep_at, version)
select gen_random_uuid(), org_id, course_id, id, no, title, points, no, anonymous, case when anonymous and release = 'at_once' then 'by_hand' else release end,
  release = 'at_once' and not anonymous, case when release = 'at_time' then release_time end, now(), 1
from numbered;
