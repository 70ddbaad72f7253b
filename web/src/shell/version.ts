// Every 10 minutes: is there a new release? Two equal new answers make a toast that stays; nothing reloads by itself.
import { useEffect } from 'react'
import { call } from '../client.ts'
import { flushDrafts } from '../parts/drafts/device-drafts.ts'
import { say } from '../i18n.ts'
import { queryClient } from '../queries.ts'
import { type Config, configQuery } from '../session.ts'
import { toast } from '../ui/toast.tsx'
import { waitingNow } from '../waiting.ts'

const every = 600_000
let first: string | undefined
let seen: string | undefined
let told = false

async function look() {
  const { version } = await call('GET /d/version').catch(() => ({ version: undefined }))
  if (!version) return
  first ??= version
  if (version === first || told) {
    seen = undefined
    return
  }
  if (version !== seen) {
    seen = version
    return
  }
  // In the middle of an upload a reload costs something: asked again in ten minutes.
  if (waitingNow().uploads > 0) return
  told = true
  toast({
    text: say('shell', 'newVersion'),
    stays: true,
    act: { label: say('shell', 'reload'), run: () => void flushDrafts().then(() => window.location.reload()) },
  })
}

export function useVersion() {
  useEffect(() => {
    // the release that this page came with
    first ??= queryClient.getQueryData<Config>(configQuery.queryKey)?.release
    const timer = setInterval(look, every)
    return () => clearInterval(timer)
  }, [])
}
