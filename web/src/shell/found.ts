// Results of the command palette: courses and activities that this page has read already, at once, and what the server's search finds.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Answer } from '../client.ts'
import { postQuery, query, queryClient } from '../queries.ts'

type MyCourse = Answer<'GET /api/my-courses'>['items'][number]
type FoundCourse = Pick<MyCourse, 'id' | 'name' | 'display_name' | 'course_code' | 'instructors'>
type SearchAnswer = Answer<'GET /api/search'>
type FoundActivity = Pick<
  NonNullable<SearchAnswer['activities']>['items'][number],
  'activity_id' | 'course_id' | 'course_name' | 'type' | 'title' | 'available'
>

const readBefore = <T>(call: string) =>
  queryClient.getQueriesData<T>({ queryKey: [call] }).flatMap(([, answer]) => (answer === undefined ? [] : [answer]))

/** Each once, by its id; the earlier one stays. */
const once = <T>(entries: readonly T[], id: (entry: T) => string): T[] =>
  [...new Map(entries.toReversed().map((entry) => [id(entry), entry])).values()].toReversed()

function readCourses(): FoundCourse[] {
  return readBefore<Answer<'GET /api/my-courses'>>('GET /api/my-courses').flatMap(({ items }) => items)
}

function readActivities(courses: readonly FoundCourse[]): FoundActivity[] {
  const nameOf = new Map(courses.map(({ id, display_name, name }) => [id, display_name || name]))
  for (const course of readBefore<Answer<'GET /api/courses/:id'>>('GET /api/courses/:id'))
    nameOf.set(course.id, course.display_name || course.name)
  const ofCourses = readBefore<Answer<'GET /api/courses/:id/content'>>('GET /api/courses/:id/content').flatMap(({ activities }) =>
    activities.map(({ id, course_id, type, title, availability, is_locked }) => ({
      activity_id: id,
      course_id,
      course_name: nameOf.get(course_id) ?? '',
      type,
      title,
      available: availability === 'open' && !is_locked,
    })),
  )
  const toDo = readBefore<Answer<'GET /api/todo'>>('GET /api/todo').flatMap(({ items, upcoming }) =>
    [...items, ...(upcoming?.items ?? [])].map((item) => ({
      ...item,
      available: !item.start_time || Date.parse(item.start_time) <= Date.now(),
    })),
  )
  return [...ofCourses, ...toDo]
}

export function useFound(keyword: string) {
  const typed = keyword.slice(0, 100)
  const latest = useQuery({
    ...postQuery('POST /api/courses', { query: { page: 1, page_size: 10 }, body: { conditions: {}, sort: '-updated_at' } }),
    enabled: typed === '',
  })
  const search = useQuery({
    ...query('GET /api/search', { query: { keyword: typed, page_size: 10 } }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
  })
  const found = typed ? search.data : undefined
  const known = readCourses()
  const answered = <T>(items: readonly T[] | undefined) => (items ?? []).map((item) => ({ ...item, found: true }))
  const already = <T>(items: readonly T[]) => items.map((item) => ({ ...item, found: false }))
  return {
    courses: once([...answered<FoundCourse>(typed ? found?.courses?.items : latest.data?.items), ...already(known)], ({ id }) => id),
    activities: once(
      [...answered<FoundActivity>(found?.activities?.items), ...already(readActivities(known))],
      ({ activity_id }) => activity_id,
    ),
    files: found?.files?.items ?? [],
    people: found?.people?.items ?? [],
    busy: latest.isFetching || search.isFetching,
    error: latest.error ?? search.error,
  }
}
