// What nobody needs for the first look (the upload tray) starts when the page has come to rest.
import { useEffect, useState } from 'react'

let rested = false

export function useLater(): boolean {
  const [later, setLater] = useState(rested)
  useEffect(() => {
    if (rested) return
    const timer = setTimeout(() => {
      rested = true
      setLater(true)
    }, 1500)
    return () => clearTimeout(timer)
  }, [])
  return later
}
