// The only h1 of a page. It sets the document's title and takes the focus after a navigation (not after back), so that a screen reader begins
// at the new page.
import { inIsolation } from '@lyceum/kit/text/direction'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

let focusPath: string | undefined
/** Sets the path whose heading takes the focus; undefined after going back. The router calls it; the previous page, still drawn, takes no focus. */
export const setFocusPath = (path: string | undefined) => {
  focusPath = path
}

/** For the tab, without the product's name. A part of a page passes the title back to the page when it leaves. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const earlier = document.title
    document.title = `${inIsolation(title)} · Lyceum`
    return () => {
      document.title = earlier
    }
  }, [title])
}

export function PageTitle({
  title,
  children,
  className = 'font-title text-title font-bold',
  hidden = false,
  takesFocus = false,
}: {
  /** For the tab, without the product's name; also the h1's text when there are no children. */
  title: string
  children?: ReactNode
  className?: string
  hidden?: boolean
  /** In place of another content of the same page, whose focus has left with it. */
  takesFocus?: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useDocumentTitle(title)
  useEffect(() => {
    if (focusPath !== pathname) return
    focusPath = undefined
    heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  // A focused heading that unmounts passes the focus to the heading that replaces it on the same page.
  useLayoutEffect(() => {
    const element = heading.current
    return () => {
      if (focusPath === undefined && element && document.activeElement === element) setFocusPath(pathname)
    }
  }, [pathname])
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'screen-reader' : className}>
      {children ?? title}
    </h1>
  )
}
