// Between a notification and its mail or push message lie hours, by a digest or quiet hours: who has left its course meanwhile, or may not open it any
// more, gets nothing of it. On the page it stays: it was told there.
import { isForSql, isOutSql } from '../bulletins/audience.ts'
import type { NotificationType } from '../registry/notification-type.ts'
import { registry } from '../registry/registry.ts'

const typesOf = (of: (type: NotificationType) => boolean): string =>
  `'{${Object.entries(registry).flatMap(([name, type]) => (of(type) ? [name] : []))}}'::text[]`
const outside = typesOf(({ audience, outsiders }) => audience === 'left' || outsiders === true)
const teaching = typesOf(({ audience }) => audience === 'teachers')
const attended = typesOf(({ audience }) => audience === 'attendees')

/** Whoever asked for a meeting or leads it hears of it, in its course or not. */
const attends = `(n.type = any(${attended}) and exists (select from notices o where o.fact_id = n.fact_id and n.person_id = any(o.recipients)))`

/** Whether notification `n` still concerns its person at a time. Of who is not known here as a member the delivery has decided. */
export const concernsSql = (now: string): string => `(
  not exists (select from bulletins b where b.id = n.subject_id and not (${isOutSql(now)} and ${isForSql('n.person_id')}))
  and not exists (
    select from mirror.courses c left join mirror.members m on m.course_id = c.id and m.person_id = n.person_id
    where c.id = n.course_id and (c.deleted or n.type <> all(${outside}) and not ${attends}
      and (m.state <> 'active' or m.role = 'student' and (not c.published or n.type = any(${teaching}))))))`
