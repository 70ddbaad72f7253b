// Which of the things that an organisation asks of a person comes next: bind a number (cannot be put off), change an expired password, prove
// the e-mail address, do a task first. Small, as every page asks; the dialogs come when one is due.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '../paths.ts'
import { query } from '../queries.ts'
import { useMe } from '../session.ts'

const sixHours = 6 * 3600_000
const day = 24 * 3600_000

/** Put off on this device until a time; in private windows only as long as the page lives. */
function usePutOff(name: string, person: string, org: string) {
  const key = `lyceum.later.${name}.${person}.${org}`
  const read = () => {
    try {
      return Number(localStorage.getItem(key) ?? 0)
    } catch {
      return 0
    }
  }
  const [until, setUntil] = useState(read)
  return {
    due: until < Date.now(),
    putOff: (ms: number) => {
      const to = Date.now() + ms
      setUntil(to)
      try {
        localStorage.setItem(key, String(to))
      } catch {
        // then it is asked again after the next load
      }
    },
  }
}

export type Due = { what: 'mobile' | 'password' | 'email' | 'task'; days?: number; url?: string; onLater: () => void }

/** The first that is due; undefined for none, and on the settings page, which has all of it itself. */
export function useDue(): Due | undefined {
  const me = useMe()
  const { pathname } = useLocation()
  const org = me.org?.id ?? ''
  const email = usePutOff('email', me.id, org)
  const task = usePutOff('task', me.id, org)
  const password = usePutOff('password', me.id, org)
  const { data: age } = useQuery({ ...query('GET /api/user/check-expired-password'), staleTime: sixHours, enabled: password.due })
  const { data: pre } = useQuery({ ...query('GET /api/user/pre-task'), staleTime: sixHours, refetchInterval: sixHours, enabled: task.due })
  if (pathname === paths.settings()) return undefined
  // an installation that binds numbers elsewhere sets this cookie
  if (me.org?.mobile_required && !me.mobile_bound && !/(^|; )lyceum_bind_mobile=off(;|$)/.test(document.cookie))
    return { what: 'mobile', onLater: () => {} }
  if (age?.is_password_expired && password.due)
    return { what: 'password', days: age.expires_days, onLater: () => password.putOff(sixHours) }
  if (me.org?.verify_email && me.email && !me.email_verified && email.due) return { what: 'email', onLater: () => email.putOff(day) }
  if (pre?.has_pre_task && pre.url && task.due) return { what: 'task', url: pre.url, onLater: () => task.putOff(sixHours) }
  return undefined
}
