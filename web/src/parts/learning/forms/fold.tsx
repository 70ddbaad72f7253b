// Settings that few change: their present state in a line, opened by a click, by a fault inside or by what is there already.
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** The line of a fold: what is set in it. */
export const nowOf = (...texts: (string | false | undefined)[]) => texts.filter(Boolean).join(' · ')

export function Fold({
  title,
  now,
  faulty = false,
  filled = false,
  children,
}: {
  title: string
  now: string
  /** Both open it, and leave it to the reader to close it. */
  faulty?: boolean
  filled?: boolean
  children: ReactNode
}) {
  const box = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if ((faulty || filled) && box.current) box.current.open = true
  }, [faulty, filled])
  return (
    <details ref={box} className="group py-2.5">
      <summary className="flex cursor-pointer list-none items-start gap-1.5 text-body font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-text-3 group-open:rotate-90" />
        <span className="min-w-0">
          {title}
          <span className="block text-caption font-normal text-text-3 group-open:hidden">{now}</span>
        </span>
      </summary>
      <div className="space-y-3 pt-3 pb-1 pl-[22px]">{children}</div>
    </details>
  )
}
