// The place of what floats at the foot of the window: above the buttons of forms and dialogs that it would cover.
import { type RefObject, useLayoutEffect } from 'react'

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>
/** Those of forms and dialogs; other parts mark theirs. */
const places = 'button[type="submit"], [data-buttons] :is(button, a)'
const gap = 8

/** Pixels by which a box is lifted to cover none of the others; 0 where there is no room above them. */
export function liftOver(box: Box, others: readonly Box[]): number {
  const beside = others.filter(({ left, right }) => left < box.right && box.left < right)
  let lift = 0
  for (;;) {
    const covered = beside.filter(({ top, bottom }) => top - gap < box.bottom - lift && box.top - lift < bottom)
    if (covered.length === 0) return lift
    lift = box.bottom - Math.min(...covered.map(({ top }) => top)) + gap
    if (box.top - lift < 0) return 0
  }
}

/** `shown`: whether the element is there; it is placed by a margin below it. */
export function useClearOfButtons(ref: RefObject<HTMLElement | null>, shown: boolean) {
  useLayoutEffect(() => {
    const element = ref.current
    if (!shown || !element) return
    let frame = 0
    let lift = 0
    const place = () => {
      frame = 0
      const { top, bottom, left, right } = element.getBoundingClientRect()
      const others = [...document.querySelectorAll(places)]
        .filter((one) => !element.contains(one) && !one.closest('[inert]'))
        .map((one) => one.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && height > 0)
      const next = liftOver({ top: top + lift, bottom: bottom + lift, left, right }, others)
      if (next === lift) return
      lift = next
      element.style.marginBottom = `${lift}px`
    }
    const later = () => {
      frame ||= requestAnimationFrame(place)
    }
    place()
    const changes = new MutationObserver(later)
    // what is opened or shown again brings its buttons without a new element
    changes.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['open', 'hidden', 'class', 'style'],
    })
    const sizes = new ResizeObserver(later)
    sizes.observe(element)
    addEventListener('resize', later)
    addEventListener('scroll', later, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      sizes.disconnect()
      removeEventListener('resize', later)
      removeEventListener('scroll', later, { capture: true })
      element.style.marginBottom = ''
    }
  }, [ref, shown])
}
