/** Focuses the first field of an open dialog, or of the page, that shows a fault; call it when the faults have been set. */
export function focusFirstFault() {
  setTimeout(() => {
    const dialog = document.querySelector('[role=dialog]')
    ;(dialog ?? document).querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, 50)
}
