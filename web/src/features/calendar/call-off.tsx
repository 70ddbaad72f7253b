// The confirmation before a meeting of the calendar is called off; afterwards the entry beside it has the focus.
import { useState } from 'react'
import { CallOff } from '../../parts/learning/calendar/call-off.tsx'
import type { Entry } from '../../parts/learning/calendar/items.ts'
import { noteBeside } from './moving-by-keys.ts'

export function CallOffEntry({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const [goOn] = useState(() => noteBeside(entry))
  return <CallOff meeting={entry} team={entry.kind === 'instruction_meeting'} onClose={onClose} onDone={goOn} />
}
