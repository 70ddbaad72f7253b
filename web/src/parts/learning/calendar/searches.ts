// Searches behind the choices of an entry's form: courses that I teach, people, departments.
import { call } from '../../../client.ts'
import type { Option, SearchResult } from '../../../ui/fields/combobox.tsx'

type Search = (typed: string, signal: AbortSignal) => Promise<SearchResult>
const conditions = (typed: string) => (typed ? { conditions: JSON.stringify({ keyword: typed }) } : {})

/** Courses in which I teach. */
export const searchTaught: Search = async (typed, signal) => {
  const { items } = await call('GET /api/my-courses', { query: { page_size: 100, ...conditions(typed) }, signal })
  return {
    options: items
      .filter(({ role }) => role !== 'student')
      .map(({ id, name, display_name }) => ({ value: id, label: display_name || name })),
  }
}

/** Only people of the organisation. */
export const searchPeople: Search = async (typed, signal) => {
  const { users, total } = await call('GET /api/user/search', { query: { page_size: 20, ...(typed && { keywords: typed }) }, signal })
  return { options: users.map(({ id, name, user_no }) => ({ value: id, label: name, detail: user_no })), total }
}

/** People of a course. */
export const searchMembers =
  (course: string): Search =>
  async (typed, signal) => {
    const { items, total } = await call('GET /api/courses/:id/members', {
      params: { id: course },
      query: { page_size: 20, ...conditions(typed) },
      signal,
    })
    return { options: items.map(({ person: { id, name, user_no } }) => ({ value: id, label: name, detail: user_no })), total }
  }

/** People of a teaching-and-research group. */
export const searchGroupPeople =
  (group: string): Search =>
  async (typed, signal) => {
    const { items, total } = await call('GET /api/resource-groups/:id/members', {
      params: { id: group },
      query: { page_size: 20, ...conditions(typed) },
      signal,
    })
    return { options: items.map(({ id, name, school }) => ({ value: id, label: name, detail: school.name })), total }
  }

/** Groups of courses, each with its set. */
export const searchGroups =
  (courses: readonly Option[]): Search =>
  async (typed, signal) => {
    const found = await Promise.all(
      courses.map(({ value }) =>
        call('GET /api/courses/:id/groups', { params: { id: value }, query: { page_size: 50, ...conditions(typed) }, signal }),
      ),
    )
    return {
      options: found.flatMap(({ items }, n) =>
        items.map(({ id, name, set_name }) => ({
          value: id,
          label: name,
          detail: courses.length > 1 ? `${courses[n]!.label} · ${set_name}` : set_name,
        })),
      ),
    }
  }

export const searchDepartments: Search = async (typed, signal) => {
  const { items, total } = await call('GET /api/departments', { query: { page_size: 50, ...(typed && { keyword: typed }) }, signal })
  return { options: items.map(({ id, name }) => ({ value: id, label: name })), total }
}
