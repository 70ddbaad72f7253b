// Changes to a course's content: applied to the cache at once, rolled back when the server refuses, followed by a refetch.
import type { Content } from '../../parts/course/content.ts'
import { call } from '../../client.ts'
import { translate } from '../../i18n.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { invalidate, queryClient } from '../../queries.ts'
import { reordered, type Position } from '../../ui/sorting.ts'
import { toast } from '../../ui/toast.tsx'
import { orderAfterMove, withOrder } from './order.ts'
import { contentQuery } from '../../parts/course/queries.ts'

const queryKeyOf = (course: string) => contentQuery(course).queryKey
const cachedContent = (course: string) => queryClient.getQueryData<Content>(queryKeyOf(course))

/** Applies `update` to the cached content and runs `write`. A failure restores the previous content, shows its text and returns false. */
async function change(course: string, update: (content: Content) => Content, write: () => Promise<unknown>): Promise<boolean> {
  await queryClient.cancelQueries({ queryKey: queryKeyOf(course) })
  const previous = cachedContent(course)
  if (previous) queryClient.setQueryData(queryKeyOf(course), update(previous))
  try {
    await write()
    return true
  } catch (error) {
    if (previous) queryClient.setQueryData(queryKeyOf(course), previous)
    toast({ text: problemText(error), error: true })
    return false
  } finally {
    void invalidate('GET /api/courses/:id/all-activities', 'GET /api/activities/:id')
  }
}
const withActivities =
  (ids: readonly string[], change: (activity: Content['activities'][number]) => Content['activities'][number]) =>
  (content: Content): Content => ({
    ...content,
    activities: content.activities.map((activity) => (ids.includes(activity.id) ? change(activity) : activity)),
  })

export const publishActivities = (course: string, ids: string[], published: boolean) =>
  change(
    course,
    withActivities(ids, (activity) => ({ ...activity, published })),
    () => call('POST /api/courses/:id/publish-activities', { params: { id: course }, body: { activity_ids: ids, published } }),
  )

export function moveActivities(course: string, ids: string[], target: Position): Promise<boolean> {
  const ordered = orderAfterMove(cachedContent(course)?.activities ?? [], ids, target)
  return change(
    course,
    (content) => withOrder(content, target.group, ordered),
    () => call('PUT /api/modules/:id/activity-sort', { params: { id: target.group }, body: { activity_ids: ordered } }),
  )
}

/** Moves a module before `before`, null: to the end. */
export function moveModule(course: string, id: string, before: string | null): Promise<boolean> {
  const modules = [...(cachedContent(course)?.modules ?? [])].sort((a, b) => a.sort - b.sort).map((module) => module.id)
  const ordered = reordered(modules, [id], before)
  return change(
    course,
    (content) => ({ ...content, modules: content.modules.map((module) => ({ ...module, sort: ordered.indexOf(module.id) })) }),
    () => call('PUT /api/courses/:id/module-sort', { params: { id: course }, body: { module_ids: ordered } }),
  )
}

export const renameModule = (course: string, id: string, name: string) =>
  change(
    course,
    (content) => ({ ...content, modules: content.modules.map((module) => (module.id === id ? { ...module, name } : module)) }),
    () => call('PUT /api/modules/:id', { params: { id }, body: { name } }),
  )

/** Shows an undo that restores from the bin. */
function offerUndo(text: string, restore: () => Promise<unknown>) {
  const undo = async () => {
    try {
      await restore()
    } catch (error) {
      toast({ text: problemText(error), error: true })
    } finally {
      void invalidate('GET /api/courses/:id/all-activities', 'GET /api/activities/:id', 'GET /api/courses/:id/bin')
    }
  }
  toast({ text, undo: () => void undo() })
}

export async function deleteModule(course: string, { id, name }: { id: string; name: string }): Promise<void> {
  const deleted = await change(
    course,
    (content) => ({ ...content, modules: content.modules.filter((module) => module.id !== id) }),
    () => call('DELETE /api/modules/:id', { params: { id }, query: {} }),
  )
  if (deleted) offerUndo(translate('course', 'deleted', { title: name }), () => call('PUT /api/modules/:id/restore', { params: { id } }))
}

/** The number of activities that open once this one is completed. */
const waitingFor = (id: string): Promise<number> =>
  call('GET /api/activities/:id/prerequisites', { params: { id } }).then(
    ({ required_by_total }) => required_by_total,
    () => 0,
  )

export async function deleteActivities(course: string, titles: { id: string; title: string }[]): Promise<void> {
  const ids = titles.map(({ id }) => id)
  const [only] = titles.length === 1 ? titles : []
  const freed = only ? await waitingFor(only.id) : 0
  const deleted = await change(
    course,
    (content) => ({ ...content, activities: content.activities.filter((activity) => !ids.includes(activity.id)) }),
    () => Promise.all(ids.map((id) => call('DELETE /api/activities/:id', { params: { id }, query: {} }))),
  )
  if (!deleted) return
  const text = !only
    ? translate('course', 'deletedMany', { count: titles.length })
    : freed > 0
      ? translate('course', 'deletedFreeing', { title: only.title, count: freed })
      : translate('course', 'deleted', { title: only.title })
  offerUndo(text, () => Promise.all(ids.map((id) => call('PUT /api/activities/:id/restore', { params: { id } }))))
}
