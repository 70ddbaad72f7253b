// A check for a new release every 10 minutes. Two equal new answers, the second 30 seconds after the first, make a toast that stays; nothing reloads by
// itself.
import { useEffect } from 'react'
import { call } from '../client.ts'
import { flushDrafts } from '../device/device-drafts.ts'
import { translate } from '../i18n.ts'
import { queryClient } from '../queries.ts'
import { type Config, configQuery } from '../session/session.ts'
import { toast } from '../ui/dialogs/toast.tsx'
import { connectionState } from '../device/connection-state.ts'

const interval = 600_000
/** Milliseconds after which a new answer is confirmed, and an upload looked at again. */
const soon = 30_000
let loadedRelease: string | undefined
let candidate: string | undefined
let announced = false

async function check(): Promise<void> {
  const { version } = await call('GET /d/version').catch(() => ({ version: undefined }))
  if (!version) return
  loadedRelease ??= version
  if (version === loadedRelease || announced) {
    candidate = undefined
    return
  }
  if (version !== candidate) {
    candidate = version
    return again()
  }
  // a reload during an upload loses work
  if (connectionState().uploads > 0) return again()
  announced = true
  toast({
    text: translate('shell', 'newVersion'),
    stays: true,
    act: { label: translate('shell', 'reload'), run: () => void flushDrafts().then(() => window.location.reload()) },
  })
}

let timer: ReturnType<typeof setTimeout> | undefined
function again() {
  clearTimeout(timer)
  timer = setTimeout(check, soon)
}

export function useReleaseCheck() {
  useEffect(() => {
    // the release of this page
    loadedRelease ??= queryClient.getQueryData<Config>(configQuery.queryKey)?.release
    const checks = setInterval(check, interval)
    return () => {
      clearInterval(checks)
      clearTimeout(timer)
    }
  }, [])
}
