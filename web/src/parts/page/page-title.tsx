// The one h1 of a page. It sets the document's title and takes the focus after a navigation (not after back), so that a screen reader
// begins where the new page does.
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

let arrived: string | undefined
/** Told by the router: the page of this path was opened; undefined by going back. The page before may be drawn meanwhile; it takes no focus. */
export const arrive = (path: string | undefined) => {
  arrived = path
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
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = `${title} · Lyceum`
  }, [title])
  useEffect(() => {
    if (arrived !== pathname) return
    arrived = undefined
    heading.current?.focus({ preventScroll: true })
  })
  // A heading that goes while it has the focus leaves it to the one that the same page puts in its place.
  useLayoutEffect(() => {
    const shown = heading.current
    return () => {
      if (arrived === undefined && shown && document.activeElement === shown) arrive(pathname)
    }
  }, [pathname])
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'screen-reader' : className}>
      {children ?? title}
    </h1>
  )
}
