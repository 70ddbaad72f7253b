// Use of one question, by paper: how often it was asked and answered, and with which result.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { typesAsking } from '../../types/activity-types.ts'
import type { Deps } from '../../deps.ts'
import type { QuestionUse } from '../../questions/banks/shapes.ts'
import { answersSql, templated } from '../../questions/banks/use.ts'
import { namelessAnswered } from '../questionnaires/answered.ts'

/**
 * By paper: an activity whose paper was changed is named once for each version of the question that it asks or asked. Answers of exams are those that
 * are marked, of questionnaires all; those that are nobody's stand with the newest version. With the templates of the actor's organisation.
 */
export async function readUse(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  { org }: Actor,
  question: string,
): Promise<{ items: QuestionUse[]; templates: { id: string; title: string }[] }> {
  const found = await rows<Omit<QuestionUse, 'course'> & { course: string; course_name: string }>(
    deps.db,
    `
    select a.id::text as activity_id, a.title, a.course_id::text as course, coalesce(c.name, '') as course_name, qv.n,
      coalesce(sum(case when a.type = any($2) then r.responses else r.answers end), 0)::int as answers,
      (sum(r.difficulty * r.answers) / nullif(sum(r.answers), 0))::float8 as difficulty
    from paper_questions u join papers p on p.id = u.paper_id join activities a on a.id = p.activity_id and not a.deleted
    left join mirror.courses c on c.id = a.course_id
    join question_versions qv on qv.id = u.version_id
    left join lateral (${answersSql}) r on true
    where u.question_id = $1
    group by a.id, c.id, qv.id order by a.id desc, qv.n desc limit 100`,
    question,
    typesAsking('questionnaire'),
  )
  const nameless = await namelessAnswered(deps, question)
  const templates = await rows<{ id: string; title: string }>(
    deps.db,
    `select t.id::text, t.title from ${templated} where t.org_id = nullif($2, '')::uuid and e ->> 'question_id' = $1 group by t.id order by t.title, t.id limit 100`,
    question,
    org,
  )
  const items = found.map(({ course, course_name, answers, ...use }) => {
    const unnamed = nameless.get(use.activity_id) ?? 0
    nameless.delete(use.activity_id)
    return { ...use, answers: answers + unnamed, course: { id: course, name: course_name } }
  })
  return { items, templates }
}
