// The state of the calendar's address: view, day, and what is hidden of it.
import { useSearchParams } from 'react-router-dom'
import type { Kind } from '../../parts/learning/calendar/items.ts'
import { kinds } from '../../parts/learning/calendar/items.ts'
import { isLocal, today } from '../../ui/dates.ts'
import { usePhone } from '../../ui/dialogs/phone.tsx'
import { type View, views } from './view-days.ts'

export function useViewState() {
  const [search, setSearch] = useSearchParams()
  const phone = usePhone()
  const asked = views.find((one) => one === search.get('view'))
  const view: View = phone ? (asked === 'day' ? 'day' : 'list') : (asked ?? 'week')
  const date = isLocal(search.get('date') ?? '', 'date') ? search.get('date')! : today()
  const hidden = (search.get('hide') ?? '').split(',')
  const shown = kinds.filter((kind) => !hidden.includes(kind))
  const entry = search.get('entry') ?? undefined
  /** `entry` stays only where it is given again. */
  const change = (changes: { view?: View; date?: string; shown?: readonly Kind[]; entry?: string }) => {
    const next = { view, date, shown, entry: undefined, ...changes }
    const hide = kinds.filter((kind) => !next.shown.includes(kind)).join()
    setSearch(
      {
        ...(next.view !== (phone ? 'list' : 'week') && { view: next.view }),
        ...(next.date !== today() && { date: next.date }),
        ...(hide && { hide }),
        ...(next.entry && { entry: next.entry }),
      },
      { replace: changes.shown !== undefined || entry !== undefined },
    )
  }
  return { view, date, shown, entry, phone, change }
}
