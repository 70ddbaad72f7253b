// Hook that tells whether an element is near the visible part of its scrolling container.
import { type RefObject, useEffect, useState } from 'react'

/** `margin` is the distance in pixels above and below `root` that counts as near; `first` the answer before it is known. */
export function useNearViewport(
  element: RefObject<Element | null>,
  root: RefObject<Element | null>,
  margin: number,
  first = false,
): boolean {
  const [near, setNear] = useState(first)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: root.current,
      rootMargin: `${margin}px 0px`,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [root])
  return near
}
