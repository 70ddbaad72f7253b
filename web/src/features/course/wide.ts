// Whether the course header has room for See as and the secondary buttons; below 1100 px they are in ⋯.
import { useSyncExternalStore } from 'react'

const room = window.matchMedia('(min-width: 1100px)')
const watch = (tell: () => void) => {
  room.addEventListener('change', tell)
  return () => room.removeEventListener('change', tell)
}

export const useWide = () => useSyncExternalStore(watch, () => room.matches)
