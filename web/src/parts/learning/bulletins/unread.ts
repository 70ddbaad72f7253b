// The unread bulletins of the popup, asked for once the page has settled.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type BulletinSummary, unreadBulletins } from './queries.ts'

/** Those of the popup as they were when it opened: reading one leaves it in the list. */
export function useUnreadBulletins(): readonly BulletinSummary[] | undefined {
  const { data } = useQuery({ ...unreadBulletins, staleTime: 5 * 60_000 })
  const [first, setFirst] = useState<readonly BulletinSummary[]>()
  const items = data?.items
  useEffect(() => {
    if (items && items.length > 0) setFirst((before) => before ?? items)
  }, [items])
  return first
}
