// A form's note about its draft (use-draft.ts); its code and texts load only when there is something to show.
import { lazy, Suspense } from 'react'
import type { DraftState } from './use-draft.ts'
import { texts } from '../../i18n.ts'

const Lines = lazy(async () => {
  const [{ DraftLines }] = await Promise.all([import('./draft-lines.tsx'), texts('drafts')])
  return { default: DraftLines }
})

/** `show` renders the draft's value as text, for the case that the object has changed since. */
export function DraftNote<T>({ draft, show }: { draft: DraftState<T>; show?: (value: T) => string }) {
  const { restored, older, savedAt, reset, restoreOlder } = draft
  if (!restored && !older && !savedAt) return null
  return (
    <Suspense>
      <Lines
        restored={restored}
        older={older && { at: older.at, text: show?.(older.value) ?? '' }}
        savedAt={savedAt}
        onReset={reset}
        onRestoreOlder={restoreOlder}
      />
    </Suspense>
  )
}
