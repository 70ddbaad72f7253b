// Changes to the plan of a course: shown at once, rolled back when the server refuses, followed by a refetch.
import { type CallInput, call } from '../../../client.ts'
import { translate } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { invalidate, queryClient } from '../../../queries.ts'
import { reordered } from '../../../ui/order/sorting.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { PlanItem, Week } from './plan.ts'
import { planQuery } from '../frame/queries.ts'

const plan = 'GET /api/courses/:id/syllabuses'

async function change(course: string, update: (weeks: Week[]) => Week[], write: () => Promise<unknown>): Promise<boolean> {
  const { queryKey } = planQuery(course)
  await queryClient.cancelQueries({ queryKey })
  const previous = queryClient.getQueryData(queryKey)
  if (previous) queryClient.setQueryData(queryKey, { syllabuses: update(previous.syllabuses) })
  try {
    await write()
    return true
  } catch (error) {
    if (previous) queryClient.setQueryData(queryKey, previous)
    toast({ text: problemText(error), error: true })
    return false
  } finally {
    void invalidate(plan)
  }
}

const idsOf = (items: readonly PlanItem[]) => ({
  module_ids: items.flatMap(({ kind, id }) => (kind === 'module' ? [id] : [])),
  activity_ids: items.flatMap(({ kind, id }) => (kind === 'activity' ? [id] : [])),
})

/** Brings things into a week, before another one of the same kind or to the end; '' takes them out of the plan. */
export function planItems(course: string, items: readonly PlanItem[], week: string, before: string | null = null): Promise<boolean> {
  const ids = idsOf(items)
  return change(
    course,
    (weeks) =>
      weeks.map((one) => ({
        ...one,
        module_ids: placed(one.module_ids, ids.module_ids, one.id === week, before),
        activity_ids: placed(one.activity_ids, ids.activity_ids, one.id === week, before),
      })),
    () =>
      week === ''
        ? call('DELETE /api/courses/:id/syllabus-items', { params: { id: course }, body: ids })
        : call('PUT /api/syllabus/:id/activity-sort', { params: { id: week }, body: { ...ids, before } }),
  )
}
const placed = (present: string[], moved: string[], here: boolean, before: string | null) =>
  here ? reordered(present, moved, before) : present.filter((id) => !moved.includes(id))

export type WeekDraft = CallInput<'POST /api/courses/:id/syllabuses'>['body']['syllabuses'][number]

export async function addWeeks(course: string, syllabuses: WeekDraft[]): Promise<void> {
  await call('POST /api/courses/:id/syllabuses', { params: { id: course }, body: { syllabuses } })
  await invalidate(plan)
}

export async function changeWeek({ id, version }: Week, draft: WeekDraft): Promise<void> {
  await call('PUT /api/syllabuses/:id', { params: { id }, body: { ...draft, version } })
  await invalidate(plan)
}

export async function deleteWeek(course: string, { id, name }: Week): Promise<void> {
  const deleted = await change(
    course,
    (weeks) => weeks.filter((week) => week.id !== id),
    () => call('DELETE /api/syllabuses/:id', { params: { id }, query: {} }),
  )
  if (!deleted) return
  const undo = () =>
    call('PUT /api/syllabuses/:id/restore', { params: { id } })
      .catch((error: unknown) => toast({ text: problemText(error), error: true }))
      .then(() => invalidate(plan))
  toast({ text: translate('course', 'deleted', { title: name }), undo: () => void undo() })
}
