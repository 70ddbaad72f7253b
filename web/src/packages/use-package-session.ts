// Hook of the session of a package: what this device holds, saves while the page is hidden or left, and the door, which is renewed before it ends.
import { useEffect, useState } from 'react'
import { invalidate } from '../queries.ts'
import { dropEntry, keepEntry, readEntries } from './device-entries.ts'
import { failureOf } from './failures.ts'
import { type Opened, readAttempt, renewDoor, saveEntries, saveWhileLeaving } from './package-calls.ts'
import { createPackageSession, type PackageSession } from './package-session.ts'

/** Milliseconds before its end at which a door is renewed, and between two attempts at it. */
const beforeEnd = 120_000
const between = 20_000

/** Undefined while the device is read. `onDoorGone`: the attempt has to be opened again. */
export function usePackageSession(activity: string, opened: Opened, onDoorGone: () => void): PackageSession | undefined {
  const [session, setSession] = useState<PackageSession>()
  const { id } = opened.attempt
  useEffect(() => {
    let made: PackageSession | undefined
    let gone = false
    void readEntries(id).then((left) => {
      if (gone) return
      let result = ''
      made = createPackageSession(
        opened,
        {
          async send(entries, sequencing) {
            const { state, ...reply } = await saveEntries(activity, id, entries, sequencing)
            const now = JSON.stringify(state)
            if (result !== '' && result !== now) void invalidate('GET /api/activities/:id', 'GET /api/courses/:id/content')
            result = now
            return reply
          },
          read: () => readAttempt(activity, id, opened.door),
          failureOf,
          keep: (entry) => keepEntry(id, entry),
          drop: (entry) => dropEntry(id, entry),
          now: () => Date.now(),
        },
        left,
      )
      setSession(made)
    })
    return () => {
      gone = true
      made?.close()
    }
  }, [activity, id])
  useEffect(() => {
    if (!session) return
    const flush = () => void session.flush()
    const whenHidden = () => document.hidden && flush()
    const leave = () => {
      const entries = session.leaving()
      if (entries.length > 0) saveWhileLeaving(activity, id, entries)
    }
    document.addEventListener('visibilitychange', whenHidden)
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', flush)
    return () => {
      document.removeEventListener('visibilitychange', whenHidden)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', flush)
    }
  }, [session, activity, id])
  useEffect(() => {
    if (!session) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    const renewAt = (end: string) => {
      const rest = Date.parse(end) - Date.now()
      timer = setTimeout(renew, Math.max(between, Math.min(rest / 2, rest - beforeEnd)))
    }
    // a door that ends leaves the frame without files, and what is set goes on being kept
    const renew = () => {
      if (session.snapshot().held === 'session') return again()
      renewDoor(activity, opened.door).then(
        async (end) => {
          if (gone) return
          if (end !== undefined) return renewAt(end)
          await session.stop()
          if (!gone) onDoorGone()
        },
        (error: unknown) => {
          if (gone) return
          const why = failureOf(error)
          if (why !== 'transient' && why !== 'refused') session.refuse(why)
          if (why !== 'ended') again()
        },
      )
    }
    const again = () => {
      timer = setTimeout(renew, between)
    }
    renewAt(opened.door.expires_at)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [session, activity, opened.door])
  return session
}
