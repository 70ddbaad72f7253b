// Whether the page of an attempt is left: by another tab, or for a moment and more by another window. A file dialog is no leaving.

/** Milliseconds without the focus until it is said: a notification or a candidate window takes it for less. */
const moment = 1000

/** Tells each leaving and each return once; returns a function that ends it. */
export function watchLeaving(tell: (kind: 'left' | 'back') => void): () => void {
  let last: 'left' | 'back' = 'back'
  let picking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const record = (kind: 'left' | 'back') => {
    if (kind === last) return
    last = kind
    tell(kind)
  }
  const look = () => {
    clearTimeout(timer)
    if (document.hidden) return record('left')
    if (!document.hasFocus()) {
      if (!picking) timer = setTimeout(() => !document.hasFocus() && record('left'), moment)
      return
    }
    picking = false
    record('back')
  }
  const pick = ({ target }: Event) => {
    picking = (target as HTMLInputElement | null)?.type === 'file'
  }
  document.addEventListener('visibilitychange', look)
  document.addEventListener('click', pick, true)
  window.addEventListener('blur', look)
  window.addEventListener('focus', look)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
    document.removeEventListener('click', pick, true)
    window.removeEventListener('blur', look)
    window.removeEventListener('focus', look)
  }
}
