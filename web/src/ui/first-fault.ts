// Focus on the first invalid field after a failed attempt to send.
/** Focuses the first invalid field of an open dialog, or of the page; call it when the errors have been set. */
export function focusFirstFault() {
  setTimeout(() => {
    const dialog = document.querySelector('[role=dialog]')
    ;(dialog ?? document).querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, 50)
}
