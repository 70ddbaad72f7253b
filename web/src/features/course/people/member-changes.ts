// Changes of a course's members, each with the call that undoes it.
import { call } from '../../../client.ts'
import { invalidate } from '../../../queries.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../../../parts/base/errors/problem-text.ts'

export type Role = 'student' | 'instructor' | 'instructor_assistant'
export const memberRoles: readonly Role[] = ['student', 'instructor', 'instructor_assistant']
export const isRole = (word: string | undefined): word is Role => memberRoles.some((role) => role === word)

/** The enrolments of a bulk call: those named, or all that fit the conditions of the list but some. */
export type Selected = { enrollment_ids: string[] } | { course_id: string; conditions: string; except_ids: string[] }

const reads = [
  'GET /api/courses/:id/members',
  'GET /api/courses/:id/klasses',
  'GET /api/courses/:id',
  'GET /api/courses/:id/study-completeness',
] as const
export const membersChanged = () => invalidate(...reads)

export const giveRole = (selected: Selected, role: Role) => call('PUT /api/course/enrollments', { body: { ...selected, role } })

/** Gives everybody the role back that they had before giveRole, which has answered it. */
export const giveBack = (former: Awaited<ReturnType<typeof giveRole>>['former']) =>
  call('PUT /api/course/enrollments', { body: { roles: former } })

export const remove = async (selected: Selected): Promise<string[]> =>
  (await call('DELETE /api/course/enrollments', { body: selected })).enrollment_ids
export const restore = (ids: string[]) => call('PUT /api/course/enrollments/restore', { body: { enrollment_ids: ids } })

/** Says what was done, and offers to undo it. */
export function showDone(text: string, undo?: () => Promise<unknown>): void {
  const undone = () =>
    void undo?.()
      .catch((failure: unknown) => toast({ text: problemText(failure), error: true }))
      .finally(membersChanged)
  toast({ text, ...(undo && { undo: undone }) })
}
