// The question of a vote: one of a bank as its version has it, or one of its own, which needs neither text nor right answer.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid, Problem } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import { checkMayUse } from '../../content/activities/draft.ts'
import type { Deps } from '../../deps.ts'
import { type BankRef, rightIn } from '../../questions/banks/rights.ts'
import { isFaults, validated } from '../../questions/banks/validated.ts'
import { uploadsIn } from '../../questions/papers/kept-papers.ts'
import { questionTypeOf, type QuestionVersion } from '../../questions/question-types.ts'
import type { QuestionTypeName } from '../../questions/question-types/api.ts'
import { isEmptyHtml } from '../../questions/question-types/plain-text.ts'
import type { VoteDraft } from './api.ts'

/** `key` null: it has no right answer. `uploads`: the files of its texts. */
export type VoteQuestion = {
  version: string | null
  type: QuestionTypeName
  stem: string
  content: unknown
  key: unknown
  uploads: string[]
}

/**
 * 400 with the field: of neither or both, of a version that the reader may not use, of a type that no vote has, of a faulty question, and upload.unknown of
 * a file that is neither the caller's own nor in the course.
 */
export async function questionOf(tx: Deps['db'], actor: Actor, scope: CourseScope, draft: VoteDraft): Promise<VoteQuestion> {
  const { version_id, question } = draft
  if (version_id !== undefined && question !== undefined) throw invalid({ question: 'field.unknown' })
  if (version_id !== undefined) return await ofBank(tx, actor, scope, version_id)
  if (question === undefined) throw invalid({ question: 'field.required' })
  const own = ownQuestion(question)
  await checkMayUse({ db: tx }, actor, scope, scope.course, 'question.stem', own.uploads)
  return own
}

type Version = QuestionVersion & { stem: string } & BankRef
async function ofBank(tx: Tx, actor: Actor, scope: CourseScope, version: string): Promise<VoteQuestion> {
  const found = await one<Version>(
    tx,
    `select v.type, v.stem, v.content, v.key, b.id::text, b.org_id::text as org, b.course_id::text as course, b.owner_id::text as owner,
       b.org_role as "orgRole"
     from question_versions v join questions q on q.id = v.question_id and q.deleted_at is null
     join banks b on b.id = q.bank_id and b.deleted_at is null where v.id = $1 and b.org_id = $2`,
    version,
    scope.org,
  )
  if (!found || !(await rightIn(tx, actor, found))) throw invalid({ version_id: 'vote.questionUnknown' })
  const { type, stem, content, key } = found
  const of = questionTypeOf(type)
  if (!of.askers.includes('class')) throw invalid({ version_id: 'vote.notOffered' })
  const uploads = uploadsIn({ type: type as QuestionTypeName, stem, content: content as never })
  return { version, type: type as QuestionTypeName, stem, content, key: isKey(key) ? key : null, uploads }
}
const isKey = (key: unknown): boolean => Object.keys(key as object).length > 0

/** Stand-ins while a question is checked that needs neither: a text, and the accepted text of a short answer. */
const anyText = '<p>?</p>'
const anyAccepted = { accepted: [{ text: '?', percent: '100' }] }

function ownQuestion({ type, stem, content, key = {} }: NonNullable<VoteDraft['question']>): VoteQuestion {
  const unkeyed = type === 'short_answer' && !isKey(key)
  const textless = isEmptyHtml(stem)
  const draft = {
    type,
    title: '',
    stem: textless ? anyText : stem,
    content,
    key: unkeyed ? anyAccepted : key,
    feedback: '',
    points: '1',
    tags: [],
  }
  const question = validated(draft)
  if (isFaults(question))
    throw new Problem(400, 'invalid', {
      fields: Object.fromEntries(Object.entries(question).map(([field, faults]) => [`question.${field}`, faults])),
    })
  return {
    version: null,
    type,
    stem: textless ? '' : question.stem,
    content: question.content,
    key: !unkeyed && isKey(question.key) ? question.key : null,
    uploads: question.uploads,
  }
}
