// Copying of text to the clipboard.
/** Copies text to the clipboard, by `execCommand` on plain http, where browsers offer no clipboard API. Returns false on failure. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Not permitted: the older way below may be.
  }
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const focusedElement = document.activeElement
  ;(focusedElement?.closest('[role=dialog]') ?? document.body).append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focusedElement instanceof HTMLElement) focusedElement.focus()
  return copied
}
