// Layout of settings: a section with its heading, and a line of a card.
import { type ReactNode, useId } from 'react'

/** A card under its heading; `aside` holds the actions on the whole section. */
export function Section({ title, aside, help, children }: { title: string; aside?: ReactNode; help?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-section font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
      {help && <p className="mt-1.5 text-caption text-text-3">{help}</p>}
    </section>
  )
}

/** A line of a card: label, value, actions. */
export function Line({ label, children, action }: { label: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2">
      <span className="w-32 text-text-2 max-tablet:w-full max-tablet:text-caption">{label}</span>
      <span className="min-w-[min(160px,100%)] flex-1 wrap-break-word">{children}</span>
      {action && <span className="ml-auto flex flex-wrap justify-end gap-2">{action}</span>}
    </div>
  )
}
