// Letters that are typed while a field is still loading.
import { useCallback, useEffect, useRef } from 'react'

/** While `on`, letters are kept from the page and its shortcuts; the function that is returned ends that and gives them. */
export function useEarlyKeys(on: boolean): () => string {
  const typed = useRef('')
  const end = useRef<() => void>(undefined)
  useEffect(() => {
    if (!on) return
    typed.current = ''
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      typed.current += event.key
    }
    window.addEventListener('keydown', onKeyDown, true)
    end.current = () => window.removeEventListener('keydown', onKeyDown, true)
    return end.current
  }, [on])
  return useCallback(() => {
    end.current?.()
    return typed.current
  }, [])
}
