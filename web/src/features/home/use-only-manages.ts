// Hook that tells whether the home page has nothing for somebody who manages: their work is then in the management.
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { startPage, useMe } from '../../session/session.ts'
import { homeCourses, homeTodo } from './queries.ts'

/** false while it is not known. */
export function useOnlyManages(): boolean {
  const { session } = useMe()
  const { data: courses } = useQuery(homeCourses)
  const { data: todo } = useQuery(homeTodo)
  return startPage(session) !== paths.home() && courses?.total === 0 && todo?.total === 0
}
