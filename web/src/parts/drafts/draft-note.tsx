// What a form says of its draft (use-draft.ts). Its words come only when there is something to say.
import { lazy, Suspense } from 'react'
import type { Kept } from './use-draft.ts'
import { texts } from '../../i18n.ts'

const Lines = lazy(async () => {
  const [{ DraftLines }] = await Promise.all([import('./draft-lines.tsx'), texts('drafts')])
  return { default: DraftLines }
})

/** `show` says a kept value in words, for the case that the thing has changed since. */
export function DraftNote<T>({ kept, show }: { kept: Kept<T>; show?: (value: T) => string }) {
  const { restored, older, keptAt, afresh, takeOlder } = kept
  if (!restored && !older && !keptAt) return null
  return (
    <Suspense>
      <Lines
        restored={restored}
        older={older && { at: older.at, text: show?.(older.value) ?? '' }}
        keptAt={keptAt}
        onAfresh={afresh}
        onTake={takeOlder}
      />
    </Suspense>
  )
}
