// A message to chosen people: its dialog and texts, which load when it is first written.
import { lazy, Suspense } from 'react'
import { texts } from '../../../i18n.ts'
import type { MessageTo } from './queries.ts'

const MessageDialog = lazy(() => Promise.all([import('./message-dialog.tsx'), texts('messages')]).then(([module]) => module))

/** Nothing without `to`. */
export function Message({ to, ...props }: { course: string; to: MessageTo | undefined; onClose: (sent: boolean) => void }) {
  return (
    to && (
      <Suspense>
        <MessageDialog {...props} to={to} />
      </Suspense>
    )
  )
}
