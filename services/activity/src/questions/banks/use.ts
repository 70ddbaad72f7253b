// Use of questions: the papers that ask them, the templates that papers are made from, and what their answers earned.
import { conflict } from '@lyceum/kit/calls/errors'
import { rows, type Tx } from '@lyceum/kit/database/database'

/** `course` empty: a template of the organisation. */
type Paper = { id: string; title: string; course: string }

export const templated = `questionnaire_templates t, jsonb_array_elements(t.sections) as s, jsonb_array_elements(s -> 'entries') as e`
/** Whether a paper that is still there, or a template, asks question `q`. */
export const usedSql = `(exists (select from paper_questions u join papers p on p.id = u.paper_id where u.question_id = q.id)
  or q.id::text in (select e ->> 'question_id' from ${templated} where e ? 'question_id'))`

/** The activities whose papers ask a question `q` under a condition, and the templates that do, at most 20. */
export const papersOf = (tx: Tx, condition: string, ...values: unknown[]): Promise<Paper[]> =>
  rows<Paper>(
    tx,
    `
    select distinct a.id::text, a.title, a.course_id::text as course
    from questions q join paper_questions u on u.question_id = q.id join papers p on p.id = u.paper_id
    join activities a on a.id = p.activity_id and not a.deleted
    where ${condition}
    union select t.id::text, t.title, '' from ${templated} join questions q on q.id::text = e ->> 'question_id' where ${condition} limit 20`,
    ...values,
  )

/** 409 question.inUse, with the papers. */
export function refuseUsed(papers: readonly Paper[]): void {
  if (papers.length > 0) throw conflict('question.inUse', { papers })
}

/** Answers of finished attempts that are no trials, with the share that their marks say, of marks by people the points beside those of the question;
 *  `u` is the row of paper_questions. */
export const answersSql = `
  select count(aa.points)::int as answers, count(aa.slot)::int as responses,
    avg(coalesce((aa.mark ->> 'share')::float8, least(1, aa.points / nullif(qv.points, 0)))) filter (where aa.points is not null)::float8 as difficulty
  from attempts t join attempt_answers aa on aa.attempt_id = t.id
    and aa.slot = array_position(t.versions, u.version_id) - array_lower(t.versions, 1)
  where t.paper_id = u.paper_id and t.state <> 'running' and not t.trial`

export type Use = { papers: number; answers: number; difficulty: number | null }

/** By the id of the question; `papers` with the templates. At most a page of questions is asked for at once. */
export async function useOf(tx: Tx, questions: string[]): Promise<Map<string, Use>> {
  const found = await rows<Use & { id: string }>(
    tx,
    `
    select u.question_id::text as id, count(distinct p.activity_id)::int as papers, coalesce(sum(r.answers), 0)::int as answers,
      (sum(r.difficulty * r.answers) / nullif(sum(r.answers), 0))::float8 as difficulty
    from paper_questions u join papers p on p.id = u.paper_id join activities a on a.id = p.activity_id and not a.deleted
    join question_versions qv on qv.id = u.version_id
    left join lateral (${answersSql}) r on true
    where u.question_id = any($1::uuid[]) group by u.question_id`,
    questions,
  )
  const use = new Map(found.map(({ id, ...use }) => [id, use]))
  const inTemplates = await rows<{ id: string; n: number }>(
    tx,
    `select e ->> 'question_id' as id, count(distinct t.id)::int as n from ${templated} where e ->> 'question_id' = any($1::text[]) group by 1`,
    questions,
  )
  for (const { id, n } of inTemplates) {
    const one = use.get(id) ?? { papers: 0, answers: 0, difficulty: null }
    use.set(id, { ...one, papers: one.papers + n })
  }
  return use
}
