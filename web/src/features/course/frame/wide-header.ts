// Hook of the course header's width: from 1100 px on it has room for See as and the secondary buttons.
import { useSyncExternalStore } from 'react'

const wideQuery = window.matchMedia('(min-width: 1100px)')
const subscribe = (onChange: () => void) => {
  wideQuery.addEventListener('change', onChange)
  return () => wideQuery.removeEventListener('change', onChange)
}

export const useWideHeader = () => useSyncExternalStore(subscribe, () => wideQuery.matches)
