// Changes to a course's content: applied to the cache at once, rolled back when the server refuses, followed by a refetch.
import type { ActivityRow, Content, Module } from './content.ts'
import { type Answer, call, CallFailed } from '../../../client.ts'
import { texts, translate } from '../../../i18n.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { invalidate, queryClient } from '../../../queries.ts'
import { reordered, type Position } from '../../../ui/order/sorting.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { orderAfterMove, withOrder } from './order.ts'
import { askToPublishFromAnywhere } from './publish-course.ts'
import { contentQuery, courseQuery } from './queries.ts'

const queryKeyOf = (course: string) => contentQuery(course).queryKey
const cachedContent = (course: string) => queryClient.getQueryData<Content>(queryKeyOf(course))

/** Activities that a change of several left as they are, each with its reason. */
export type Refused = Answer<'POST /api/courses/:id/publish-activities'>['refused']

/** Applies `update` to the cached content and runs `write`. A failure restores the previous content, shows its text and returns false; one that
 *  `isThrown` accepts is thrown. */
async function change(
  course: string,
  update: (content: Content) => Content,
  write: () => Promise<unknown>,
  isThrown: (error: unknown) => boolean = () => false,
): Promise<boolean> {
  await queryClient.cancelQueries({ queryKey: queryKeyOf(course) })
  const previous = cachedContent(course)
  if (previous) queryClient.setQueryData(queryKeyOf(course), update(previous))
  try {
    await write()
    return true
  } catch (error) {
    if (previous) queryClient.setQueryData(queryKeyOf(course), previous)
    if (isThrown(error)) throw error
    toast({ text: problemText(error), error: true })
    return false
  } finally {
    void invalidate('GET /api/courses/:id/content', 'GET /api/activities/:id')
  }
}
const withActivities =
  (ids: readonly string[], change: (activity: Content['activities'][number]) => Content['activities'][number]) =>
  (content: Content): Content => ({
    ...content,
    activities: content.activities.map((activity) => (ids.includes(activity.id) ? change(activity) : activity)),
  })

const withoutActivities =
  (ids: readonly string[]) =>
  (content: Content): Content => ({ ...content, activities: content.activities.filter(({ id }) => !ids.includes(id)) })

/** Undefined: nothing was published or hidden, and the reason is shown; else those that could not be. */
export async function publishActivities(course: string, ids: string[], published: boolean): Promise<Refused | undefined> {
  let refused: Refused = []
  const done = await change(
    course,
    withActivities(ids, (activity) => ({ ...activity, published })),
    async () => {
      const answer = await call('POST /api/courses/:id/publish-activities', {
        params: { id: course },
        body: { activity_ids: ids, published },
      })
      refused = answer.refused ?? []
    },
  )
  if (!done) return undefined
  const count = ids.length - refused.length
  if (published && count > 0 && !showWaiting(course, translate('course', 'publishedWaits', { count })) && refused.length > 0)
    toast({ text: translate('course', 'publishedCount', { count }) })
  return refused
}

const cachedCourse = (course: string) => queryClient.getQueryData<Answer<'GET /api/courses/:id'>>(courseQuery(course).queryKey)

/** In a draft course, a toast: published activities wait for the course, which it offers to publish to people who may. Returns false in other courses. */
export function showWaiting(course: string, text: string): boolean {
  const { can, course_attributes } = cachedCourse(course) ?? {}
  if (course_attributes?.published !== false) return false
  toast({
    text,
    ...(can?.publish && { act: { label: translate('course', 'publishCourse'), run: () => askToPublishFromAnywhere(course) } }),
  })
  return true
}

/** Adds a copy after the activity, as a draft. With `open` the toast leads to it, else it takes the copy back for who may delete. */
export async function copyActivity({ id, title, course_id: course }: ActivityRow, open?: (copy: ActivityRow) => void): Promise<void> {
  try {
    const named = [...translate('course', 'copyOf', { title })].slice(0, 200).join('')
    const made = await call('POST /api/activities/:id/copy', { params: { id }, body: { title: named } })
    const undo = () =>
      void change(course, withoutActivities([made.id]), () =>
        call('DELETE /api/activities/:id', { params: { id: made.id }, query: { version: made.version } }),
      )
    await invalidate('GET /api/courses/:id/content')
    toast({
      text: translate('course', 'addedDraft', { title: made.title }),
      ...(open
        ? { act: { label: translate('course', 'openCopy'), run: () => open(made) } }
        : cachedCourse(course)?.can.delete_content && { undo }),
    })
  } catch (error) {
    toast({ text: problemText(error), error: true })
  }
}

/** Undefined: nothing was moved, and the reason is shown; else those that could not be. */
export async function moveActivities(course: string, ids: string[], target: Position): Promise<Refused | undefined> {
  const ordered = orderAfterMove(cachedContent(course)?.activities ?? [], ids, target)
  let refused: Refused = []
  const done = await change(
    course,
    (content) => withOrder(content, target.group, ordered),
    // what moves and where, not the order as this page has it: another teacher may have moved others meanwhile
    async () => {
      const body = { activity_ids: ids, module_id: target.group, before: target.before }
      refused = (await call('PUT /api/activity-resort', { body })).refused ?? []
    },
  )
  return done ? refused : undefined
}

/** Sorts the activities of a module, `before` being their order so far, to which the undo leads. */
export async function sortModule(course: string, module: string, ids: readonly string[], before: readonly string[]): Promise<void> {
  const write = (activity_ids: readonly string[]) =>
    change(
      course,
      (content) => withOrder(content, module, [...activity_ids]),
      () => call('PUT /api/modules/:id/activity-sort', { params: { id: module }, body: { activity_ids: [...activity_ids] } }),
    )
  const [sorted] = await Promise.all([write(ids), texts('teaching')])
  if (sorted) toast({ text: translate('teaching', 'sorted'), undo: () => void write(before) })
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

const withModule = (id: string, changes: Partial<Module>) => (content: Content) => ({
  ...content,
  modules: content.modules.map((module) => (module.id === id ? { ...module, ...changes } : module)),
})

/** Throws when the module is newer than this version. */
export const renameModule = (course: string, id: string, name: string, version: number) =>
  change(
    course,
    withModule(id, { name }),
    () => call('PUT /api/modules/:id', { params: { id }, body: { name, version } }),
    (error) => error instanceof CallFailed && error.problem.code === 'module.newer',
  )

export const showModule = (course: string, id: string, published: boolean) =>
  change(course, withModule(id, { published }), () => call('PUT /api/modules/:id', { params: { id }, body: { published } }))

/** A module as the server has it. */
export async function readModule(course: string, id: string): Promise<{ version: number; value: { name: string } }> {
  const { modules } = await queryClient.fetchQuery({ ...contentQuery(course), staleTime: 0 })
  const { version = 0, name = '' } = modules.find((module) => module.id === id) ?? {}
  return { version, value: { name } }
}

/** Shows an undo that restores from the bin. */
function offerUndo(text: string, restore: () => Promise<unknown>) {
  const undo = async () => {
    try {
      await restore()
    } catch (error) {
      toast({ text: problemText(error), error: true })
    } finally {
      void invalidate('GET /api/courses/:id/content', 'GET /api/activities/:id', 'GET /api/courses/:id/bin')
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

export type DeletionCheck = Answer<'GET /api/activities/delete-check'>
/** As many ids as one address holds. */
const checkedAtOnce = 300

/** People with work in these activities. Of more than one read people are at least so many, since they may be the same ones. */
export async function readDeletionCheck(ids: readonly string[]): Promise<DeletionCheck> {
  const parts: string[][] = []
  for (let from = 0; from < ids.length; from += checkedAtOnce) parts.push(ids.slice(from, from + checkedAtOnce))
  const checks = await Promise.all(parts.map((part) => call('GET /api/activities/delete-check', { query: { activity_ids: part.join() } })))
  const waiting = checks.flatMap(({ required_by }) => required_by.filter(({ id }) => !ids.includes(id)))
  const most = (of: 'people' | 'readers' | 'completed') => Math.max(0, ...checks.map((check) => check[of]))
  return {
    people: most('people'),
    readers: most('readers'),
    completed: most('completed'),
    submissions: checks.reduce((sum, { submissions }) => sum + submissions, 0),
    items: checks.flatMap(({ items }) => items).sort((a, b) => b.people - a.people),
    required_by: waiting,
    required_by_total: parts.length === 1 ? checks[0]!.required_by_total : waiting.length,
  }
}

/** Deletes them in one write, with an undo that brings them back from the bin. One that is gone already counts as deleted. */
export async function deleteActivities(course: string, titles: readonly { id: string; title: string }[]): Promise<boolean> {
  const ids = titles.map(({ id }) => id)
  let deleted: string[] = []
  const done = await change(course, withoutActivities(ids), async () => {
    // a server of the release before answers without a body
    const answer: { activity_ids?: string[] } | null = await call('DELETE /api/activities', { body: { activity_ids: ids } })
    deleted = answer?.activity_ids ?? ids
  })
  if (!done) return false
  const [only] = titles.length === 1 ? titles : []
  offerUndo(
    only ? translate('course', 'deleted', { title: only.title }) : translate('course', 'deletedMany', { count: deleted.length }),
    () => call('POST /api/activities/restore', { body: { activity_ids: deleted } }),
  )
  return true
}
