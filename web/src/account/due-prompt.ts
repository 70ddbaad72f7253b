// Next prompt that an organisation's rules put to a person: add a phone number (mandatory), change an expired password, verify
// the e-mail address, do a task. The dialogs (prompts.tsx) load when one is due.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '../paths.ts'
import { query } from '../queries.ts'
import { useMe } from '../session/session.ts'

const sixHours = 6 * 3600_000
const day = 24 * 3600_000

/** Postponement of a prompt, stored on this device; in private windows until the page closes. */
function usePostponement(name: string, person: string, org: string) {
  const key = `lyceum.later.${name}.${person}.${org}`
  const storedUntil = () => {
    try {
      return Number(localStorage.getItem(key) ?? 0)
    } catch {
      return 0
    }
  }
  const [until, setUntil] = useState(storedUntil)
  return {
    due: until < Date.now(),
    postpone: (ms: number) => {
      const postponedUntil = Date.now() + ms
      setUntil(postponedUntil)
      try {
        localStorage.setItem(key, String(postponedUntil))
      } catch {
        // not stored: the prompt returns with the next load
      }
    },
  }
}

/** Without `onLater` it stays until it is met: the server refuses everything else. */
export type DuePrompt = { kind: 'mobile' | 'password' | 'email' | 'task'; days?: number; url?: string; onLater?: () => void }

/** An installation that binds numbers elsewhere sets this cookie, which hides the prompt alone. */
export const isBindingElsewhere = () => /(^|; )lyceum_bind_mobile=off(;|$)/.test(document.cookie)

/** The first prompt that is due; undefined without one, and on the settings page, which has all of them as sections. */
export function useDuePrompt(): DuePrompt | undefined {
  const me = useMe()
  const { pathname } = useLocation()
  const org = me.org?.id ?? ''
  const email = usePostponement('email', me.id, org)
  const task = usePostponement('task', me.id, org)
  const password = usePostponement('password', me.id, org)
  const mobile = usePostponement('mobile', me.id, org)
  const asks = me.org?.asks_people ?? true
  const { data: passwordAge } = useQuery({
    ...query('GET /api/user/check-expired-password'),
    staleTime: sixHours,
    enabled: asks && (password.due || me.needs.includes('password')),
  })
  const { data: preTask } = useQuery({
    ...query('GET /api/user/pre-task'),
    staleTime: sixHours,
    refetchInterval: sixHours,
    enabled: asks && task.due,
  })
  if (pathname === paths.settings()) return undefined
  // who may turn the demand off is not held up by it: of no use otherwise is an installation whose messages do not arrive
  const mayWait = me.may('org.change') && !me.needs.includes('mobile')
  const asked = me.needs.includes('mobile') || (me.org?.mobile_required && !me.mobile_bound)
  if (asked && (!mayWait || mobile.due) && !isBindingElsewhere())
    return { kind: 'mobile', ...(mayWait && { onLater: () => mobile.postpone(sixHours) }) }
  const passwordNeeded = me.needs.includes('password')
  if (passwordNeeded || (passwordAge?.is_password_expired && password.due))
    return {
      kind: 'password',
      days: passwordAge?.expires_days ?? 0,
      ...(!passwordNeeded && { onLater: () => password.postpone(sixHours) }),
    }
  if (me.org?.verify_email && me.email && !me.email_verified && email.due) return { kind: 'email', onLater: () => email.postpone(day) }
  if (preTask?.has_pre_task && preTask.url && task.due) return { kind: 'task', url: preTask.url, onLater: () => task.postpone(sixHours) }
  return undefined
}
