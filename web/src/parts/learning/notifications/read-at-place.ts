// Notifications of the open page: they are read, whichever way the person came there.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { toBrowserAddress } from '../../../address.ts'
import { queryOf } from '../../../queries.ts'
import { paths } from '../../../paths.ts'
import { reads } from '../../../reads.ts'
import { markIdsRead, notificationsPage } from './queries.ts'

/** Compares the newest unread ones with the address, a moment after the person has come there; nothing is asked for while all is read. */
export function useReadAtPlace(): void {
  const location = useLocation()
  const { data: count } = useQuery(queryOf(reads.unreadCount))
  const [settled, setSettled] = useState('')
  const address = toBrowserAddress(location)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(address), 1500)
    return () => clearTimeout(timer)
  }, [address])
  // no notification leads to the start page
  const enabled = Boolean(count?.unread_count) && settled === address && address !== paths.home()
  // what leads to a course is of it
  const [, course_id] = /^\/course\/([0-9a-f-]{36})\//.exec(address) ?? []
  const { data } = useQuery({ ...notificationsPage(1, 50, { unread: true, ...(course_id && { course_id }) }), enabled })
  useEffect(() => {
    if (!data || settled !== address) return
    let left = false
    void import('./types.ts').then(({ lookOf }) => {
      const here = data.items.filter((one) => one.read_at === null && lookOf(one).link === settled).map(({ id }) => id)
      if (!left && here.length > 0) void markIdsRead(here)
    })
    return () => {
      left = true
    }
  }, [data, settled, address])
}
