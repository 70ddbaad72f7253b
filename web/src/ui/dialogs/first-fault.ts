// Faults of a form, brought before the eyes: the first invalid field after a failed attempt to send, and its text.
/** Focuses the first invalid field of an open dialog, or of the page; call it when the errors have been set. Without one the fault stands in an
 *  alert, which the same failure again does not change. */
export function focusFirstFault() {
  setTimeout(() => {
    const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1)
    const frame = dialog ?? document.querySelector('main')
    focusFaultIn(frame, '[aria-invalid=true]', () => frame?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' }))
  }, 50)
}

/** Frames in which a fault appears: its field waits until the pointer is up (fields/pressed.ts). */
const mostFrames = 20

/** Focuses the first field of `frame` that `selector` finds, once there is one. `none`: there is none. */
export function focusFaultIn(frame: Element | null | undefined, selector: string, none?: () => void, frames = mostFrames): void {
  const field = frame?.querySelector<HTMLElement>(selector)
  if (field) focusFault(field)
  else if (frames > 0) requestAnimationFrame(() => focusFaultIn(frame, selector, none, frames - 1))
  else none?.()
}

/** Focuses an invalid field so that its text below it is seen too, also above a dialog's footer. */
function focusFault(field: HTMLElement): void {
  // in a fold that its reader has closed again it could not take the focus
  for (let fold = field.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) fold.open = true
  field.focus()
  const ids = [field.getAttribute('aria-errormessage'), field.getAttribute('aria-describedby')].join(' ').split(' ')
  for (const id of ids) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  field.scrollIntoView({ block: 'nearest' })
}

/** Scrolls alerts that appear in a scrolling box into view; returns a function that stops it. */
export function showAlerts(box: HTMLElement): () => void {
  const alertIn = (node: Node) =>
    node instanceof HTMLElement ? (node.closest('[role=alert]') ?? node.querySelector('[role=alert]')) : null
  const observer = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
    const alert = added.map(alertIn).find((found) => found?.textContent)
    if (alert && box.contains(alert)) alert.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(box, { childList: true, subtree: true })
  return () => observer.disconnect()
}
