// Hook that reports which pages of a document are in view: at least half of the page is visible, or the page fills half of the view.
import { type RefObject, useEffect, useRef } from 'react'

const thresholds = Array.from({ length: 21 }, (_, nth) => nth / 20)

/** Observes the pages in `list` (elements with data-page) once there are `count`. A page that any scrolling ancestor hides is not visible. */
export function useVisiblePages(
  list: RefObject<HTMLElement | null>,
  count: number,
  onChange: ((pages: number[]) => void) | undefined,
): void {
  const report = useRef(onChange)
  report.current = onChange
  const watched = onChange !== undefined
  useEffect(() => {
    if (!watched || !list.current || count === 0) return
    const view = list.current
    const visible = new Set<number>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio, intersectionRect } of entries) {
          const page = Number((target as HTMLElement).dataset.page)
          const height = Math.min(view.clientHeight, window.innerHeight)
          if (intersectionRatio >= 0.5 || (height > 0 && intersectionRect.height >= height / 2)) visible.add(page)
          else visible.delete(page)
        }
        report.current?.([...visible].sort((a, b) => a - b))
      },
      { threshold: thresholds },
    )
    for (const page of view.querySelectorAll('[data-page]')) observer.observe(page)
    return () => {
      observer.disconnect()
      report.current?.([])
    }
  }, [list, count, watched])
}
