// The entry that the address asks for (?entry=event-<id>): notifications and feeds lead to it. It is opened once it is among what is shown; one that is at
// another time takes the calendar there.
import { useEffect } from 'react'
import { CallFailed } from '../../client.ts'
import { translate } from '../../i18n.ts'
import type { Item } from '../../parts/learning/calendar/items.ts'
import { eventQuery, meetingQuery, timetableQuery } from '../../parts/learning/calendar/queries.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { queryClient } from '../../queries.ts'
import { fromIso } from '../../ui/dates.ts'
import { toast } from '../../ui/dialogs/toast.tsx'

const addressOf = ({ entry }: Item) => entry && `${entry.kind}-${entry.id}`

/** When an entry begins, as its own call says. */
async function startOf(asked: string): Promise<{ start_time: string; all_day?: boolean } | undefined> {
  const [, kind, id] = /^(event|timetable|meeting|instruction_meeting)-([0-9a-f-]{36})$/.exec(asked) ?? []
  if (!id) return undefined
  if (kind === 'event') return await queryClient.fetchQuery(eventQuery(id))
  if (kind === 'timetable') return await queryClient.fetchQuery(timetableQuery(id))
  return await queryClient.fetchQuery(meetingQuery(id, kind === 'instruction_meeting'))
}

type Shown = { asked: string | undefined; items: readonly Item[] | undefined; date: string }
export function useEntryOfAddress(
  { asked, items, date }: Shown,
  { onFound, onDate, onDone }: { onFound: (item: Item) => void; onDate: (day: string) => void; onDone: () => void },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address and each time that is shown
  useEffect(() => {
    if (!asked || !items) return
    const found = items.filter((item) => addressOf(item) === asked)
    const [item] = [...found.filter(({ days }) => days[0] === date), ...found]
    if (item) {
      onDone()
      onFound(item)
      return
    }
    let left = false
    const showToast = (text: string) => {
      onDone()
      toast({ text, error: true })
    }
    startOf(asked).then(
      (entry) => {
        if (left) return
        const day = entry && (entry.all_day ? entry.start_time : fromIso(entry.start_time)).slice(0, 10)
        if (day && day !== date) onDate(day)
        else showToast(translate('calendar', 'noSuchEntry'))
      },
      (error: unknown) => {
        const gone = error instanceof CallFailed && error.status === 404
        if (!left) showToast(gone ? translate('calendar', 'noSuchEntry') : problemText(error))
      },
    )
    return () => {
      left = true
    }
  }, [asked, items === undefined, date])
}
