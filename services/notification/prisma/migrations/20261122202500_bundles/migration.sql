-- A notification may stand for many things of one course: `about` holds their ids, `payload` { params, course, subject, subjects }.
alter table notifications add column course_id uuid, add column about uuid[] not null default '{}';

-- One row for each thing that people are to be notified of; delivered ones are kept for a day, so that nothing is repeated within it.
create table notices (
  fact_id uuid not null,
  type text not null,
  bundle text not null,
  org_id uuid not null,
  course_id uuid,
  recipient_id uuid,
  sender_id uuid,
  about uuid not null,
  subject jsonb not null,
  params jsonb not null,
  created_at timestamptz(3) not null,
  delivered boolean not null default false,
  primary key (fact_id, type)
);
create index notices_due on notices (bundle) where not delivered;
create index notices_about on notices (about, type);
create index notices_created_at on notices (created_at);

-- The payload of the previous release in today's words, beside its own.
create function notification_payload(old jsonb) returns jsonb language sql immutable as $$
  select old || jsonb_build_object(
    'params', case when old ? 'activity_type' then jsonb_build_object('activity_type', old->'activity_type') else '{}'::jsonb end,
    'course', jsonb_build_object('id', old->'course_id', 'name', old->'course_name'),
    'subject', subject,
    'subjects', jsonb_build_array(subject))
  from (select jsonb_build_object(
    'type', old->'kind',
    'id', coalesce(old->'activity_id', old->'course_id'),
    'title', coalesce(old->'activity_title', old->'course_name')) as subject) s
$$;

update notifications set
  type = case type when 'activity_published' then 'activity_opened' else type end,
  course_id = (payload->>'course_id')::uuid,
  about = array[subject_id],
  payload = notification_payload(payload);

-- a bundle is written again as it grows: room on the page keeps that write to the page
alter table notifications set (fillfactor = 80);
-- who has an unread one of this type and course is sought for every bundle
create index notifications_bundles on notifications (course_id, type, created_at) where read_at is null;

-- While pods of the previous release run beside those of this one: rows of theirs get what this one reads, and rows of this one what
-- they read. To be dropped with their columns of the payload after this release.
create function notifications_of_two_releases() returns trigger language plpgsql as $$
begin
  if new.payload ? 'subject' then
    new.payload := jsonb_build_object(
      'kind', case new.payload->'subject'->>'type' when 'activity' then 'activity' else 'course' end,
      'course_id', coalesce(new.payload->'course'->>'id', ''),
      'course_name', coalesce(new.payload->'course'->>'name', new.payload->'subject'->>'title'),
      'activity_id', new.payload->'subject'->>'id',
      'activity_title', new.payload->'subject'->>'title',
      'activity_type', new.payload->'params'->>'activity_type',
      'href', coalesce('/course/' || (new.payload->'course'->>'id')
        || case new.payload->'subject'->>'type' when 'activity' then '/learning-activity#/' || (new.payload->'subject'->>'id') else '/content' end,
        '/user/notifications')) || new.payload;
    return new;
  end if;
  if new.type = 'activity_published' then
    new.type := 'activity_opened';
    -- the previous release looks for an earlier one under the name that it knows
    if exists (select from notifications earlier where earlier.subject_id = new.subject_id and earlier.type = new.type
        and earlier.person_id = new.person_id and earlier.created_at > new.created_at - interval '1 day') then
      return null;
    end if;
  end if;
  new.course_id := (new.payload->>'course_id')::uuid;
  new.about := array[new.subject_id];
  new.payload := notification_payload(new.payload);
  return new;
end $$;
create trigger notifications_of_two_releases before insert on notifications for each row execute function notifications_of_two_releases();
