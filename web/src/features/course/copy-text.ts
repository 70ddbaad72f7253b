/** Puts text into the clipboard; also on plain http, where the browser gives pages no clipboard. false: it did not work. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Not allowed here: the old way may be.
  }
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const home = document.activeElement
  ;(home?.closest('[role=dialog]') ?? document.body).append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (home instanceof HTMLElement) home.focus()
  return done
}
