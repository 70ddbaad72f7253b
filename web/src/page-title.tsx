// The one h1 of a page. It sets the document's title and takes the focus after a navigation (not after back), so that a screen reader
// begins where the new page does.
import { type ReactNode, useEffect, useRef } from 'react'

let arrived = false
/** Told by the router: a new page was opened, and not by going back. */
export const arrive = () => {
  arrived = true
}

export function PageTitle({
  title,
  children,
  className = 'font-title text-title font-bold',
  hidden = false,
}: {
  /** For the tab, without the product's name; also the h1's text when there are no children. */
  title: string
  children?: ReactNode
  className?: string
  hidden?: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Lyceum`
  }, [title])
  useEffect(() => {
    if (!arrived) return
    arrived = false
    heading.current?.focus({ preventScroll: true })
  })
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'screen-reader' : className}>
      {children ?? title}
    </h1>
  )
}
