// Notifications of people who were put into groups: each is told of their own group, where they are when the notices are delivered.
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { Notified } from '../schedule/schedule.ts'
import type { Reached } from '../ways/ways.ts'
import type { NotificationType } from '../registry/notification-type.ts'

/** An unread notification of the set is written again within so many minutes. */
const rewrittenMinutes = 10

/**
 * One statement for all of them; returns who was notified. A person who has left the group, or came back into it within the time that the type
 * waits, is not notified: their moves were undone.
 */
export async function notifyPlaced(
  tx: Tx,
  type: NotificationType,
  notices: readonly { factId: string; type: string }[],
  reached: readonly Reached[],
): Promise<Notified[]> {
  return await rows<Notified>(
    tx,
    `
    with placed as (
      select distinct on (m.person_id) m.person_id, n.org_id, n.fact_id, n.type, n.course_id, n.sender_id, n.created_at, g.set_id, g.id as group_id, k.hidden,
        jsonb_build_object(
          'params', jsonb_build_object('set', s.id, 'set_name', s.name), 'course', jsonb_build_object('id', c.id, 'name', c.name),
          'subject', jsonb_build_object('type', 'group', 'id', g.id, 'title', g.name), 'subjects', '[]'::jsonb) as payload
      from notices n cross join unnest(n.recipients) as r(person)
      join unnest($4::uuid[], $5::bool[]) as k(person, hidden) on k.person = r.person
      join mirror.group_members m on m.group_id = n.about and m.person_id = r.person and m.until is null
      join mirror.groups g on g.id = m.group_id and not g.deleted
      join mirror.group_sets s on s.id = g.set_id and not s.deleted
      join mirror.courses c on c.id = n.course_id
      join mirror.members e on e.course_id = n.course_id and e.person_id = r.person and e.role = 'student' and e.state = 'active'
      where n.type = $1 and n.fact_id = any($2) and r.person is distinct from n.sender_id
        and not exists (
          select from mirror.group_members was where was.group_id = m.group_id and was.person_id = m.person_id
            and was.until > m.since - make_interval(mins => $3))
      order by m.person_id, n.created_at desc, n.fact_id
    ), rewritten as (
      update notifications o set sender_id = p.sender_id, about = array[p.group_id], payload = o.payload || p.payload,
        mailed = case when o.about = array[p.group_id] then o.mailed else 0 end
      from placed p
      where o.person_id = p.person_id and o.type = p.type and o.subject_id = p.set_id and o.read_at is null
        and o.created_at > p.created_at - interval '${rewrittenMinutes} minutes'
      returning o.person_id, o.id
    ), made as (
      insert into notifications (id, org_id, person_id, fact_id, type, course_id, subject_id, about, payload, sender_id, created_at, hidden)
      select new_id(p.created_at), p.org_id, p.person_id, p.fact_id, p.type, p.course_id, p.set_id, array[p.group_id], p.payload, p.sender_id, p.created_at, p.hidden
      from placed p where not exists (select from rewritten w where w.person_id = p.person_id)
      on conflict (fact_id, person_id) do nothing
      returning person_id, id
    )
    select person_id::text as person, id::text from rewritten union select person_id::text, id::text from made`,
    notices[0]?.type ?? '',
    notices.map(({ factId }) => factId),
    type.waits ?? 0,
    reached.map(({ person }) => person),
    reached.map(({ page }) => !page),
  )
}
