// A form's note about its draft (use-draft.ts); its code and texts load beside the form, before the connection may be lost.
import { Suspense, useEffect } from 'react'
import { texts } from '../../../i18n.ts'
import { optional } from './optional.ts'
import type { DraftState, Offer } from './use-draft.ts'

const load = () => Promise.all([import('./draft-lines.tsx'), texts('drafts')]).then(([{ DraftLines }]) => ({ default: DraftLines }))
const Lines = optional(load)

/** `show` renders a draft's value as text, for one that is offered; `compare` shows it beside the present state. */
export function DraftNote<T>({
  draft,
  show,
  compare,
}: {
  draft: DraftState<T>
  show?: (value: T) => string
  compare?: (offer: Offer<T>) => void
}) {
  const { restored, offers, savedAt, reset } = draft
  useEffect(() => {
    load().catch(() => {})
  }, [])
  if (!restored && offers.length === 0 && !savedAt) return null
  return (
    <Suspense>
      <Lines
        restored={restored}
        offers={offers.map((offer) => ({ ...offer, text: show?.(offer.value) ?? '', compare: compare && (() => compare(offer)) }))}
        savedAt={savedAt}
        onReset={reset}
      />
    </Suspense>
  )
}
