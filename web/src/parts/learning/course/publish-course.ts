// Publishing a course: the request that opens its popup from wherever it is offered, and the write.
import { useSyncExternalStore } from 'react'
import { call } from '../../../client.ts'
import { paths } from '../../../paths.ts'
import { invalidate } from '../../../queries.ts'

let asked: string | undefined
const listeners = new Set<() => void>()
const setRequested = (course: string | undefined) => {
  asked = course
  for (const listener of listeners) listener()
}

/** Opens the popup of this course, which its pages have (publish-popup.tsx). */
export const askToPublish = (course: string) => setRequested(course)
/** The same of a toast, which outlives its page: from the page of another thing it leads to the course. */
export const askToPublishFromAnywhere = (course: string) =>
  window.location.pathname.split('/').includes(course) ? askToPublish(course) : window.location.assign(paths.content(course))
export const closePublish = () => setRequested(undefined)

export const usePublishRequested = (course: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked === course,
  )

export async function publishCourse(id: string, published: boolean): Promise<void> {
  await call('PUT /api/courses/:id/publish', { params: { id }, body: { published } })
  await invalidate('GET /api/courses/:id', 'GET /api/my-courses', 'POST /api/courses', 'GET /api/courses/:id/content')
}
