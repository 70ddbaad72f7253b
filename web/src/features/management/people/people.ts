// Queries, filters and roles of the management of people.
import type { Answer, CallInput } from '../../../client.ts'
import { invalidate, query } from '../../../queries.ts'
import type { ListRequest } from '../../../ui/table/paging.ts'

export type ListedUser = Answer<'GET /api/users'>['items'][number]
export type ManagedUser = Answer<'GET /api/users/:id'>
export type OrgRole = ListedUser['roles'][number]
export type BulkChange = CallInput<'PUT /api/users'>['body']['change']

/** In the order in which they are offered. */
export const roles = [
  'student',
  'instructor',
  'instructor_assistant',
  'faculty',
  'educational_admin',
  'admin',
  'wg_admin',
] as const satisfies readonly OrgRole[]

export const peopleFilters = ['role', 'department_id', 'grade_id', 'klass_id', 'program_id', 'state'] as const
export const peopleSorts = ['name', 'user_no', 'seen_at', 'created_at'] as const

/** The conditions of a search and its filters, as the calls take them; undefined: everybody. */
export function conditionsOf({ find, filters }: Pick<ListRequest, 'find' | 'filters'>): string | undefined {
  const set = Object.fromEntries(peopleFilters.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])))
  const conditions = { ...(find && { keyword: find }), ...set }
  return Object.keys(conditions).length > 0 ? JSON.stringify(conditions) : undefined
}

/** The order as the calls take it; undefined: their own. */
export function sortOf({ sort }: Pick<ListRequest, 'sort'>) {
  const by = peopleSorts.find((column) => column === sort?.by)
  return by && (sort?.direction === 'descending' ? (`-${by}` as const) : by)
}

export function usersQuery({ page, size, ...narrowed }: ListRequest) {
  const [conditions, sort] = [conditionsOf(narrowed), sortOf(narrowed)]
  return query('GET /api/users', {
    query: {
      page,
      page_size: size,
      ...(conditions && { conditions }),
      ...(sort && { sort }),
    },
  })
}
export const userQuery = (id: string) => query('GET /api/users/:id', { params: { id } })

/** Reads again whatever shows people and the units that they belong to. */
export const refreshPeople = () =>
  Promise.all(
    (['GET /api/users', 'GET /api/users/:id', 'GET /api/users/:id/sessions', 'GET /api/departments', 'GET /api/study-units'] as const).map(
      (name) => invalidate(name),
    ),
  )
