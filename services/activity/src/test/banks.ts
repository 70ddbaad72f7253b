// Question banks of feature tests: a course with a bank, and what is put into it and listed.
import type { Actor } from '@lyceum/kit/calls/actor'
import type { QuestionRow } from '../questions/banks/shapes.ts'
import { questionTypes } from '../questions/question-types.ts'
import type { QuestionTypeName } from '../questions/question-types/api.ts'
import { testCourse } from './course.ts'

export type TestBank = Awaited<ReturnType<typeof testBank>>

export const questionDraft = (type: QuestionTypeName, more: object = {}) => {
  const { stem, content, key } = questionTypes[type].example
  return { type, title: '', stem, content, key, feedback: '', points: '1', tags: [], ...more }
}

/** A course and a bank of it; what is added or listed without a bank is in that one. */
export async function testBank() {
  const env = await testCourse()
  const bank: string = (await env.ok(env.teacher, 'POST', '/api/banks', { title: 'Ocean questions', course_id: env.course })).id
  const add = async (questions: object[], to = bank, who = env.teacher) =>
    (await env.ok(who, 'POST', `/api/banks/${to}/questions`, { questions })).results as { id: string | null; errors: any }[]
  const list = async (
    conditions: object = {},
    query = '',
    who = env.teacher,
    of = bank,
  ): Promise<{ items: QuestionRow[]; total: number }> =>
    await env.ok(
      who,
      'GET',
      `/api/banks/${of}/questions?page_size=100&conditions=${encodeURIComponent(JSON.stringify(conditions))}${query}`,
    )
  return {
    ...env,
    bank,
    add,
    one: async (type: QuestionTypeName = 'single', more: object = {}, to = bank, who = env.teacher): Promise<string> => {
      const [made] = await add([questionDraft(type, more)], to, who)
      if (!made?.id) throw new Error(JSON.stringify(made))
      return made.id
    },
    list,
    ids: async (conditions: object = {}, of = bank): Promise<string[]> =>
      (await list(conditions, '', env.teacher, of)).items.map(({ id }) => id),
    newBank: async (draft: object, who = env.teacher): Promise<string> =>
      (await env.ok(who, 'POST', '/api/banks', { title: 'Bank', ...draft })).id,
    status: async (who: Actor, method: string, url: string, body?: object) => (await env.call(who, method, url, body)).status,
  }
}
