// A check for a new release every 10 minutes. Two equal new answers make a toast that stays; nothing reloads by itself.
import { useEffect } from 'react'
import { call } from '../client.ts'
import { flushDrafts } from '../device/device-drafts.ts'
import { translate } from '../i18n.ts'
import { queryClient } from '../queries.ts'
import { type Config, configQuery } from '../session/session.ts'
import { toast } from '../ui/dialogs/toast.tsx'
import { connectionState } from '../device/connection-state.ts'

const interval = 600_000
let loadedRelease: string | undefined
let candidate: string | undefined
let announced = false

async function check() {
  const { version } = await call('GET /d/version').catch(() => ({ version: undefined }))
  if (!version) return
  loadedRelease ??= version
  if (version === loadedRelease || announced) {
    candidate = undefined
    return
  }
  if (version !== candidate) {
    candidate = version
    return
  }
  // During an upload a reload loses work: the next check is in ten minutes.
  if (connectionState().uploads > 0) return
  announced = true
  toast({
    text: translate('shell', 'newVersion'),
    stays: true,
    act: { label: translate('shell', 'reload'), run: () => void flushDrafts().then(() => window.location.reload()) },
  })
}

export function useReleaseCheck() {
  useEffect(() => {
    // the release of this page
    loadedRelease ??= queryClient.getQueryData<Config>(configQuery.queryKey)?.release
    const timer = setInterval(check, interval)
    return () => clearInterval(timer)
  }, [])
}
