// Signs out at once, or asks where drafts are still on this device: for the command palette, which is closed by then.
import { useEffect, useRef } from 'react'
import { useSignOut } from './sign-out.tsx'

export default function SignOutNow() {
  const { ask, confirmation } = useSignOut()
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void ask()
  })
  return <>{confirmation}</>
}
