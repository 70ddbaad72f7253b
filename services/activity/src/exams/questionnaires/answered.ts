// Counts of the answers to a question in anonymous questionnaires, as their results give them: while they are open in steps of five, and never fewer.
import { rows } from '@lyceum/kit/database/database'
import { typesAsking } from '../../types/activity-types.ts'
import type { Deps } from '../../deps.ts'
import { leastShown } from './api.ts'
import { openWaiting } from './sealed.ts'

/** By the id of the activity. */
export async function namelessAnswered(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  question: string,
): Promise<Map<string, number>> {
  const asking = await rows<{ id: string; closed: boolean; waiting: string | null }>(
    db,
    `
    select a.id::text, coalesce(a.end_time <= $3, false) as closed, r.waiting from activities a left join respondents r on r.activity_id = a.id
    where a.anonymous and not a.deleted and a.type = any($2) and a.id in (
      select p.activity_id from paper_questions u join papers p on p.id = u.paper_id where u.question_id = $1)`,
    question,
    typesAsking('questionnaire'),
    now(),
  )
  if (asking.length === 0) return new Map()
  const waitingOf = new Map(asking.map(({ id, closed, waiting }) => [id, closed ? [] : openWaiting(config.grantKeys, waiting)]))
  const counted = await rows<{ id: string; all: number; waiting: number; answered: number; shown: number }>(
    db,
    `
    select w.id::text, count(*)::int as all, (count(*) filter (where r.id = any(w.waiting)))::int as waiting,
      (count(*) filter (where r.answers ? $2))::int as answered, (count(*) filter (where r.answers ? $2 and r.id <> all(w.waiting)))::int as shown
    from jsonb_to_recordset($1::text::jsonb) as w(id uuid, waiting uuid[]) join responses r on r.activity_id = w.id group by w.id`,
    JSON.stringify([...waitingOf].map(([id, waiting]) => ({ id, waiting: waiting ?? [] }))),
    question,
  )
  return new Map(
    counted.map(({ id, all, waiting, answered, shown }) => {
      const known = waitingOf.get(id)?.length === waiting
      if (known) return [id, all - waiting >= leastShown ? shown : 0]
      // as waitingAmong says it: of a whole five nothing waits
      return [id, all % leastShown === 0 ? answered : 0]
    }),
  )
}
