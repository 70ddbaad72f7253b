// Every change a teacher makes to a course's content: shown at once, taken back when the server refuses, and read again in the end.
import type { Content } from '../../parts/course/activity-kinds.ts'
import { call } from '../../client.ts'
import { say } from '../../i18n.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { outdate, queryClient } from '../../queries.ts'
import { brought, type Place } from '../../ui/sorting.ts'
import { toast } from '../../ui/toast.tsx'
import { orderAfter, placed } from './order.ts'
import { contentQuery } from './queries.ts'

const keyOf = (course: string) => contentQuery(course).queryKey
const shownNow = (course: string) => queryClient.getQueryData<Content>(keyOf(course))

/** Shows `next` while `write` is under way. A refusal puts the old content back and says why. false: it was refused. */
async function change(course: string, next: (content: Content) => Content, write: () => Promise<unknown>): Promise<boolean> {
  await queryClient.cancelQueries({ queryKey: keyOf(course) })
  const before = shownNow(course)
  if (before) queryClient.setQueryData(keyOf(course), next(before))
  try {
    await write()
    return true
  } catch (error) {
    if (before) queryClient.setQueryData(keyOf(course), before)
    toast({ text: problemText(error), error: true })
    return false
  } finally {
    void outdate('GET /api/courses/:id/all-activities', 'GET /api/activities/:id')
  }
}
const with_ =
  (ids: readonly string[], change: (one: Content['activities'][number]) => Content['activities'][number]) =>
  (content: Content): Content => ({
    ...content,
    activities: content.activities.map((one) => (ids.includes(one.id) ? change(one) : one)),
  })

export const publishActivities = (course: string, ids: string[], published: boolean) =>
  change(
    course,
    with_(ids, (one) => ({ ...one, published })),
    () => call('POST /api/courses/:id/publish-activities', { params: { id: course }, body: { activity_ids: ids, published } }),
  )

export function moveActivities(course: string, ids: string[], target: Place): Promise<boolean> {
  const ordered = orderAfter(shownNow(course)?.activities ?? [], ids, target)
  return change(
    course,
    (content) => placed(content, target.group, ordered),
    () => call('PUT /api/modules/:id/activity-sort', { params: { id: target.group }, body: { activity_ids: ordered } }),
  )
}

/** Brings a module before another one, or to the end. */
export function moveModule(course: string, id: string, before: string | null): Promise<boolean> {
  const modules = [...(shownNow(course)?.modules ?? [])].sort((a, b) => a.sort - b.sort).map((one) => one.id)
  const ordered = brought(modules, [id], before)
  return change(
    course,
    (content) => ({ ...content, modules: content.modules.map((one) => ({ ...one, sort: ordered.indexOf(one.id) })) }),
    () => call('PUT /api/courses/:id/module-sort', { params: { id: course }, body: { module_ids: ordered } }),
  )
}

export const renameModule = (course: string, id: string, name: string) =>
  change(
    course,
    (content) => ({ ...content, modules: content.modules.map((one) => (one.id === id ? { ...one, name } : one)) }),
    () => call('PUT /api/modules/:id', { params: { id }, body: { name } }),
  )

export const deleteModule = (course: string, id: string) =>
  change(
    course,
    (content) => ({ ...content, modules: content.modules.filter((one) => one.id !== id) }),
    () => call('DELETE /api/modules/:id', { params: { id } }),
  )

/** Activities that are gone from the screen but not yet from the server: for six seconds they can be had back. Leaving the page does not keep them. */
const going = new Map<string, { course: string; timer: ReturnType<typeof setTimeout> }>()
const listeners = new Set<() => void>()
let hidden: ReadonlySet<string> = new Set()
const tell = () => {
  hidden = new Set(going.keys())
  for (const listener of listeners) listener()
}
export const goingStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  snapshot: () => hidden,
}

export function deleteActivities(course: string, titles: { id: string; title: string }[]) {
  for (const { id } of titles) going.set(id, { course, timer: setTimeout(() => void finish(id), 6500) })
  tell()
  toast({
    text:
      titles.length === 1
        ? say('course', 'deleted', { title: titles[0]?.title ?? '' })
        : say('course', 'deletedMany', { count: titles.length }),
    undo: () => {
      for (const { id } of titles) {
        clearTimeout(going.get(id)?.timer)
        going.delete(id)
      }
      tell()
    },
  })
}

async function finish(id: string) {
  const one = going.get(id)
  if (!one) return
  clearTimeout(one.timer)
  await change(
    one.course,
    (content) => ({ ...content, activities: content.activities.filter((activity) => activity.id !== id) }),
    () => call('DELETE /api/activities/:id', { params: { id } }),
  )
  going.delete(id)
  tell()
}

/** The page goes: what was deleted is deleted now. */
export const finishDeletions = () => {
  for (const id of [...going.keys()]) void finish(id)
}
