// The next meetings of the groups of a list, read for all that it shows at once; an export reads those of its pages too.
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../client.ts'
import { query, queryClient } from '../../../queries.ts'
import type { PagedRead } from '../../base/page/paged.ts'

type NextMeeting = Answer<'GET /api/calendar-meeting/next'>['items'][number]
type List<Of> = { items: readonly Of[]; page: number; pages: number; page_size: number; total: number }
/** A group with its next meeting; undefined: none, or it is not read yet. `nextFailed`: it could not be read, and there may be one. */
export type WithNextMeeting<Of> = Of & { next: NextMeeting | undefined; nextFailed: boolean }

const nextQuery = (groups: readonly { id: string }[]) =>
  query('GET /api/calendar-meeting/next', { query: { group_ids: groups.map(({ id }) => id).join() } })
const withNext = <Of extends { id: string }>(
  groups: readonly Of[],
  next: readonly NextMeeting[] = [],
  nextFailed = false,
): WithNextMeeting<Of>[] => {
  const byGroup = new Map(next.map((meeting) => [meeting.group_id, meeting]))
  return groups.map((group) => ({ ...group, next: byGroup.get(group.id), nextFailed }))
}

export function useNextMeetings<Of extends { id: string }>(list: PagedRead<List<Of>>): PagedRead<List<WithNextMeeting<Of>>> {
  const { data, isError } = useQuery({ ...nextQuery(list.items), enabled: list.items.length > 0 })
  const failed = isError && !data
  return {
    ...list,
    data: list.data && { ...list.data, items: withNext(list.data.items, data?.items, failed) },
    items: withNext(list.items, data?.items, failed),
    async readPage(page, size) {
      const answer = await list.readPage(page, size)
      const next =
        answer.items.length > 0 ? await queryClient.fetchQuery({ ...nextQuery(answer.items), staleTime: 0, gcTime: 0 }) : undefined
      return { ...answer, items: withNext(answer.items, next?.items) }
    },
  }
}
