// Tells the course that a member has read one of its pages: who only passes through has not, and the first load stays free of it.
import { useEffect } from 'react'
import { call } from '../../../client.ts'
import type { Course, CoursePage } from './queries.ts'

/** Milliseconds on a page after which it is read. */
const readTime = 10_000

/** `course` is undefined until it is read. */
export function useRecordRead(course: Course | undefined, page: CoursePage) {
  const id = course && course.role !== null && course.simulating === null ? course.id : undefined
  useEffect(() => {
    if (id === undefined) return
    // losing one is harmless
    const record = () => void call('POST /api/course/:id/record-user-reads', { params: { id }, body: { type: page } }).catch(() => {})
    const timer = setTimeout(record, readTime)
    return () => clearTimeout(timer)
  }, [id, page])
}
