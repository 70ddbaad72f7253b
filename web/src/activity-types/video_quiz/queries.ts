// A video quiz and its questions, cached by its id. A load that fails resolves empty and is reported; the page says so and offers another try.
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../client.ts'
import { reportFault } from '../../device/faults.ts'

type Quiz = Answer<'GET /api/video-quizzes/:id'>
type Subjects = Answer<'GET /api/video-quizzes/:id/subjects'>
export type Subject = Subjects['subjects'][number]

const orEmpty = <T>(read: Promise<T>, empty: T, what: string): Promise<{ value: T; failed: boolean }> =>
  read.then(
    (value) => ({ value, failed: false }),
    (error: unknown) => {
      reportFault(new Error(`${what} did not load: ${error instanceof Error ? error.message : ''}`))
      return { value: empty, failed: true }
    },
  )
const always = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false }

export const quizQuery = (id: string) =>
  queryOptions({
    queryKey: ['GET /api/video-quizzes/:id', { params: { id } }, 'or empty'],
    queryFn: () => orEmpty<Quiz | undefined>(call('GET /api/video-quizzes/:id', { params: { id } }), undefined, 'A video quiz'),
    ...always,
  })
export const subjectsQuery = (id: string) =>
  queryOptions({
    queryKey: ['GET /api/video-quizzes/:id/subjects', { params: { id } }, 'or empty'],
    queryFn: () =>
      orEmpty<Subjects>(
        call('GET /api/video-quizzes/:id/subjects', { params: { id } }),
        { subjects: [], upload_ids: [] },
        'The questions of a video quiz',
      ),
    ...always,
  })
